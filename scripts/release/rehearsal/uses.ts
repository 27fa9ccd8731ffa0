import { globSync, lstatSync, mkdirSync, readFileSync, writeFileSync } from "node:fs"
import { join } from "node:path"
import { root } from "../../root.ts"
import { freePort, run, start } from "./processes.ts"

type Env = Readonly<Record<string, string>>

/** What `npm install @adwarden/server` may take, in megabytes of a million bytes on disk. */
export const serverLimit = 120

/** What a folder takes on disk, in megabytes of a million bytes. */
export const diskMegabytes = async (folder: string): Promise<number> => {
  const { stdout } = await run("du", ["-sk", folder], {
    cwd: folder,
    env: { PATH: process.env["PATH"] ?? "" }
  })
  return (Number(stdout.split("\t")[0]) * 1024) / 1e6
}

/** The largest packages and scopes of an installation. */
export const largest = async (modules: string): Promise<ReadonlyArray<readonly [string, number]>> => {
  const sizes: Array<readonly [string, number]> = []
  for (const name of globSync("*", { cwd: modules }))
    sizes.push([name, await diskMegabytes(join(modules, name))])
  return sizes.toSorted(([, a], [, b]) => b - a).slice(0, 8)
}

/** How large an installation is. */
const sizeOf = (folder: string) => {
  const files = globSync("**/*", { cwd: folder })
  const bytes = files.reduce((sum, file) => {
    const entry = lstatSync(join(folder, file))
    return entry.isFile() ? sum + entry.size : sum
  }, 0)
  const lock = JSON.parse(readFileSync(join(folder, "node_modules/.package-lock.json"), "utf8")) as {
    readonly packages: Readonly<Record<string, unknown>>
  }
  return { megabytes: bytes / 1e6, packages: Object.keys(lock.packages).length }
}

export interface Installed {
  readonly folder: string
  readonly seconds: number
  readonly megabytes: number
  readonly packages: number
}

/** Installs packages in a new project with npm, from an empty cache. */
export const install = async (
  folder: string,
  env: Env,
  ...packages: ReadonlyArray<string>
): Promise<Installed> => {
  mkdirSync(folder)
  writeFileSync(join(folder, "package.json"), JSON.stringify({ private: true, type: "module" }))
  const cache = { npm_config_cache: `${folder}.cache` }
  const { seconds } = await run("npm", ["install", ...packages], { cwd: folder, env: { ...env, ...cache } })
  return { folder, seconds, ...sizeOf(folder) }
}

/** Runs the command with npx in an empty folder, from an empty cache. */
export const npx = async (folder: string, env: Env, name: string, ...args: ReadonlyArray<string>) => {
  mkdirSync(folder)
  const cache = join(folder, "cache")
  const { seconds, stdout } = await run("npx", ["--yes", name, ...args], {
    cwd: folder,
    env: { ...env, npm_config_cache: cache }
  })
  const [installed] = globSync("_npx/*", { cwd: cache })
  return { stdout, figures: { folder, seconds, ...sizeOf(join(cache, installed!)) } satisfies Installed }
}

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

/**
 * Runs everything on this machine as a newcomer does: an account of the emulator, a change of a budget, its undo. Returns
 * the preview's old and new budget.
 */
export const firstChange = async (folder: string, given: Env) => {
  const port = String(await freePort())
  const origin = `http://localhost:${port}`
  const command = join(folder, "node_modules/.bin/adwarden")
  const env = { ...given, PORT: port, EMULATOR_PORT: String(await freePort()) }
  const adwarden = async (args: ReadonlyArray<string>, more: Env = {}) =>
    (await run(command, args, { cwd: folder, env: { ...env, ...more } })).stdout.trim()
  const service = await start(command, ["dev"], /Adwarden runs at/, { cwd: folder, env })

  await adwarden(["organizations", "create", "northwind", "--name", "Northwind", "--currency", "USD"])
  const owner = "olivia@northwind.test"
  await adwarden(["users", "create", owner, "--org", "northwind", "--name", "Olivia", "--role", "owner"])
  const login = { GOOGLE_ADS_REFRESH_TOKEN: "demo-refresh-northwind" }
  await adwarden(["accounts", "link", "5550000001", "--login", "ads@northwind.test"], login)
  await adwarden(["sync", "--all"])
  const key = ["--as", owner, "--name", "first change", "--scopes", "owner"]
  const caller = { ADWARDEN_URL: origin, ADWARDEN_API_KEY: await adwarden(["keys", "create", ...key]) }
  const call = async (...args: ReadonlyArray<string>) =>
    JSON.parse(await adwarden([...args, "--json"], caller))

  const update = ["campaigns", "update", "boiler-repair", "--budget", "110"]
  const { would_change } = await call(...update)
  const { action_id, applied } = await call(...update, "--execute")
  const changed = await call("campaigns", "get", "boiler-repair")
  await call("actions", "undo", action_id, "--execute")
  const undone = await call("campaigns", "get", "boiler-repair")
  if (applied !== true || changed.budget !== 110 || undone.budget !== would_change.budget.from)
    throw new Error(`The first change ended with ${JSON.stringify({ applied, changed, undone })}`)
  const code = await service.stop()
  if (code !== 0) throw new Error(`adwarden dev ended with ${code} after SIGTERM`)
  return would_change.budget as { readonly from: number; readonly to: number }
}

/* The dashboard as a browser without scripts sees it. */

const expectPage = async (response: Response, what: string): Promise<string> => {
  const text = await response.text()
  const isPage = response.status === 200 && response.headers.get("content-type")?.startsWith("text/html")
  if (!isPage) throw new Error(`${what}: status ${response.status}\n${text.slice(0, 500)}`)
  return text
}

