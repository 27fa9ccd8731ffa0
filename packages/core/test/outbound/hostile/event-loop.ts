import { monitorEventLoopDelay } from "node:perf_hooks"

/**
 * Measures how long this thread is blocked. `longest` is the CPU time between two timer ticks in
 * milliseconds, which a busy machine does not increase. `delay` is the time that a caller would have waited.
 */
export const watchEventLoop = () => {
  const delay = monitorEventLoopDelay({ resolution: 5 })
  let before = process.threadCpuUsage()
  let longest = 0
  const onTick = (): void => {
    const now = process.threadCpuUsage()
    longest = Math.max(longest, (now.user + now.system - before.user - before.system) / 1000)
    before = now
  }
  delay.enable()
  const timer = setInterval(onTick, 5)
  return {
    stop: () => {
      onTick()
      clearInterval(timer)
      delay.disable()
      return { longest, delay: delay.max / 1e6 }
    }
  }
}
