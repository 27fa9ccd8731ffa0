import { type ChildProcess, fork } from "node:child_process"
import type { Profiler } from "node:inspector"
import { createServer } from "node:net"
import { fileURLToPath } from "node:url"

/** What a server answers through its channel. */
export type Question = "cpu" | "startProfile" | "stopProfile"

export interface Subject {
  readonly url: string
  /** Microseconds of processor time since its start. */
  readonly cpu: () => Promise<number>
  readonly startProfile: () => Promise<void>
  /** Returns the CPU profile since its start. */
  readonly stopProfile: () => Promise<Profiler.Profile>
  readonly stop: () => void
}

const freePort = () =>
  new Promise<number>((resolve) => {
    const probe = createServer().listen(0, "127.0.0.1", () => {
      const { port } = probe.address() as { port: number }
      probe.close(() => resolve(port))
    })
  })

/** Starts one of the servers as a process of its own. Its log goes nowhere, but it is written. */
export const startSubject = async (file: string, databaseUrl: string): Promise<Subject> => {
  const port = await freePort()
  const child: ChildProcess = fork(fileURLToPath(new URL(`./servers/${file}`, import.meta.url)), {
    env: { ...process.env, DATABASE_URL: databaseUrl, PORT: String(port), NODE_ENV: "production" },
    stdio: ["ignore", "ignore", "inherit", "ipc"]
  })
  await new Promise<void>((resolve, reject) => {
    child.once("message", () => resolve())
    child.once("exit", (code) => reject(new Error(`${file} ended with ${code}`)))
  })
  const ask = <A>(question: Question) =>
    new Promise<A>((resolve) => {
      child.once("message", ({ answer }: { readonly answer: A }) => resolve(answer))
      child.send(question)
    })
  return {
    url: `http://127.0.0.1:${port}`,
    cpu: () => ask("cpu"),
    startProfile: () => ask("startProfile"),
    stopProfile: () => ask("stopProfile"),
    stop: () => void child.kill()
  }
}
