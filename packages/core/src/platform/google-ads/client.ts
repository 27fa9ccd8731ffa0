import * as Headers from "@effect/platform/Headers"
import * as HttpClient from "@effect/platform/HttpClient"
import * as HttpClientRequest from "@effect/platform/HttpClientRequest"
import type { HttpClientResponse } from "@effect/platform/HttpClientResponse"
import { Effect, RateLimiter, Redacted, Schema } from "effect"
import { currentTraceParent, Telemetry } from "../../telemetry/index.ts"
import type { ReadFailure, WriteFailure } from "../errors.ts"
import { PlatformLogins } from "../logins.ts"
import type { AdAccount, PlatformLogin } from "../model/index.ts"
import { makeAccessTokens } from "./access-tokens.ts"
import { type AttemptFailure, failureOf, ResponseLost } from "./failures.ts"
import { makeObserveCall } from "./observe-calls.ts"
import { readWithRetry, writeWithRetry } from "./retry.ts"
import type { GoogleAdsSettings } from "./settings.ts"
import { makeTokenEndpoint, type TokenEndpoint } from "./token-endpoint.ts"
import { transportFailure } from "./transport.ts"

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
