import { Readable } from "node:stream"
import { dispatch } from "../src/dispatch.ts"
import { installedServer, type LoadServer } from "../src/server-package.ts"
import { thisTerminal } from "../src/terminal/terminal.ts"
import type { ProcessResult } from "./adwarden.ts"

/**
 * Runs the command in this process, which saves the second that a process takes to load. For tests of results, output
 * and exit codes. Each group of commands is also run as a real process, with `runProcess`.
 */

const signals = ["SIGINT", "SIGTERM"] as const

/** Collects what is written to a stream until `restore`. */
const capture = (stream: NodeJS.WriteStream) => {
  const write = stream.write
  let text = ""
  stream.write = ((chunk: string | Uint8Array, ...rest: ReadonlyArray<unknown>) => {
    text += typeof chunk === "string" ? chunk : Buffer.from(chunk).toString("utf8")
    const written = rest.find((one): one is () => void => typeof one === "function")
    if (written !== undefined) process.nextTick(written)
    return true
  }) as typeof stream.write
  return {
    text: () => text,
    restore: () => {
      stream.write = write
    }
  }
}

/** Sets up the environment of a separate process; returns a function that restores it. */
const enter = (env: Readonly<Record<string, string>>, input: string, cwd: string) => {
  const before = { env: process.env, cwd: process.cwd(), exit: process.exit }
  const listeners = signals.map((signal) => [signal, process.listeners(signal)] as const)
  const stdin = Object.getOwnPropertyDescriptor(process, "stdin")!
  process.env = { PATH: process.env["PATH"] ?? "", ...env }
  process.chdir(cwd)
  Object.defineProperty(process, "stdin", { ...stdin, get: () => Readable.from([Buffer.from(input)]) })
  return () => {
    process.env = before.env
    process.chdir(before.cwd)
    process.exit = before.exit
    Object.defineProperty(process, "stdin", stdin)
    for (const [signal, kept] of listeners) {
      for (const listener of process.listeners(signal)) {
        if (!kept.includes(listener)) process.off(signal, listener)
      }
    }
  }
}

const run = async (
  args: ReadonlyArray<string>,
  env: Readonly<Record<string, string>>,
  input: string,
  loadServer: LoadServer,
  cwd: string
): Promise<ProcessResult> => {
  const leave = enter(env, input, cwd)
  const [out, err] = [capture(process.stdout), capture(process.stderr)]
  try {
    const exited = new Promise<number>((resolve) => {
      process.exit = ((code?: number) => resolve(code ?? 0)) as typeof process.exit
    })
    const code = (await dispatch(args, thisTerminal(), loadServer)) ?? (await exited)
    return { code, out: out.text(), err: err.text() }
  } finally {
    out.restore()
    err.restore()
    leave()
  }
}

let last: Promise<unknown> = Promise.resolve()

/** Runs a command line in this process, after earlier ones have ended. `loadServer` provides the server commands. */
export const runInProcess = (
  args: ReadonlyArray<string>,
  env: Readonly<Record<string, string>> = {},
  input = "",
  loadServer: LoadServer = installedServer,
  cwd = "/"
): Promise<ProcessResult> => {
  const ended = last.then(() => run(args, env, input, loadServer, cwd))
  last = ended.catch(() => {})
  return ended
}
