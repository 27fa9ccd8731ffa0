import { TimedOutError } from "./errors.ts"
import type { RequestOptions } from "./options.ts"
import { sleep } from "./timing.ts"

export interface FollowOptions extends RequestOptions {
  /** Milliseconds until following is given up with `timed_out`; without, it ends when the work does. */
  readonly timeout?: number | undefined
  /** Milliseconds from one look to the next, at first and at most: each pause is half as long again as the one before. */
  readonly pause?: { readonly first: number; readonly longest: number } | undefined
}

export interface WaitOptions<State> extends FollowOptions {
  /** Told of every look, the last one included. */
  readonly onProgress?: ((state: State) => void) | undefined
}

interface Followed<State> {
  /** Looks once; the service may take up to the pause to answer, if it can tell the end at once that way. */
  readonly look: (pause: number, options: RequestOptions) => Promise<State>
  readonly isOver: (state: State) => boolean
  readonly pause: { readonly first: number; readonly longest: number }
}

/** Looks again and again until it is over, and tells each state that it sees. */
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

/** Follows it to its end and answers the last state. */
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
