import { type ChildProcess, spawn } from "node:child_process"
import { randomInt } from "node:crypto"
import { once } from "node:events"
import { createServer } from "node:net"
import { Effect } from "effect"
import { compileCache, program } from "../../core/test/support/programs.ts"

/** The CLI as it is installed alone, without the server commands. */
export const bin = program(new URL("../src/bin.ts", import.meta.url))

export interface ProcessResult {
  readonly code: number | null
  readonly out: string
  readonly err: string
}

/** The path, and the shifted clock of `npm run check dates`. */
const inheritedEnv = (): Record<string, string> =>
  Object.fromEntries(
    Object.entries(process.env).flatMap(([name, value]) =>
      value !== undefined && /^(PATH|LD_PRELOAD|FAKETIME.*)$/.test(name) ? [[name, value]] : []
    )
  )

/** A real process of the command, without environment variables of ours that could change its behaviour. */
export class Adwarden {
  readonly #child: ChildProcess
  out = ""
  err = ""
  readonly ended: Promise<ProcessResult>

  constructor(
    args: ReadonlyArray<string>,
    env: Readonly<Record<string, string>>,
    cwd = "/",
    program: string = bin
  ) {
    this.#child = spawn(process.execPath, [program, ...args], {
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

  /** Waits until it has printed this, on either stream. */
  async waitForOutput(text: string): Promise<void> {
    while (!`${this.out}${this.err}`.includes(text)) {
      if (this.#child.exitCode !== null)
        throw new Error(`It ended without saying ${text}: ${this.err}${this.out}`)
      await new Promise((done) => setTimeout(done, 20))
    }
  }
}

/** Creates the function that runs a command until it ends, for a process of the given class. */
export const processRunner =
  (Process: new (args: ReadonlyArray<string>, env: Readonly<Record<string, string>>) => Adwarden) =>
  (
    args: ReadonlyArray<string>,
    env: Readonly<Record<string, string>> = {},
    input = ""
  ): Effect.Effect<ProcessResult> =>
    Effect.promise(() => {
      const adwarden = new Process(args, env)
      adwarden.write(input)
      return adwarden.ended
    })

/** Runs the command until it ends. */
export const runProcess = processRunner(Adwarden)

/**
 * A free port below the range of ephemeral ports, which the system could assign to another process before this one is
 * used.
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
