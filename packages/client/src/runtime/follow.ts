import { TimedOutError } from "./errors.ts"
import type { RequestOptions } from "./options.ts"
import { sleep } from "./timing.ts"

/** Options of `follow`, in addition to those of each poll's request. */
export interface FollowOptions extends RequestOptions {
  /** Milliseconds until following fails with `timed_out`. No limit by default. */
  readonly timeout?: number | undefined
  /**
   * Milliseconds between two polls: the first interval and the longest one. Each interval is 1.5 times the one before.
   */
  readonly pause?: { readonly first: number; readonly longest: number } | undefined
}

/** Options of `wait`. */
export interface WaitOptions<State> extends FollowOptions {
  /** Called after every poll, including the last. */
  readonly onProgress?: ((state: State) => void) | undefined
}

interface Followed<State> {
  /** Polls once. The service can delay its response for up to `pause` milliseconds, to return the end without delay. */
  readonly look: (pause: number, options: RequestOptions) => Promise<State>
  readonly isOver: (state: State) => boolean
  readonly pause: { readonly first: number; readonly longest: number }
}

/** Polls until `isOver`, and yields every state. */
export async function* follow<State>(
  { isOver, look, pause: defaultPause }: Followed<State>,
  { pause = defaultPause, timeout, ...options }: FollowOptions
): AsyncGenerator<State, void, undefined> {
  const deadline = performance.now() + (timeout || Number.POSITIVE_INFINITY)
  for (let length = pause.first; ; length = Math.min(length * 1.5, pause.longest)) {
    const lookedAt = performance.now()
    const remaining = Math.max(1, deadline - lookedAt)
    const state = await look(
      Math.min(length, remaining),
      timeout ? { ...options, timeout: remaining } : options
    )
    yield state
    if (isOver(state)) return
    const now = performance.now()
    if (now >= deadline) throw new TimedOutError("whole", timeout ?? 0)
    await sleep(Math.max(0, Math.min(lookedAt + length, deadline) - now), options.signal)
  }
}

/** Follows to the end and returns the last state. */
export const waitFor = async <State>(
  followed: Followed<State>,
  { onProgress, ...options }: WaitOptions<State>
): Promise<State> => {
  let last: State | undefined
  for await (const state of follow(followed, options)) {
    last = state
    onProgress?.(state)
  }
  return last as State
}