/** Fetches every style sheet, script and picture of a page. Returns how many there are. */
const loadAssets = async (origin: string, page: string): Promise<number> => {
  const addresses = [...page.matchAll(/<(?:link|script|img)\b[^>]*?(?:href|src)="([^"]+)"/g)].map(
    ([, address]) => new URL(address!, origin)
  )
  const own = addresses.filter((address) => address.origin === origin)
  for (const address of own) {
    const { status } = await fetch(address)
    if (status !== 200) throw new Error(`${address}: status ${status}`)
  }
  return own.length
}

/** Chooses a password at the link of a new person, signs in and opens the dashboard. */
export const openDashboard = async (origin: string, link: string, email: string) => {
  let cookie = ""
  const send = async (address: URL, init: RequestInit = {}): Promise<Response> => {
    const response = await fetch(address, { redirect: "manual", ...init, headers: { cookie, origin } })
    for (const set of response.headers.getSetCookie()) cookie = set.split(";")[0]!
    const location = response.headers.get("location")
    return location === null ? response : send(new URL(location, origin))
  }
  const submit = async (address: URL, fields: Readonly<Record<string, string>>) => {
    const page = await expectPage(await send(address), address.pathname)
    const hidden = [...page.matchAll(/<input type="hidden" name="([^"]+)" value="([^"]*)"/g)]
    const body = new URLSearchParams(hidden.map(([, name, value]): [string, string] => [name!, value!]))
    if (!body.has("form_token")) throw new Error(`${address.pathname} has no form`)
    for (const [name, value] of Object.entries(fields)) body.set(name, value)
    return send(new URL(address.pathname, origin), { method: "POST", body })
  }
  const password = crypto.randomUUID()
  const path = new URL(link)
  await submit(new URL(path.pathname + path.search, origin), { password })
  // That signed in. The form of a new browser is the only one of its page.
  cookie = ""
  const page = await expectPage(
    await submit(new URL("/sign-in", origin), { email, password }),
    "the dashboard"
  )
  if (!page.includes("Contoso")) throw new Error(`The dashboard does not name the organization:\n${page}`)
  return { title: /<title>([^<]*)/.exec(page)?.[1] ?? "", assets: await loadAssets(origin, page) }
}

const clientProgram = `
import { Adwarden } from "@adwarden/client"

const client = new Adwarden()
const organization = await client.organizations.get()
// @ts-expect-error The types know that a name is text: an untyped client fails here.
const wrong: number = organization.name
console.log(organization.slug, typeof wrong, (await client.campaigns.list().all()).length)
`

/** Compiles a program against the installed client with the oldest and the newest compiler, and runs it. */
export const useClient = async (
  folder: string,
  env: Env,
  version: string,
  compilers: ReadonlyArray<string>
): Promise<Installed> => {
  const installed = await install(folder, env, `@adwarden/client@${version}`)
  writeFileSync(join(folder, "program.ts"), clientProgram)
  const flags = ["--strict", "--target", "es2022", "--lib", "es2022,dom", "--module", "nodenext"]
  for (const compiler of compilers) {
    await run(process.execPath, [compiler, ...flags, "program.ts"], { cwd: folder, env })
  }
  const { stdout } = await run(process.execPath, ["program.js"], { cwd: folder, env })
  if (stdout.trim() !== "contoso string 0") throw new Error(`The client answered ${stdout}`)
  return installed
}

const mcpProgram = `
import { Client, StreamableHTTPClientTransport } from "@modelcontextprotocol/client"
import { StdioClientTransport } from "@modelcontextprotocol/client/stdio"

const { ADWARDEN_API_KEY, ADWARDEN_URL, COMMAND } = process.env
const headers = { Authorization: "Bearer " + ADWARDEN_API_KEY }
const transports = [
  new StreamableHTTPClientTransport(new URL(ADWARDEN_URL + "/mcp"), { requestInit: { headers } }),
  new StdioClientTransport({ command: COMMAND, args: ["mcp"], env: process.env })
]
const counts = []
for (const transport of transports) {
  const client = new Client({ name: "rehearsal", version: "1.0.0" }, { versionNegotiation: { mode: "auto" } })
  await client.connect(transport)
  const { tools } = await client.listTools()
  const { content, isError } = await client.callTool({ name: "svc_list_campaigns", arguments: {} })
  if (isError || content.length === 0) throw new Error(JSON.stringify(content))
  counts.push(tools.length)
  await client.close()
}
console.log(counts.join(" "))
`

/** The client of MCP that the tests use. */
const mcpClient = () => {
  const manifest = join(root, "packages/mcp/node_modules/@modelcontextprotocol/client/package.json")
  const { version } = JSON.parse(readFileSync(manifest, "utf8")) as { readonly version: string }
  return `@modelcontextprotocol/client@${version}`
}

/** Lists the tools and calls one, over HTTP and over stdio. Returns how many tools there are. */
export const useMcp = async (folder: string, env: Env, command: string): Promise<number> => {
  await install(folder, env, mcpClient())
  writeFileSync(join(folder, "mcp.mjs"), mcpProgram)
  const { stdout } = await run(process.execPath, ["mcp.mjs"], {
    cwd: folder,
    env: { ...env, COMMAND: command }
  })
  const [overHttp, overStdio] = stdout.trim().split(" ").map(Number)
  if (!(overHttp! > 0) || overHttp !== overStdio) throw new Error(`MCP has ${stdout.trim()} tools`)
  return overHttp!
}
