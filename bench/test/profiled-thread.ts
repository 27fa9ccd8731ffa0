import { Session } from "node:inspector/promises"
import { parentPort } from "node:worker_threads"

// In a thread of its own: the profiler takes ten seconds to start where a test run has loaded all modules.

const work = () => {
  let sum = 0
  for (let n = 0; n < 2_000_000; n++) sum += Math.sqrt(n)
  return sum
}
const calledTwice = () => work() + work()

const profiler = new Session()
profiler.connect()
await profiler.post("Profiler.enable")
await profiler.post("Profiler.start")
for (let n = 0; n < 20; n++) calledTwice()
const { profile } = await profiler.post("Profiler.stop")
profiler.disconnect()
parentPort!.postMessage(profile)
