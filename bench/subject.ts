import { type ChildProcess, fork } from "node:child_process"
import { createServer } from "node:net"
import { fileURLToPath } from "node:url"

export interface Subject {
  readonly url: string
  /** Microseconds of processor time since its start. */
  readonly cpu: () => Promise<number>
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
  const cpu = () =>
    new Promise<number>((resolve) => {
      child.once("message", (micros) => resolve(Number(micros)))
      child.send("cpu")
    })
  return { url: `http://127.0.0.1:${port}`, cpu, stop: () => void child.kill() }
}
