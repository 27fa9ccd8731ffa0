/**
 * Gives the access token for a request. It is asked before each one, so it should keep what it has. Where the service
 * refuses a token, it is asked once more with that token as `refused`: time to fetch a new one.
 */
export type TokenProvider = (asked: { readonly refused?: string }) => string | Promise<string>

/** What a single call may set for itself. */
export interface RequestOptions {
  /** Calls it off: the promise is rejected with the signal's reason. */
  readonly signal?: AbortSignal | undefined
  /** Milliseconds for the whole call, retries included; 0 for no end. 120,000 by default. */
  readonly timeout?: number | undefined
  /** Milliseconds for each attempt; 0 for no end. 60,000 by default. */
  readonly attemptTimeout?: number | undefined
  /** How often a call is sent again that a limit or a lost connection stopped. 3 by default. */
  readonly retries?: number | undefined
  /** Sent along; they win over those of the client. */
  readonly headers?: Readonly<Record<string, string>> | undefined
}

/** What a call that changes something may set for itself. */
export interface WriteOptions extends RequestOptions {
  /**
   * A name for this change. Sent again within 24 hours, the first answer comes back and nothing is done twice. Each call
   * has one of its own by itself, which its retries share; name one where another process might send the same change.
   */
  readonly idempotencyKey?: string | undefined
}

interface Settings extends Omit<RequestOptions, "signal"> {
  /** The address of the service, with or without the path of its REST API, `/v1`. `http://localhost:4280` by default. */
  readonly baseUrl?: string | undefined
  /** Slug of the organization that calls act in; `_`, the default, is an API key's own. */
  readonly organization?: string | undefined
  /** Stands in for the global fetch: for proxies, for tests, for a service in the same process. */
  readonly fetch?: typeof fetch | undefined
  /** Your program's name and version; told before the client's own wherever a program may set it. */
  readonly userAgent?: string | undefined
}

export interface WithApiKey extends Settings {
  /** An API key, `svc_live_…`: made in the dashboard under Account, API Keys. */
  readonly apiKey: string | undefined
  readonly token?: undefined
}

export interface WithToken extends Settings {
  /** An access token, or a function that gives one; see `TokenProvider`. */
  readonly token: string | TokenProvider | undefined
  readonly apiKey?: undefined
}

export type AdwardenOptions = WithApiKey | WithToken
