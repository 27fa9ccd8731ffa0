import { spawn } from "node:child_process"
import { signalCode } from "./stop.mjs"

const followLauncher = new URL("./follow-launcher.mjs", import.meta.url).href
const posix = process.platform !== "win32"

/**
 * Runs the service until it has ended by itself, and gives its exit code. It has a process group of its own: a
 * terminal sends Ctrl-C to everything in a group, so the service and its Postgres would get it at once and
 * race, and get it again as npm passes it on. So one signal goes to the service, from here.
 */
export function supervise(bin, args, { cwd, env }) {
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
      // A closed terminal asks for the same orderly end as everything else.
      child.kill(signal === "SIGHUP" ? "SIGTERM" : signal)
      const patience = "Finishing the requests in flight. Ctrl-C again ends the service at once."
      setTimeout(() => console.error(patience), 3000).unref()
    } else if (performance.now() - stoppedAt > 1000 && signal !== "SIGHUP") {
      // Not npm's echo of the first one but a second wish, from someone whom the orderly end takes too long.
      process.kill(posix ? -child.pid : child.pid, "SIGKILL")
    }
  }
  for (const signal of ["SIGINT", "SIGTERM", "SIGHUP"]) process.on(signal, stop)

  // Under npm a new parent means that npm was killed outright: nobody is left to pass a signal on.
  const parent = process.ppid
  const orphaned = () => process.ppid !== parent && stop("SIGHUP")
  if (process.env.npm_lifecycle_event) setInterval(orphaned, 1000).unref()

  return new Promise((resolve, reject) => {
    child.on("error", reject)
    child.on("exit", (code, signal) => {
      if (signal && stoppedAt === undefined) console.error(`npm start: the service was ended by ${signal}.`)
      resolve(code ?? signalCode(signal))
    })
  })
}
