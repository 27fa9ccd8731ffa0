import { monitorEventLoopDelay } from "node:perf_hooks"

/**
 * Watches how long this thread is kept from answering. `longest` is the processor time that it used between two beats,
 * in milliseconds: a busy machine makes beats late but does not add to it. `delay` is what a caller would have waited.
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
