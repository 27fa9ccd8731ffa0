import { version } from "../generated/version.ts"
import { bearer, type Credentials, credentialsOf } from "./credentials.ts"
import { AdwardenError, ApiError, ConnectionError, TimedOutError } from "./errors.ts"
import { type Log, logOf, redactHeaders } from "./log.ts"
import { type AdwardenOptions, environmentVariable, type RequestOptions } from "./options.ts"
import { infoOf, type ResponseInfo } from "./response-info.ts"
import { delayAfter } from "./retry.ts"
import { sleep, type Watch, watch } from "./timing.ts"

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
