import { Clock, Effect, Schema } from "effect"
import { Unavailable } from "../../contract/index.ts"
import { documentLimits, Fetcher } from "../../outbound/index.ts"
import { Settings } from "../../settings.ts"
import { PublicKeys } from "./signature.ts"

/** Code hosts rotate their keys: an unknown one triggers a refresh, but a flood of reports does not. */
const minRefreshMillis = 60_000

/** Finds a public key of the code host by its id; null if it has no such key. */
export const makeFindPublicKey = Effect.gen(function* () {
  const fetcher = yield* Fetcher
  const { secretScanningKeysUrl } = yield* Settings
  const decode = Schema.decodeUnknown(Schema.parseJson(PublicKeys))
  let keysById = new Map<string, string>()
  let refreshedAt = Number.NEGATIVE_INFINITY

  const refresh = Effect.gen(function* () {
    const accept = ["application/json"]
    const { body } = yield* fetcher.get(secretScanningKeysUrl, {
      accept,
      limits: documentLimits,
      secure: secretScanningKeysUrl.startsWith("https:")
    })
    const { public_keys } = yield* decode(new TextDecoder().decode(body))
    keysById = new Map(public_keys.map(({ key, key_identifier }) => [key_identifier, key]))
  }).pipe(
    Effect.tapErrorCause((cause) => Effect.logError("The code host's public keys could not be read", cause)),
    Effect.mapError(() => new Unavailable({ retryAfter: 60 }))
  )

  return (keyId: string): Effect.Effect<string | null, Unavailable> =>
    Effect.gen(function* () {
      const now = yield* Clock.currentTimeMillis
      if (!keysById.has(keyId) && now - refreshedAt > minRefreshMillis) {
        refreshedAt = now
        yield* refresh
      }
      return keysById.get(keyId) ?? null
    })
})
