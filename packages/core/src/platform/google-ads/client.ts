import * as Headers from "@effect/platform/Headers"
import * as HttpClient from "@effect/platform/HttpClient"
import * as HttpClientRequest from "@effect/platform/HttpClientRequest"
import type { HttpClientResponse } from "@effect/platform/HttpClientResponse"
import { Duration, Effect, RateLimiter, Redacted, Schedule, Schema } from "effect"
import { counter, currentTraceParent, histogram, makeInSpan, Telemetry } from "../../telemetry/index.ts"
import {
  OutcomeUnknown,
  PlatformRefused,
  PlatformUnreachable,
  type ReadFailure,
  type WriteFailure
} from "../errors.ts"
import { PlatformLogins } from "../logins.ts"
import type { AdAccount, PlatformLogin } from "../model.ts"
import { type AttemptFailure, failureOf, label as platform, ResponseLost } from "./failures.ts"
import type { GoogleAdsSettings } from "./settings.ts"
import {
  makeAccessTokens,
  makeTokenEndpoint,
  type TokenEndpoint,
  transportFailure
} from "./token-endpoint.ts"

type Kind = "read" | "write"

/** Whether a retry is safe: the platform has certainly done nothing, or the request is idempotent. */
const isSafe = (failure: AttemptFailure, kind: Kind): boolean =>
  failure._tag === "RequestNotSent" ||
  failure._tag === "QuotaExceeded" ||
  (failure._tag === "ResponseLost" && kind === "read")

/** The delay that the platform requested. */
const requestedDelayMillis = (failure: AttemptFailure): number =>
  failure._tag === "QuotaExceeded" ? (failure.retryAfterMillis ?? 0) : 0

/** Exponential backoff with 50 % jitter, never shorter than the platform requested. */
const schedule = (
  { firstDelayMillis, longestDelayMillis, retries }: GoogleAdsSettings,
  path: string,
  kind: Kind
) =>
  Schedule.exponential(firstDelayMillis).pipe(
    Schedule.union(Schedule.spaced(longestDelayMillis)),
    Schedule.jitteredWith({ min: 0.5, max: 1.5 }),
    Schedule.intersect(Schedule.recurs(retries)),
    Schedule.zipRight(Schedule.identity<AttemptFailure>()),
    Schedule.whileInput(
      (failure: AttemptFailure) =>
        isSafe(failure, kind) && requestedDelayMillis(failure) <= longestDelayMillis
    ),
    Schedule.modifyDelay((failure, delay) =>
      Duration.sum(delay, Duration.millis(requestedDelayMillis(failure)))
    ),
    Schedule.tapOutput((failure) =>
      Effect.annotateLogs(Effect.logInfo("Google Ads is asked again"), { path, why: failure.message })
    )
  )

const withRetry = <A>(
  settings: GoogleAdsSettings,
  path: string,
  kind: Kind,
  attempt: Effect.Effect<A, AttemptFailure>
): Effect.Effect<A, AttemptFailure> =>
  attempt.pipe(
    // An expired token is refused before anything is done: retry once, at once, with a new one.
    Effect.catchTag("TokenExpired", () => attempt),
    Effect.retry(schedule(settings, path, kind))
  )

const readFailure = (failure: AttemptFailure): ReadFailure => {
  const { message } = failure
  switch (failure._tag) {
    case "RequestNotSent":
      return new PlatformUnreachable({ platform, message })
    case "ResponseLost":
      return new PlatformUnreachable({ platform, message, requestId: failure.requestId })
    case "QuotaExceeded": {
      const { requestId, retryAfterMillis } = failure
      return new PlatformUnreachable({ platform, message, retryAfterMillis, requestId })
    }
    case "TokenExpired":
      return new PlatformRefused({ platform, code: "authenticationError", message })
    default:
      return failure
  }
}

/** Only for a write does a missing response leave open whether it was done. */
const writeFailure = (failure: AttemptFailure): WriteFailure =>
  failure._tag === "ResponseLost"
    ? new OutcomeUnknown({ platform, message: failure.message, requestId: failure.requestId })
    : readFailure(failure)

/** Sends a request with the retries that its failures allow, and returns the final result. */
const readWithRetry = <A>(
  settings: GoogleAdsSettings,
  path: string,
  attempt: Effect.Effect<A, AttemptFailure>
): Effect.Effect<A, ReadFailure> => Effect.mapError(withRetry(settings, path, "read", attempt), readFailure)

