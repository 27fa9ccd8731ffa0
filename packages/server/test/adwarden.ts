import { Effect, type Scope } from "effect"
import {
  Adwarden as CliProcess,
  freePort,
  type ProcessResult,
  processRunner
} from "../../cli/test/adwarden.ts"
import { program } from "../../core/test/support/programs.ts"

export { freePort, type ProcessResult }

/** The whole command, including the server commands. */
export const bin = program(new URL("../src/bin.ts", import.meta.url))

/** A real process of the whole command. */
export class Adwarden extends CliProcess {
  constructor(args: ReadonlyArray<string>, env: Readonly<Record<string, string>>, cwd?: string) {
    super(args, env, cwd, bin)
  }
}

/** Starts a process that ends with the scope. */
export const startProcess = (
  args: ReadonlyArray<string>,
  env: Readonly<Record<string, string>>,
  cwd?: string
): Effect.Effect<Adwarden, never, Scope.Scope> =>
  Effect.acquireRelease(
    Effect.sync(() => new Adwarden(args, env, cwd)),
    (adwarden) =>
      Effect.promise(async () => {
        adwarden.signal("SIGKILL")
        await adwarden.ended
      })
  )

/** Runs the command until it ends. */
export const runProcess = processRunner(Adwarden)

/** Starts a host on its own port and waits until it responds. */
export const startServer = (databaseUrl: string, env: Readonly<Record<string, string>> = {}) =>
  Effect.gen(function* () {
    const port = yield* freePort
    const host = yield* startProcess(["serve", "--port", String(port)], {
      DATABASE_URL: databaseUrl,
      HOST: "127.0.0.1",
      ...env
    })
    yield* Effect.promise(() => host.waitForOutput("Serving REST, MCP and pages"))
    return { host, port }
  })
