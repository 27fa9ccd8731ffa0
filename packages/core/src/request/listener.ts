import { Context, Effect } from "effect"
import type { RateLimitState } from "./limits.ts"

/** How far work has come that a caller waits for. */
export interface News {
  /** Grows with every piece of news. */
  readonly progress: number
  readonly total: number
  /** What is being done, in a sentence that each surface puts in its own words; null where there is nothing to say. */
  readonly message: string | null
}

/** What is known of an answer before it is there. */
export interface SoFar {
  readonly requestId: string
  readonly rateLimit: RateLimitState | null
}

/** Whoever waits for the answer to a call. */
export interface Listener {
  readonly hear: (news: News, soFar: SoFar) => void
  /** Ends when nobody waits any more. */
  readonly gone: Effect.Effect<void>
}

/**
 * The listener, as handlers see it: work that takes long tells how it is getting on, and need not go on for nobody. It is
 * not interrupted, because whatever was asked for is answered and audited to its end.
 */
export class Listening extends Context.Reference<Listening>()("@adwarden/Listening", {
  defaultValue: (): { readonly tell: (news: News) => void; readonly gone: Effect.Effect<void> } => ({
    tell: () => {},
    gone: Effect.never
  })
}) {}

/** Lets what runs be heard by the listener of its call. */
export const heardBy = <A, E, R>(
  work: Effect.Effect<A, E, R>,
  listener: Listener | undefined,
  soFar: SoFar
): Effect.Effect<A, E, R> =>
  listener === undefined
    ? work
    : Effect.provideService(work, Listening, {
        tell: (news) => listener.hear(news, soFar),
        gone: listener.gone
      })