const writeWithRetry = <A>(
  settings: GoogleAdsSettings,
  path: string,
  attempt: Effect.Effect<A, AttemptFailure>
): Effect.Effect<A, WriteFailure> =>
  Effect.mapError(withRetry(settings, path, "write", attempt), writeFailure)

const platformName = "google_ads"
const countCall = counter("adwarden_platform_calls_total")
const countRefusal = counter("adwarden_platform_refusals_total")
const observeDuration = histogram("adwarden_platform_call_duration_seconds")

const outcomes = {
  RequestNotSent: "not_sent",
  ResponseLost: "response_lost",
  QuotaExceeded: "quota_exceeded",
  TokenExpired: "token_expired",
  PlatformRefused: "refused",
  ConnectionBroken: "connection_broken",
  SetupRequired: "setup_required"
} as const satisfies Record<AttemptFailure["_tag"], string>

type CallKind = "read" | "write"

/** The method at the end of a path, without the ids before it: `googleAds:search`. */
const methodOf = (path: string): string => path.split("/").at(-1)!.replaceAll(/\d+/g, "_")

/** Counts attempts to call Google Ads and runs each in a span, as far as telemetry is on. */
const makeObserveCall = Effect.gen(function* () {
  const { metrics } = yield* Telemetry
  const inSpan = yield* makeInSpan
  const count = <A>(call: CallKind, attempt: Effect.Effect<A, AttemptFailure>) =>
    Effect.suspend(() => {
      const startedAt = performance.now()
      const finish = (outcome: string) =>
        Effect.sync(() => {
          countCall(platformName, call, outcome)
          observeDuration((performance.now() - startedAt) / 1000, platformName, call)
        })
      return Effect.tapBoth(attempt, {
        onSuccess: () => finish("ok"),
        onFailure: (failure) => {
          if (failure._tag === "PlatformRefused") countRefusal(platformName, failure.code)
          return finish(outcomes[failure._tag])
        }
      })
    })
  return <A>(call: CallKind, path: string, attempt: Effect.Effect<A, AttemptFailure>) =>
    inSpan(`Google Ads ${methodOf(path)}`, metrics ? count(call, attempt) : attempt, {
      kind: "client",
      attributes: { "adwarden.platform": platformName, "adwarden.platform.call": call }
    })
})

type RateClass = "usual" | "planning"

/** Keeps a process within the platform's quota across all concurrent requests. */
const makeRateLimit = (settings: GoogleAdsSettings) =>
  Effect.gen(function* () {
    const limit = (perSecond: number) =>
      RateLimiter.make({ limit: perSecond, interval: "1 second", algorithm: "token-bucket" })
    const standard = yield* limit(settings.requestsPerSecond)
    const planning = yield* limit(settings.planningPerSecond)
    return <A, E, R>(
      rateLimit: RateClass = "usual",
      effect: Effect.Effect<A, E, R>
    ): Effect.Effect<A, E, R> => standard(rateLimit === "planning" ? planning(effect) : effect)
  })

/** One request, without version, base URL and credentials. */
interface ApiRequest<A, I> {
  /** Relative to the version, for example `customers/123/googleAds:search`. */
  readonly path: string
  readonly body?: unknown
  readonly responseSchema: Schema.Schema<A, I>
  readonly rateLimit?: RateClass
}

export interface GoogleAdsClient {
  readonly settings: GoogleAdsSettings
  readonly tokenEndpoint: TokenEndpoint
  readonly read: <A, I>(
    loginContext: LoginContext,
    request: ApiRequest<A, I>
  ) => Effect.Effect<A, ReadFailure>
  readonly write: <A, I>(
    loginContext: LoginContext,
    request: ApiRequest<A, I>
  ) => Effect.Effect<A, WriteFailure>
}

/** The login that makes the call, and the manager account it goes through. */
export interface LoginContext {
  readonly login: PlatformLogin
  readonly loginCustomerId: string | null
}

export const loginContextOf = ({ login, loginCustomerId }: AdAccount): LoginContext => ({
  login,
  loginCustomerId
})

