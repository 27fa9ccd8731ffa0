import { writeFileSync } from "node:fs"
import { join } from "node:path"
import { freePort, run, start } from "./processes.ts"

type Env = Readonly<Record<string, string>>

const databaseProgram = `
import { EmbeddedPostgres } from "@adwarden/embedded-postgres"
import { Effect, Fiber } from "effect"

const database = Effect.scoped(
  Effect.flatMap(EmbeddedPostgres.scoped({ directory: "database" }), ({ url }) => {
    console.log("database " + url)
    return Effect.never
  })
)
const fiber = Effect.runFork(database)
process.on("SIGTERM", () => Effect.runPromise(Fiber.interrupt(fiber)).then(() => process.exit(0)))
`

/** Starts the installed service on an embedded Postgres, with an organization, its owner and a key. */
export const startService = async (folder: string, given: Env) => {
  writeFileSync(join(folder, "database.mjs"), databaseProgram)
  const options = { cwd: folder, env: given }
  const database = await start(process.execPath, ["database.mjs"], /database (\S+)/, options)
  const port = String(await freePort())
  const origin = `http://localhost:${port}`
  const command = join(folder, "node_modules/.bin/adwarden")
  const env = {
    ...given,
    DATABASE_URL: database.match[1]!,
    HOST: "127.0.0.1",
    PORT: port,
    PUBLIC_URL: origin
  }
  const adwarden = async (...args: ReadonlyArray<string>) =>
    (await run(command, args, { cwd: folder, env })).stdout.trim()

  await adwarden("migrate")
  await adwarden("organizations", "create", "contoso", "--name", "Contoso", "--currency", "EUR")
  const email = "noor@contoso.test"
  const person = [email, "--org", "contoso", "--name", "Noor", "--role", "owner"]
  const worker = await start(command, ["worker"], /Working on/, { cwd: folder, env })
  const host = await start(command, ["serve"], /Serving REST, MCP and pages/, { cwd: folder, env })
  const link = await adwarden("users", "create", ...person)
  const key = await adwarden(
    "keys",
    "create",
    "--org",
    "contoso",
    "--as",
    email,
    "--name",
    "rehearsal",
    "--scopes",
    "owner"
  )
  const ready = await fetch(`${origin}/readyz`)
  if (ready.status !== 200) throw new Error(`/readyz: status ${ready.status}`)
  return {
    origin,
    command,
    link,
    email,
    /** What a caller of the service sets. */
    env: { ...given, ADWARDEN_URL: origin, ADWARDEN_API_KEY: key },
    /** Stops worker, host and database in order, and fails if one does not stop cleanly. */
    stop: async () => {
      for (const [name, program] of Object.entries({ worker, host, database })) {
        const code = await program.stop()
        if (code !== 0) throw new Error(`The ${name} ended with ${code} after SIGTERM`)
      }
    }
  }
}
