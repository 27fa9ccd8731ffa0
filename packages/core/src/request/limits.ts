import type { AdministrationLimit } from "../contract/index.ts"

/** The remainder of a rate limit, for the response headers. */
export interface RateLimitState {
  readonly limit: number
  readonly remaining: number
  /** Epoch seconds at which the full limit is available again. */
  readonly reset: number
}

/** The remainder of an organization's writes of the day. */
export interface QuotaState {
  readonly limit: number
  readonly remaining: number
}

/**
 * A rate limit of an endpoint. `by` replaces the caller, for example with the email address of a sign-in attempt.
 */
export type Rate = AdministrationLimit & { readonly by?: string }
