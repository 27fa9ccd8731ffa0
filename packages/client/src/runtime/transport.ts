import { version } from "../generated/version.ts"
import { bearer, type Credentials, credentialsOf } from "./credentials.ts"
import {
  AdwardenError,
  ApiError,
  ConnectionError,
  infoOf,
  type ResponseInfo,
  TimedOutError
} from "./errors.ts"
import {
  type AdwardenOptions,
  environmentVariable,
  type Logger,
  type LogLevel,
  logLevels,
  type RequestOptions
} from "./options.ts"
import { sleep, type Watch, watch } from "./timing.ts"

export type Log = (
  level: (typeof logLevels)[number],
  message: string,
  fields: () => Readonly<Record<string, unknown>>
) => void

const secretHeader = /auth|cookie|key|secret|token/i

/**
 * The end of a secret, by which people know a key: four characters, and never more than a quarter of it.
 */
const endOf = (secret: string): string => {
  const shown = Math.min(4, Math.floor(secret.replace(/^\S+ /, "").length / 4))
  return `…${shown === 0 ? "" : secret.slice(-shown)}`
}

/** Headers for the log, with the ends of secrets alone. */
const redactHeaders = (headers: Headers): Readonly<Record<string, string>> =>
  Object.fromEntries(
    [...headers].map(([name, value]) => [
      name,
      secretHeader.test(name) && name !== "idempotency-key" ? endOf(value) : value
    ])
  )

interface LogOptions {
  readonly logger?: Logger | undefined
  readonly logLevel?: LogLevel | undefined
}

const isLevel = (text: string | undefined): text is LogLevel =>
  text === "off" || logLevels.some((level) => level === text)

/**
 * Returns the function that writes to the logger of the options. Without a logger, `ADWARDEN_LOG` with a level writes to
 * the console. Nothing else is ever written.
 */
const logOf = ({ logger, logLevel }: LogOptions): Log => {
  const variable = environmentVariable("ADWARDEN_LOG")
  const wanted = isLevel(variable) ? variable : undefined
  const target = logger ?? (wanted === undefined ? undefined : console)
  const first = logLevels.indexOf((logLevel ?? wanted ?? "warn") as (typeof logLevels)[number])
  if (target === undefined || first < 0) return () => undefined
  return (level, message, fields) => {
    if (logLevels.indexOf(level) < first) return
    try {
      target[level](message, fields())
    } catch {
      // A broken logger must not fail a call that succeeded.
    }
  }
}

const firstBackoff = 500
const maxBackoff = 8000

/** Seconds. A longer wait, such as for a daily quota, fails the call instead. */
const maxRetryAfter = 60

/** Statuses of a proxy that cannot reach the service or limits the rate. */
const proxyStatuses: ReadonlyArray<number> = [429, 502, 503, 504]

/**
 * Only failures that can pass are retried. A rejection is final, a quota resets tomorrow, and a defect (500) should be
 * reported instead.
 */
const isTransient = (failure: AdwardenError): boolean => {
  switch (failure.code) {
    case "connection_failed":
    case "rate_limited":
    case "unavailable":
      return true
    case "timed_out":
      return "limit" in failure && failure.limit === "attempt"
    case "unreadable_answer":
      return failure.response !== null && proxyStatuses.includes(failure.response.status)
    default:
      return false
  }
}

/**
 * Returns the milliseconds to wait before a retry, or null if the call must not be retried. The backoff is exponential
 * with full jitter, so that clients do not retry in step, and never shorter than Retry-After.
 */
export const delayAfter = (failure: unknown, attempt: number, random = Math.random): number | null => {
  if (!(failure instanceof AdwardenError) || !isTransient(failure)) return null
  const requestedDelay = failure.response?.retryAfter ?? null
  if (requestedDelay === null) return random() * Math.min(maxBackoff, firstBackoff * 2 ** (attempt - 1))
  return requestedDelay > maxRetryAfter ? null : requestedDelay * 1000 + random() * firstBackoff
}

export interface Request {
  readonly method: string
  readonly path: string
  /** Sent in the query of a GET request, otherwise in the body. */
  readonly params: object
  readonly idempotencyKey?: string | undefined
  /** If true, the time limits apply until the response begins, not until it is read. */
  readonly streams?: boolean
}

export type Reader<A> = (response: Response, info: ResponseInfo, guard: Watch) => Promise<A>

/** Appends the REST path if the URL lacks it, so that the CLI's URL works for the client, too. */
const restAddress = (address: string): string => address.replace(/\/+$/, "").replace(/(\/v1)?$/, "/v1")

const defaults = { baseUrl: "http://localhost:4280", timeout: 120_000, attemptTimeout: 60_000, retries: 3 }

/** Browsers set their own User-Agent. Setting it would only cost a preflight request. */
const inBrowser = (): boolean =>
  /^Mozilla\//.test((globalThis.navigator as Navigator | undefined)?.userAgent ?? "")

const queryOf = (params: object): string => {
  const given = Object.entries(params).filter(([, value]) => value !== undefined)
  return given.length === 0
    ? ""
    : `?${new URLSearchParams(given.map(([name, value]) => [name, String(value)]))}`
}

/** Sends requests with a credential, time limits and retries. It knows HTTP, but no operations. */
export class Transport {
  readonly #options: AdwardenOptions
  readonly #credentials: Credentials
  readonly #baseUrl: string
  readonly #log: Log

