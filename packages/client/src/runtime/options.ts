/**
 * Returns the access token for a request. The client calls it before each request, so it should cache the token. If the
 * service rejects a token, the client calls it once more with that token as `refused` to get a new one.
 */
export type TokenProvider = (request: { readonly refused?: string }) => string | Promise<string>

/** Options of a single call. */
export interface RequestOptions {
  /** Aborts the call. The promise is rejected with the signal's reason. */
  readonly signal?: AbortSignal | undefined
  /** Milliseconds for the whole call including retries; 0 for no limit. Default: 120,000. */
  readonly timeout?: number | undefined
  /** Milliseconds for each attempt; 0 for no limit. Default: 60,000. */
  readonly attemptTimeout?: number | undefined
  /** How often to retry after a rate limit or a lost connection. Default: 3. */
  readonly retries?: number | undefined
  /** Additional headers. They override those of the client. */
  readonly headers?: Readonly<Record<string, string>> | undefined
}

/** Options of a single write. */
export interface WriteOptions extends RequestOptions {
  /**
   * Identifies this write. Sending the same key again within 24 hours returns the first response and changes nothing.
   * By default each call has its own key, which its retries share. Set one if another process might send the same
   * write.
   */
  readonly idempotencyKey?: string | undefined
}

/** The levels of the log, least important first. */
export const logLevels = ["debug", "info", "warn", "error"] as const

/** How much is logged: each level includes those after it. `off` logs nothing. */
export type LogLevel = (typeof logLevels)[number] | "off"

/** Receives the log. `console` is one, as are the loggers of pino, winston and others with these four methods. */
export type Logger = {
  readonly [Level in (typeof logLevels)[number]]: (
    message: string,
    fields: Readonly<Record<string, unknown>>
  ) => void
}

interface Settings extends Omit<RequestOptions, "signal"> {
  /**
   * URL of the service, with or without its REST path `/v1`. Default: the environment variable `ADWARDEN_URL`, or
   * `http://localhost:4280`.
   */
  readonly baseUrl?: string | undefined
  /**
   * Slug of the organization that calls apply to. Default: the environment variable `ADWARDEN_ORG`, or `_`, the
   * organization of the API key.
   */
  readonly organization?: string | undefined
  /** Replaces the global fetch, for example to use a proxy or to call a service in the same process. */
  readonly fetch?: typeof fetch | undefined
  /** Name and version of your program, sent before the client's own in User-Agent. Browsers do not allow it. */
  readonly userAgent?: string | undefined
  /**
   * Receives what the client does: each request with its headers (`debug`), each response (`info`), each retry
   * (`warn`), each call without a response (`error`), with their request ids. Secrets and bodies are left out. `console` is a
   * logger. Default: none, or the console if the environment variable `ADWARDEN_LOG` names a level.
   */
  readonly logger?: Logger | undefined
  /** The lowest level that is logged. Default: `ADWARDEN_LOG`, or `warn`. */
  readonly logLevel?: LogLevel | undefined
}

/** Client options with an API key. */
export interface WithApiKey extends Settings {
  /**
   * An API key, `svc_live_…`. Create one in the dashboard under Account › API Keys. Default: the environment variable
   * `ADWARDEN_API_KEY`.
   */
  readonly apiKey?: string | undefined
  readonly token?: undefined
}

/** Client options with an OAuth access token. */
export interface WithToken extends Settings {
  /** An access token, or a function that returns one; see `TokenProvider`. */
  readonly token: string | TokenProvider | undefined
  readonly apiKey?: undefined
}

/** Options of a client: at most one of `apiKey` and `token`, and settings that a single call can override. */
export type AdwardenOptions = WithApiKey | WithToken

/** The environment variables of the runtimes that have them. */
interface Runtime {
  readonly process?: { readonly env?: Readonly<Record<string, string | undefined>> }
}

/** Returns an environment variable without surrounding spaces; undefined in a runtime without environment. */
export const environmentVariable = (name: string): string | undefined =>
  (globalThis as Runtime).process?.env?.[name]?.trim() || undefined
