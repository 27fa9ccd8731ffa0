import { type ChildProcess, spawn } from "node:child_process"
import { createServer } from "node:net"

interface Options {
  readonly cwd: string
  readonly env: Readonly<Record<string, string>>
}

const running = new Set<ChildProcess>()
let isEnding = false

/** Each program gets its own process group, so that a signal also ends what it started itself. */
const launch = (program: string, args: ReadonlyArray<string>, { cwd, env }: Options): ChildProcess => {
  if (isEnding) throw new Error("The rehearsal is ending")
  const child = spawn(program, args, { cwd, env, detached: true, stdio: ["pipe", "pipe", "pipe"] })
  running.add(child)
  child.once("close", () => running.delete(child))
  return child
}

/** Runs a program to its end and returns its output and duration. Throws if it fails. */
export const run = async (program: string, args: ReadonlyArray<string>, options: Options) => {
  const started = performance.now()
  const child = launch(program, args, options)
  child.stdin!.end()
  let [stdout, stderr] = ["", ""]
  child.stdout!.setEncoding("utf8").on("data", (text: string) => {
    stdout += text
  })
  child.stderr!.setEncoding("utf8").on("data", (text: string) => {
    stderr += text
  })
  const code = await new Promise<number | null>((resolve, reject) => {
    child.once("error", reject)
    child.once("close", resolve)
  })
  if (code !== 0) {
    throw new Error(`${program} ${args.join(" ")} ended with ${code}.\n${stdout}\n${stderr}`)
  }
  return { stdout, stderr, seconds: (performance.now() - started) / 1000 }
}

/** Starts a program that keeps running, and returns the match of `ready` in its output. */
export const start = async (
  program: string,
  args: ReadonlyArray<string>,
  ready: RegExp,
  options: Options
): Promise<{
  readonly pid: number
  readonly match: RegExpExecArray
  readonly stop: () => Promise<number | null>
}> => {
  const child = launch(program, args, options)
  const ended = new Promise<number | null>((resolve) => child.once("close", (code) => resolve(code)))
  let output = ""
  const match = await new Promise<RegExpExecArray>((resolve, reject) => {
    for (const stream of [child.stdout!, child.stderr!]) {
      stream.setEncoding("utf8").on("data", (text: string) => {
        output += text
        const found = ready.exec(output)
        if (found !== null) resolve(found)
      })
    }
    const late = () => reject(new Error(`${program} ${args[0]} was not ready in a minute.\n${output}`))
    setTimeout(late, 60_000).unref()
    child.once("error", reject)
    child.once("close", (code) => reject(new Error(`${program} ${args[0]} ended with ${code}.\n${output}`)))
  })
  const stop = async () => {
    child.kill("SIGTERM")
    return ended
  }
  return { pid: child.pid!, match, stop }
}

/** Ends every program that still runs, and starts no more. A program that ignores SIGTERM for ten seconds is killed. */
export const endAll = async (): Promise<void> => {
  const signal = (child: ChildProcess, name: NodeJS.Signals) => {
    try {
      process.kill(-child.pid!, name)
    } catch {
      // It ended meanwhile.
    }
  }
  isEnding = true
  const left = [...running]
  const ended = left.map((child) => new Promise((resolve) => child.once("close", resolve)))
  for (const child of left) signal(child, "SIGTERM")
  const kill = setTimeout(() => {
    for (const child of left) signal(child, "SIGKILL")
  }, 10_000)
  await Promise.all(ended)
  clearTimeout(kill)
}

export const freePort = (): Promise<number> =>
  new Promise((resolve) => {
    const server = createServer().listen(0, "127.0.0.1", () => {
      const { port } = server.address() as { readonly port: number }
      server.close(() => resolve(port))
    })
  })
