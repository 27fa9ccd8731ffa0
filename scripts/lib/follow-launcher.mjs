// Loaded into the service before its own code. The service has its own process group, so it receives no
// signal when the launcher is killed. The closing IPC channel stops it instead.
import { isMainThread } from "node:worker_threads"

if (isMainThread && process.channel) {
  process.once("disconnect", () => process.kill(process.pid, "SIGTERM"))
  // The channel must not keep the service alive, and child processes of the service must not follow the
  // launcher.
  process.channel.unref()
  const at = process.execArgv.indexOf(import.meta.url)
  if (at > 0) process.execArgv.splice(at - 1, 2)
}
