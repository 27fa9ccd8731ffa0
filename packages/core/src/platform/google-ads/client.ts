import * as Headers from "@effect/platform/Headers"
import * as HttpClient from "@effect/platform/HttpClient"
import * as HttpClientRequest from "@effect/platform/HttpClientRequest"
import type { HttpClientResponse } from "@effect/platform/HttpClientResponse"
import { Effect, RateLimiter, Redacted, Schema } from "effect"
import type { ReadFailure, WriteFailure } from "../errors.ts"
import { PlatformLogins } from "../logins.ts"
import type { AdAccount, PlatformLogin } from "../model/index.ts"
import { makeAccessTokens } from "./access-tokens.ts"
import { AnswerLost, failureOf, type TryFailure } from "./failures.ts"
import { readPatiently, writePatiently } from "./retry.ts"
import type { GoogleAdsSettings } from "./settings.ts"
import { transportFailure } from "./transport.ts"

type Pace = "usual" | "planning"

/** Keeps a process within the platform's quota, whatever runs side by side in it. */
const makePace = (settings: GoogleAdsSettings) =>
  Effect.gen(function* () {
    const limit = (perSecond: number) =>
      RateLimiter.make({ limit: perSecond, interval: "1 second", algorithm: "token-bucket" })
    const usual = yield* limit(settings.requestsPerSecond)
    const planning = yield* limit(settings.planningPerSecond)
    return <A, E, R>(pace: Pace = "usual", effect: Effect.Effect<A, E, R>): Effect.Effect<A, E, R> =>
      usual(pace === "planning" ? planning(effect) : effect)
  })

/** One request, without version, address and credentials. */
interface Call<A, I> {
  /** Below the version, for example `customers/123/googleAds:search`. */
  readonly path: string
  readonly body?: unknown
  readonly answer: Schema.Schema<A, I>
  readonly pace?: Pace
}

export interface GoogleAdsClient {
  readonly read: <A, I>(from: Caller, call: Call<A, I>) => Effect.Effect<A, ReadFailure>
  readonly write: <A, I>(from: Caller, call: Call<A, I>) => Effect.Effect<A, WriteFailure>
}

/** Whose login makes the call, and through which manager account. */
export interface Caller {
  readonly login: PlatformLogin
  readonly loginCustomerId: string | null
}

export const callerOf = ({ login, loginCustomerId }: AdAccount): Caller => ({ login, loginCustomerId })

export const makeClient = (settings: GoogleAdsSettings) =>
  Effect.gen(function* () {
    // Which of our requests this belongs to is nobody else's business.
    const http = HttpClient.withTracerPropagation(yield* HttpClient.HttpClient, false)
    const tokens = yield* makeAccessTokens(settings, http)
    const logins = yield* PlatformLogins
    const pace = yield* makePace(settings)

    const requestFor = (caller: Caller, { body, path }: Call<unknown, unknown>, token: Redacted.Redacted) => {
      const url = `${settings.baseUrl}/${settings.version}/${path}`
      const headers = {
        authorization: `Bearer ${Redacted.value(token)}`,
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

    const once = <A, I>(caller: Caller, call: Call<A, I>): Effect.Effect<A, TryFailure> =>
      Effect.gen(function* () {
        const token = yield* tokens.get(caller.login)
        const sent = http.execute(requestFor(caller, call as Call<unknown, unknown>, token)).pipe(
          Effect.flatMap((response) => Effect.map(response.text, (text) => ({ response, text }))),
          Effect.mapError(transportFailure),
          Effect.timeoutFail({
            duration: settings.timeoutMillis,
            onTimeout: () => new AnswerLost({ message: `No answer within ${settings.timeoutMillis} ms.` })
          })
        )
        const [took, { response, text }] = yield* Effect.timed(pace(call.pace, sent))
        const requestId = requestIdOf(response)
        yield* Effect.logDebug("Google Ads answered").pipe(
          Effect.annotateLogs({ path: call.path, status: response.status, requestId, took: took.toString() })
        )
        return yield* understand(call, response.status, text, requestId)
      }).pipe(
        Effect.tapErrorTag("TokenStale", () => tokens.forget(caller.login)),
        Effect.tapErrorTag("ConnectionBroken", ({ code, message }) =>
          logins.broken(caller.login, message.startsWith(code) ? message : `${code}: ${message}`)
        )
      )

    const quiet = <A, E>(effect: Effect.Effect<A, E>): Effect.Effect<A, E> =>
      Effect.locallyWith(effect, Headers.currentRedactedNames, (names) => [...names, "developer-token"])

    const client: GoogleAdsClient = {
      read: (caller, call) => quiet(readPatiently(settings, call.path, once(caller, call))),
      write: (caller, call) => quiet(writePatiently(settings, call.path, once(caller, call)))
    }
    return client
  })

const requestIdOf = (response: HttpClientResponse): string | undefined => response.headers["request-id"]

const understand = <A, I>(
  { answer }: Call<A, I>,
  status: number,
  text: string,
  requestId: string | undefined
): Effect.Effect<A, TryFailure> => {
  const body = Schema.decodeUnknownOption(Schema.parseJson())(text)
  if (status < 200 || status > 299) {
    return Effect.fail(failureOf(status, body._tag === "Some" ? body.value : undefined, requestId))
  }
  return body._tag === "None"
    ? new AnswerLost({ message: "The answer is not JSON.", requestId })
    : Schema.decodeUnknown(answer)(body.value).pipe(
        Effect.mapError(
          ({ message }) => new AnswerLost({ message: `The answer cannot be read: ${message}`, requestId })
        )
      )
}