  constructor(options: AdwardenOptions) {
    this.#options = options
    this.#credentials = credentialsOf(options)
    this.#baseUrl = restAddress(options.baseUrl ?? environmentVariable("ADWARDEN_URL") ?? defaults.baseUrl)
    this.#log = logOf(options)
  }

  /** Sends a request until it succeeds or must not be retried. Throws the failure of the last attempt. */
  async send<A>(request: Request, options: RequestOptions, read: Reader<A>): Promise<A> {
    const { retries, timeout } = { ...defaults, ...defined(this.#options), ...defined(options) }
    const started = performance.now()
    const deadline = timeout > 0 ? performance.now() + timeout : Number.POSITIVE_INFINITY
    let token: string | undefined
    let refused: string | undefined
    let renewed: string | undefined
    for (let attempt = 1, failures = 0; ; attempt++) {
      options.signal?.throwIfAborted()
      try {
        if (refused !== undefined) renewed ??= await this.#credentials.renew?.(refused)
        token = renewed ?? (await this.#credentials.current())
        const attempted = { ...options, token, attempt, deadline, timeout }
        return await this.#attempt(request, attempted, (response, info, guard) => {
          this.#log("info", `${request.method} ${request.path} ${info.status}`, () => ({
            requestId: info.requestId,
            attempts: attempt,
            milliseconds: Math.round(performance.now() - started)
          }))
          return read(response, info, guard)
        })
      } catch (failure) {
        if (options.signal?.aborted) throw options.signal.reason
        const canRenew = this.#credentials.renew !== null && refused === undefined
        if (canRenew && token !== undefined && isRefusedToken(failure)) {
          refused = token
          continue
        }
        const delay = ++failures > retries ? null : delayAfter(failure, failures)
        const isFinal = delay === null || performance.now() + delay >= deadline
        // A refusal of the service was logged as a response, and whether it is an error is for the caller to say.
        if (!isFinal || !(failure instanceof ApiError))
          this.#log(
            isFinal ? "error" : "warn",
            `${request.method} ${request.path} failed${isFinal ? "" : " and is sent again"}`,
            () => ({
              ...failureFields(failure),
              attempts: attempt,
              ...(isFinal ? {} : { delay: Math.round(delay) })
            })
          )
        if (isFinal) throw failure
        await sleep(delay, options.signal)
      }
    }
  }

  async #attempt<A>(request: Request, given: Attempt, read: Reader<A>): Promise<A> {
    const limit = given.attemptTimeout ?? this.#options.attemptTimeout ?? defaults.attemptTimeout
    const remaining = given.deadline - performance.now()
    const totalTimeoutFirst = limit <= 0 || remaining < limit
    const guard = watch(totalTimeoutFirst ? remaining : limit, given.signal)
    try {
      const response = await this.#fetch(request, given, guard.signal)
      if (request.streams) guard.stopTimer()
      return await read(response, infoOf(response, given.attempt), guard)
    } catch (failure) {
      guard.release()
      if (!guard.timedOut()) throw failure
      throw totalTimeoutFirst
        ? new TimedOutError("whole", given.timeout)
        : new TimedOutError("attempt", limit)
    } finally {
      if (!request.streams) guard.release()
    }
  }

  async #fetch({ idempotencyKey, method, params, path }: Request, given: Attempt, signal: AbortSignal) {
    const send = this.#options.fetch ?? globalThis.fetch
    // Messages then name methods of this client instead of requests.
    const headers = new Headers({ accept: "application/json; wording=client" })
    const inQuery = method === "GET"
    if (!inQuery) headers.set("content-type", "application/json")
    if (!inBrowser()) {
      headers.set("user-agent", `${this.#options.userAgent ?? ""} adwarden-client/${version}`.trim())
    }
    for (const [name, value] of Object.entries({ ...this.#options.headers, ...given.headers }))
      headers.set(name, value)
    if (idempotencyKey !== undefined) headers.set("idempotency-key", idempotencyKey)
    headers.set("authorization", bearer(given.token))
    const body = inQuery ? null : JSON.stringify(params)
    const url = `${this.#baseUrl}${path}${inQuery ? queryOf(params) : ""}`
    this.#log("debug", `${method} ${path}`, () => ({
      url,
      attempt: given.attempt,
      headers: redactHeaders(headers)
    }))
    try {
      return await send(url, { method, headers, body, signal, redirect: "manual" })
    } catch (cause) {
      throw new ConnectionError(`Cannot connect to ${this.#baseUrl}.`, null, { cause })
    }
  }
}

interface Attempt extends RequestOptions {
  readonly token: string
  readonly attempt: number
  readonly deadline: number
  readonly timeout: number
}

const isRefusedToken = (failure: unknown): boolean =>
  (failure as { readonly code?: unknown } | null)?.code === "unauthorized"

const failureFields = (failure: unknown): Readonly<Record<string, unknown>> =>
  failure instanceof AdwardenError
    ? { code: failure.code, status: failure.response?.status, requestId: failure.requestId }
    : { code: "unexpected" }

type Defined<A> = { [K in keyof A]?: Exclude<A[K], undefined> }

/** Omits undefined values, so that they do not override defaults. */
const defined = <A extends object>(options: A): Defined<A> =>
  Object.fromEntries(Object.entries(options).filter(([, value]) => value !== undefined)) as Defined<A>
