// Loaded into the service ahead of its own code. The service has a process group of its own, so when the
// launcher is killed outright nothing else would tell it: the channel between them closing does.
import { isMainThread } from "node:worker_threads"

if (isMainThread && process.channel) {
  process.once("disconnect", () => process.kill(process.pid, "SIGTERM"))
  // The channel alone must not keep the service alive, and what the service forks is not ours to follow.
  process.channel.unref()
  const at = process.execArgv.indexOf(import.meta.url)
  if (at > 0) process.execArgv.splice(at - 1, 2)
}
