/** What is left of a rate limit, as response headers state it. */
export interface RateLimitState {
  readonly limit: number
  readonly remaining: number
  /** Epoch seconds at which the whole limit is there again. */
  readonly reset: number
}

/** What is left of an organization's writes of the day. */
export interface QuotaState {
  readonly limit: number
  readonly remaining: number
}

/**
 * A rate limit of an endpoint: `name` is part of the key in the table of rates. Each caller has its own counter;
 * `by` replaces the caller, such as an email address that somebody tries to sign in with.
 */
export type Rate = { readonly name: string; readonly by?: string } & (
  | { readonly perMinute: number }
  | { readonly perHour: number }
)
