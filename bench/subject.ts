import { type ChildProcess, fork } from "node:child_process"
import type { Profiler } from "node:inspector"
import { createServer } from "node:net"
import { extname, join } from "node:path"

/** Requests that a server handles over its IPC channel. */
export type SubjectRequest = "cpu" | "startProfile" | "stopProfile"

export interface Subject {
  readonly url: string
  /** Microseconds of CPU time since the start. */
  readonly cpu: () => Promise<number>
  readonly startProfile: () => Promise<void>
  /** Stops the profiler and returns the CPU profile. */
  readonly stopProfile: () => Promise<Profiler.Profile>
  /** Stops the process until `thaw`: idle hosts seal the audit events of a busy one. */
  readonly freeze: () => void
  readonly thaw: () => void
  readonly stop: () => void
}

/** Returns a port of the loopback interface that is free now. */
export const freePort = () =>
  new Promise<number>((resolve) => {
    const probe = createServer().listen(0, "127.0.0.1", () => {
      const { port } = probe.address() as { port: number }
      probe.close(() => resolve(port))
    })
  })

/** Returns the file of a program of the bench: a source file, or its bundle if this program runs bundled. */
export const programFile = (folder: string, name: string): string => {
  const program = process.argv[1]!
  const root = program.slice(0, program.lastIndexOf("/bench/"))
  return join(root, "bench", folder, `${name}${extname(program)}`)
}

/** Starts one of the servers in its own process. It writes its log, which is discarded. */
export const startSubject = async (
  name: string,
  databaseUrl: string,
  env: Readonly<Record<string, string>> = {}
): Promise<Subject> => {
  const port = await freePort()
  const child: ChildProcess = fork(programFile("servers", name), {
    env: { ...process.env, DATABASE_URL: databaseUrl, PORT: String(port), NODE_ENV: "production", ...env },
    stdio: ["ignore", "ignore", "inherit", "ipc"]
  })
  await new Promise<void>((resolve, reject) => {
    child.once("message", () => resolve())
    child.once("exit", (code) => reject(new Error(`${name} exited with code ${code}`)))
  })
  const send = <A>(request: SubjectRequest) =>
    new Promise<A>((resolve) => {
      child.once("message", ({ result }: { readonly result: A }) => resolve(result))
      child.send(request)
    })
  return {
    url: `http://127.0.0.1:${port}`,
    cpu: () => send("cpu"),
    startProfile: () => send("startProfile"),
    stopProfile: () => send("stopProfile"),
    freeze: () => void child.kill("SIGSTOP"),
    thaw: () => void child.kill("SIGCONT"),
    stop: () => void (child.kill("SIGCONT") && child.kill())
  }
}
