import { spawn } from "node:child_process"
import { join } from "node:path"
import { ensureInstalled } from "./install.mjs"
import { inRoot, root, tools } from "./project.mjs"
import { runtime } from "./runtime.mjs"
import { main, signalCode } from "./stop.mjs"

const followLauncher = new URL("./follow-launcher.mjs", import.meta.url).href
const posix = process.platform !== "win32"

/**
 * Runs the service until it exits, and returns its exit code. The service has its own process group: a
 * terminal sends Ctrl-C to the whole group, so the service and its Postgres would receive it at once, and
 * again from npm. This function sends the service exactly one signal.
 */
function supervise(bin, args, { cwd, env }) {
  const child = spawn(bin, ["--import", followLauncher, ...args], {
    cwd,
    env,
    detached: posix,
    stdio: ["inherit", "inherit", "inherit", "ipc"]
  })
  let stoppedAt

  const stop = (signal) => {
    if (stoppedAt === undefined) {
      stoppedAt = performance.now()
      // A closed terminal stops the service gracefully like any other signal.
      child.kill(signal === "SIGHUP" ? "SIGTERM" : signal)
      const patience = "Finishing the requests in flight. Ctrl-C again ends the service at once."
      setTimeout(() => console.error(patience), 3000).unref()
    } else if (performance.now() - stoppedAt > 1000 && signal !== "SIGHUP") {
      // A later signal is not npm's repetition of the first one: the user wants to end a slow shutdown.
      process.kill(posix ? -child.pid : child.pid, "SIGKILL")
    }
  }
  for (const signal of ["SIGINT", "SIGTERM", "SIGHUP"]) process.on(signal, stop)

  // Under npm, a new parent process means that npm was killed and forwards no more signals.
  const parent = process.ppid
  const orphaned = () => process.ppid !== parent && stop("SIGHUP")
  if (process.env.npm_lifecycle_event) setInterval(orphaned, 1000).unref()

  return new Promise((resolve, reject) => {
    child.on("error", reject)
    child.on("exit", (code, signal) => {
      if (signal && stoppedAt === undefined) console.error(`npm start: the service was killed by ${signal}.`)
      resolve(code ?? signalCode(signal))
    })
  })
}

await main("npm start", async () => {
  await ensureInstalled("npm start")
  const { bin, flags, serviceFlags, env } = runtime()
  const program = inRoot("packages", "server", "src", "bin.ts")
  const service = [...flags, ...serviceFlags, program, "dev", ...process.argv.slice(2)]
  // Later starts reuse compiled code, which is a third of their CPU time.
  const cached = { NODE_COMPILE_CACHE: join(tools, "compile-cache"), ...env }
  return supervise(bin, service, { cwd: root, env: cached })
})
