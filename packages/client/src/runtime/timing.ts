/** The longest delay that timers support. A longer one would fire at once. */
const maxTimer = 2 ** 31 - 1

/** Waits, unless the signal aborts. */
export const sleep = (milliseconds: number, signal?: AbortSignal): Promise<void> =>
  new Promise((resolve, reject) => {
    if (signal?.aborted) return reject(signal.reason)
    const onAbort = () => {
      clearTimeout(timer)
      reject(signal?.reason)
    }
    const timer = setTimeout(
      () => {
        signal?.removeEventListener("abort", onAbort)
        resolve()
      },
      Math.min(milliseconds, maxTimer)
    )
    signal?.addEventListener("abort", onAbort, { once: true })
  })

/** A signal that aborts with the caller's signal or at the timeout. */
export interface Watch {
  readonly signal: AbortSignal
  readonly timedOut: () => boolean
  /** Stops the timeout, because a stream can take as long as its reader wants. */
  readonly stopTimer: () => void
  readonly release: () => void
}

// AbortSignal.any and AbortSignal.timeout would do most of this, but some supported browsers lack them.
export const watch = (milliseconds: number, parent?: AbortSignal): Watch => {
  const controller = new AbortController()
  let over = false
  const onAbort = () => controller.abort(parent?.reason)
  if (parent?.aborted) onAbort()
  parent?.addEventListener("abort", onAbort, { once: true })
  const timer = setTimeout(
    () => {
      over = true
      controller.abort()
    },
    Math.min(milliseconds, maxTimer)
  )
  const stopTimer = () => clearTimeout(timer)
  return {
    signal: controller.signal,
    timedOut: () => over,
    stopTimer,
    release: () => {
      stopTimer()
      parent?.removeEventListener("abort", onAbort)
    }
  }
}
