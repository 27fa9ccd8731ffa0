import { Context, Effect } from "effect"
import type { RateLimitState } from "./limits.ts"

/** The progress of work that a caller waits for. */
export interface ProgressUpdate {
  /** Grows with every update. */
  readonly progress: number
  readonly total: number
  /** The current step as a message that each surface words itself; null if there is none. */
  readonly message: string | null
}

/** The part of a response that is known before it is complete. */
export interface PartialResponse {
  readonly requestId: string
  readonly rateLimit: RateLimitState | null
}

/** The client that waits for the response to a call. */
export interface ClientListener {
  readonly onProgress: (update: ProgressUpdate, partialResponse: PartialResponse) => void
  /** Completes when the client disconnects. */
  readonly disconnected: Effect.Effect<void>
}

/**
 * The listener as handlers see it. Long work reports its progress and can stop early once the client is gone.
 * The pipeline does not interrupt it, because every request is finished and audited.
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

/** Runs an effect with the listener of its call. */
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
