import type * as HttpClient from "@effect/platform/HttpClient"
import * as HttpClientRequest from "@effect/platform/HttpClientRequest"
import { Effect, Redacted, Schema } from "effect"
import { SetupRequired } from "../errors.ts"
import type { OAuthClientKind } from "../model/index.ts"
import { QuotaExceeded, RequestNotSent } from "./failures.ts"
import { clientOf, type GoogleAdsSettings } from "./settings.ts"
import { transportFailure } from "./transport.ts"

const TokenError = Schema.Struct({
  error: Schema.String,
  error_description: Schema.optionalWith(Schema.String, { default: () => "" })
})

/** A rejection by the token endpoint, such as `invalid_grant`. */
export interface TokenRejection {
  readonly error: string
  /** The error with its description. */
  readonly message: string
}

const parseJson = <A, I>(schema: Schema.Schema<A, I>, body: string) =>
  Schema.decodeUnknown(Schema.parseJson(schema))(body)

const readRejection = (status: number, body: string): Effect.Effect<TokenRejection> =>
  parseJson(TokenError, body).pipe(
    Effect.orElseSucceed(() => ({ error: `status_${status}`, error_description: "" })),
    Effect.map(({ error, error_description }) => ({
      error,
      message: error_description === "" ? error : `${error}: ${error_description}`
    }))
  )

/** The failure of a rejection that has nothing to do with the grant. */
export const clientRejected = (
  { error, message }: TokenRejection,
  client: OAuthClientKind
): SetupRequired => {
  const prefix = client === "web" ? "GOOGLE_ADS_CLIENT" : "GOOGLE_ADS_DESKTOP_CLIENT"
  return new SetupRequired({
    code: error,
    message: `Google's login server refused this service (${message}). Its operator has to check ${prefix}_ID and ${prefix}_SECRET.`
  })
}

/**
 * Sends a form to the token endpoint as one of the service's OAuth clients. A failure means that the endpoint gave no
 * answer; a retry is safe for refresh tokens, but not for codes.
 */
export const makeTokenEndpoint =
  (settings: GoogleAdsSettings, http: HttpClient.HttpClient) =>
  <A, I>(
    kind: OAuthClientKind,
    form: Readonly<Record<string, string>>,
    schema: Schema.Schema<A, I>
  ): Effect.Effect<
    A | { readonly rejection: TokenRejection },
    RequestNotSent | QuotaExceeded | SetupRequired
  > =>
    Effect.gen(function* () {
      const client = yield* clientOf(settings, kind)
      const request = HttpClientRequest.post(settings.tokenUrl).pipe(
        HttpClientRequest.bodyUrlParams({
          ...form,
          client_id: client.id,
          client_secret: Redacted.value(client.secret)
        })
      )
      const { body, status } = yield* http.execute(request).pipe(
        Effect.flatMap((response) =>
          Effect.map(response.text, (body) => ({ body, status: response.status }))
        ),
        Effect.mapError((error) => new RequestNotSent({ message: transportFailure(error).message })),
        Effect.timeoutFail({
          duration: Math.min(settings.timeoutMillis, 15_000),
          onTimeout: () => new RequestNotSent({ message: "The login server did not answer in time." })
        })
      )
      if (status === 200) {
        return yield* Effect.mapError(
          parseJson(schema, body),
          () => new RequestNotSent({ message: "The login server's answer cannot be read." })
        )
      }
      if (status === 429) return yield* new QuotaExceeded({ message: "The login server asks for patience." })
      if (status >= 500) return yield* new RequestNotSent({ message: `The login server answered ${status}.` })
      return { rejection: yield* readRejection(status, body) }
    })

export type TokenEndpoint = ReturnType<typeof makeTokenEndpoint>