export const makeClient = (settings: GoogleAdsSettings) =>
  Effect.gen(function* () {
    // The trace context of our requests must not reach Google; see below for a proxy of the operator.
    const http = HttpClient.withTracerPropagation(yield* HttpClient.HttpClient, false)
    const traceParent =
      (yield* Telemetry).traces !== null && !isGoogle(settings.baseUrl) ? currentTraceParent : noTraceParent
    const observe = yield* makeObserveCall
    const tokenEndpoint = makeTokenEndpoint(settings, http)
    const tokens = yield* makeAccessTokens(tokenEndpoint)
    const logins = yield* PlatformLogins
    const rateLimit = yield* makeRateLimit(settings)

    const requestFor = (
      caller: LoginContext,
      { body, path }: ApiRequest<unknown, unknown>,
      token: Redacted.Redacted,
      traceparent: string | null
    ) => {
      const url = `${settings.baseUrl}/${settings.version}/${path}`
      const headers = {
        authorization: `Bearer ${Redacted.value(token)}`,
        ...(traceparent === null ? {} : { traceparent }),
        ...(caller.loginCustomerId === null ? {} : { "login-customer-id": caller.loginCustomerId }),
        ...(settings.developerToken === undefined
          ? {}
          : { "developer-token": Redacted.value(settings.developerToken) })
      }
      const bare =
        body === undefined
          ? HttpClientRequest.get(url)
          : HttpClientRequest.post(url).pipe(HttpClientRequest.bodyUnsafeJson(body))
      return HttpClientRequest.setHeaders(bare, headers)
    }

    const sendOnce = <A, I>(
      caller: LoginContext,
      request: ApiRequest<A, I>
    ): Effect.Effect<A, AttemptFailure> =>
      Effect.gen(function* () {
        const token = yield* tokens.get(caller.login)
        const traceparent = yield* traceParent
        const sent = http
          .execute(requestFor(caller, request as ApiRequest<unknown, unknown>, token, traceparent))
          .pipe(
            Effect.flatMap((response) => Effect.map(response.text, (text) => ({ response, text }))),
            Effect.mapError(transportFailure),
            Effect.timeoutFail({
              duration: settings.timeoutMillis,
              onTimeout: () =>
                new ResponseLost({ message: `No response within ${settings.timeoutMillis} ms.` })
            })
          )
        const [took, { response, text }] = yield* Effect.timed(rateLimit(request.rateLimit, sent))
        const requestId = requestIdOf(response)
        const ok = response.status >= 200 && response.status < 300
        // Both ids are in one line: the request's own one, which every line has, and the one that Google asks for.
        yield* Effect.annotateLogs(
          ok ? Effect.logDebug("Google Ads answered") : Effect.logInfo("Google Ads rejected a request"),
          { path: request.path, status: response.status, requestId, took: took.toString() }
        )
        yield* Effect.annotateCurrentSpan({
          "http.response.status_code": response.status,
          "adwarden.platform.request_id": requestId ?? "none"
        }).pipe(Effect.ignore)
        return yield* decodeResponse(request, response.status, text, requestId)
      }).pipe(
        Effect.tapErrorTag("TokenExpired", () => tokens.forget(caller.login)),
        Effect.tapErrorTag("ConnectionBroken", ({ code, message }) =>
          logins.markBroken(caller.login, message.startsWith(code) ? message : `${code}: ${message}`)
        )
      )

    const redactHeaders = <A, E>(effect: Effect.Effect<A, E>): Effect.Effect<A, E> =>
      Effect.locallyWith(effect, Headers.currentRedactedNames, (names) => [...names, "developer-token"])

    const client: GoogleAdsClient = {
      settings,
      tokenEndpoint,
      read: (caller, request) =>
        redactHeaders(
          readWithRetry(settings, request.path, observe("read", request.path, sendOnce(caller, request)))
        ),
      write: (caller, request) =>
        redactHeaders(
          writeWithRetry(settings, request.path, observe("write", request.path, sendOnce(caller, request)))
        )
    }
    return client
  })

const noTraceParent = Effect.succeed(null)

/** Google has no use for our trace context. A proxy or emulator of the operator has. */
const isGoogle = (url: string): boolean => /(^|\.)googleapis\.com$/.test(new URL(url).hostname)

const requestIdOf = (response: HttpClientResponse): string | undefined => response.headers["request-id"]

const parseJson = Schema.decodeUnknownOption(Schema.parseJson())

const decodeResponse = <A, I>(
  { responseSchema }: ApiRequest<A, I>,
  status: number,
  text: string,
  requestId: string | undefined
): Effect.Effect<A, AttemptFailure> => {
  const body = parseJson(text)
  if (status < 200 || status > 299) {
    return Effect.fail(failureOf(status, body._tag === "Some" ? body.value : undefined, requestId))
  }
  return body._tag === "None"
    ? new ResponseLost({ message: "The answer is not JSON.", requestId })
    : Schema.decodeUnknown(responseSchema)(body.value).pipe(
        Effect.mapError(
          ({ message }) => new ResponseLost({ message: `The answer cannot be read: ${message}`, requestId })
        )
      )
}
