/** The longest that timers can wait; a longer time would end at once. */
const maxTimer = 2 ** 31 - 1

/** Waits, unless the signal calls it off. */
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

/** A signal that ends with the caller's own, or when the time is over. */
export interface Watch {
  readonly signal: AbortSignal
  readonly timedOut: () => boolean
  /** From here on time does not count: a stream may take as long as its reader wants. */
  readonly stopTimer: () => void
  readonly release: () => void
}

// AbortSignal.any and AbortSignal.timeout would do most of this, but not yet in every browser that has the rest.
export const watch = (milliseconds: number, parent?: AbortSignal): Watch => {
  const controller = new AbortController()
  let over = false
  const onAbort = () => controller.abort(parent?.reason)
  if (parent?.aborted) onAbort()
  parent?.addEventListener("abort", onAbort, { once: true })
  const timer = Number.isFinite(milliseconds)
    ? setTimeout(
        () => {
          over = true
          controller.abort()
        },
        Math.min(milliseconds, maxTimer)
      )
    : undefined
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
