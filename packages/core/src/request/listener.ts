import { Context, Effect } from "effect"
import type { RateLimitState } from "./limits.ts"

/** How far work has come that a caller waits for. */
export interface ProgressUpdate {
  /** Grows with every piece of news. */
  readonly progress: number
  readonly total: number
  /** What is being done, in a sentence that each surface puts in its own words; null where there is nothing to say. */
  readonly message: string | null
}

/** What is known of an answer before it is there. */
export interface PartialResponse {
  readonly requestId: string
  readonly rateLimit: RateLimitState | null
}

/** Whoever waits for the answer to a call. */
export interface ClientListener {
  readonly onProgress: (update: ProgressUpdate, partialResponse: PartialResponse) => void
  /** Ends when nobody waits any more. */
  readonly disconnected: Effect.Effect<void>
}

/**
 * The listener, as handlers see it: work that takes long tells how it is getting on, and need not go on for nobody. It is
 * not interrupted, because whatever was asked for is answered and audited to its end.
 */
export class ProgressListener extends Context.Reference<ProgressListener>()("@adwarden/ProgressListener", {
  defaultValue: (): {
    readonly onProgress: (update: ProgressUpdate) => void
    readonly disconnected: Effect.Effect<void>
  } => ({
    onProgress: () => {},
    disconnected: Effect.never
  })
}) {}

/** Lets what runs be heard by the listener of its call. */
export const withListener = <A, E, R>(
  work: Effect.Effect<A, E, R>,
  listener: ClientListener | undefined,
  partialResponse: PartialResponse
): Effect.Effect<A, E, R> =>
  listener === undefined
    ? work
    : Effect.provideService(work, ProgressListener, {
        onProgress: (update) => listener.onProgress(update, partialResponse),
        disconnected: listener.disconnected
      })
