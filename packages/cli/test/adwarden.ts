import { type ChildProcess, spawn } from "node:child_process"
import { randomInt } from "node:crypto"
import { once } from "node:events"
import { createServer } from "node:net"
import { Effect, type Scope } from "effect"
import { compileCache, program } from "../../core/test/support/programs.ts"

export const bin = program(new URL("../src/bin.ts", import.meta.url))

export interface ProcessResult {
  readonly code: number | null
  readonly out: string
  readonly err: string
}

/** The path, and the shifted clock of `npm run test:dates`. */
const inheritedEnv = (): Record<string, string> =>
  Object.fromEntries(
    Object.entries(process.env).flatMap(([name, value]) =>
      value !== undefined && /^(PATH|LD_PRELOAD|FAKETIME.*)$/.test(name) ? [[name, value]] : []
    )
  )

/** A real process of the command, with nothing of our own environment that could change what it does. */
export class Adwarden {
  readonly #child: ChildProcess
  out = ""
  err = ""
  readonly ended: Promise<ProcessResult>

  constructor(args: ReadonlyArray<string>, env: Readonly<Record<string, string>>, cwd = "/") {
    this.#child = spawn(process.execPath, [bin, ...args], {
      cwd,
      env: { ...inheritedEnv(), ...compileCache(), ...env },
      stdio: "pipe"
    })
    this.#child.stdout!.on("data", (chunk) => {
      this.out += chunk
    })
    this.#child.stderr!.on("data", (chunk) => {
      this.err += chunk
    })
    this.ended = once(this.#child, "close").then(([code]) => ({
      code: code as number | null,
      out: this.out,
      err: this.err
    }))
  }

  signal(signal: NodeJS.Signals): void {
    this.#child.kill(signal)
  }

  write(text: string): void {
    this.#child.stdin!.end(text)
  }

  /** Waits until it has said this, on either stream. */
  async waitForOutput(text: string): Promise<void> {
    while (!`${this.out}${this.err}`.includes(text)) {
      if (this.#child.exitCode !== null)
        throw new Error(`It ended without saying ${text}: ${this.err}${this.out}`)
      await new Promise((done) => setTimeout(done, 20))
    }
  }
}

/** A process that is gone when the scope closes, whatever the test did to it. */
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

export const runProcess = (
  args: ReadonlyArray<string>,
  env: Readonly<Record<string, string>> = {},
  input = ""
): Effect.Effect<ProcessResult> =>
  Effect.promise(() => {
    const adwarden = new Adwarden(args, env)
    adwarden.write(input)
    return adwarden.ended
  })

/** A host that answers on a port of its own. */
export const startServer = (databaseUrl: string, env: Readonly<Record<string, string>> = {}) =>
  Effect.gen(function* () {
    const port = yield* freePort
    const host = yield* startProcess(["serve"], {
      DATABASE_URL: databaseUrl,
      PORT: String(port),
      HOST: "127.0.0.1",
      ...env
    })
    yield* Effect.promise(() => host.waitForOutput("Serving REST, MCP and pages"))
    return { host, port }
  })

/**
 * A port that is free now, and below those that systems give to whoever asks for any: between this look and the start of
 * the process that is to have it, one of those could be given away.
 */
export const freePort: Effect.Effect<number> = Effect.promise(async () => {
  for (;;) {
    const port = randomInt(12_000, 32_000)
    const server = createServer()
    const isFree = await new Promise<boolean>((resolve) => {
      server.once("error", () => resolve(false))
      server.listen(port, () => server.close(() => resolve(true)))
    })
    if (isFree) return port
  }
})
