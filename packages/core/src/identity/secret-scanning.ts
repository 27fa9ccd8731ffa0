import { createPublicKey, hash as digest, verify } from "node:crypto"
import * as SqlClient from "@effect/sql/SqlClient"
import { Clock, Context, Effect, Either, Layer, Schema } from "effect"
import { ownerEmails, revokeExposedKey } from "../access/key-notices.ts"
import { hashSecret } from "../access/secrets.ts"
import { recordInTransaction } from "../audit/trail.ts"
import {
  isWellFormedKey,
  redactSecrets,
  Unauthorized,
  Unavailable,
  ValidationError
} from "../contract/index.ts"
import { Events } from "../events/events.ts"
import { documentLimits, Fetcher } from "../outbound/index.ts"
import type { Endpoint } from "../request/endpoint.ts"
import { respondWith } from "../request/handler.ts"
import { Settings } from "../settings.ts"
import { Mailer, noticeOf } from "./mail/mailer.ts"

/**
 * The code host's signature of a report: the id of its key, and the signature of the body's bytes in base64.
 */
export interface Signature {
  readonly keyId: string
  readonly signature: string
}

/** The document that lists the code host's public keys, as GitHub serves it. */
const PublicKeys = Schema.Struct({
  public_keys: Schema.Array(Schema.Struct({ key_identifier: Schema.String, key: Schema.String }))
})

/** Whether the code host signed these bytes: ECDSA on P-256 with SHA-256. Anything unreadable is not signed. */
const isSignedBy = (publicKey: string, signature: string, body: Uint8Array): boolean => {
  try {
    const key = createPublicKey(publicKey)
    if (key.asymmetricKeyType !== "ec" || key.asymmetricKeyDetails?.namedCurve !== "prime256v1") return false
    return verify("sha256", body, { key, dsaEncoding: "der" }, Buffer.from(signature, "base64"))
  } catch {
    return false
  }
}

/** Code hosts rotate their keys: an unknown one triggers a refresh, but a flood of reports does not. */
const minRefreshMillis = 60_000

/** Finds a public key of the code host by its id; null if it has no such key. */
const makeFindPublicKey = Effect.gen(function* () {
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

const Report = Schema.Array(
  Schema.Struct({
    token: Schema.String,
    type: Schema.String,
    url: Schema.optionalWith(Schema.NullOr(Schema.String), { default: () => null })
  })
).pipe(Schema.maxItems(100))
const decode = Schema.decodeUnknownEither(Schema.parseJson(Report))

/**
 * The result for each token, in the code hosts' format. It contains the hash, because a response never
 * repeats a key.
 */
export interface ScanResult {
  readonly token_hash: string
  readonly token_type: string
  readonly label: "true_positive" | "false_positive"
}

const maxUrlLength = 500

interface SecretScanningShape {
  /**
   * Verifies the signature over a report's bytes and handles each key in it. `signature` is null for an
   * unsigned report.
   */
  readonly report: (signature: Signature | null, body: Uint8Array) => Endpoint<ReadonlyArray<ScanResult>>
}

const make = Effect.gen(function* () {
  const sql = yield* SqlClient.SqlClient
  const mailer = yield* Mailer
  const events = yield* Events
  const findPublicKey = yield* makeFindPublicKey

  /**
   * Revokes a key and returns whether it is one of ours. A second revocation is not an error, and owners get
   * one email.
   */
  const revoke = (token: string, url: string | null, audit: Parameters<typeof recordInTransaction>[0]) =>
    Effect.gen(function* () {
      const revoked = yield* revokeExposedKey(sql, hashSecret(token))
      if (typeof revoked === "boolean") return revoked
      const { id: key, last_four, organization_id: organization, prefix } = revoked
      const topic = { kind: "key_exposed", organization, key, found: url } as const
      for (const email of yield* ownerEmails(sql, organization)) yield* mailer.enqueue(email, topic)
      yield* events.recordNotice(organization, noticeOf(topic))
      const actor = { organization_id: organization, key_prefix: prefix, key_last_four: last_four }
      yield* recordInTransaction({ ...audit, ...actor }, { status_code: 200, error_code: null })
      return true
    }).pipe(sql.withTransaction)

  const report: SecretScanningShape["report"] = (signature, body) => ({
    name: "secret_scanning.report",
    admits: "anyone",
    run: ({ audit }) =>
      Effect.gen(function* () {
        const publicKey = signature === null ? null : yield* findPublicKey(signature.keyId)
        if (signature === null || publicKey === null || !isSignedBy(publicKey, signature.signature, body)) {
          return yield* new Unauthorized({ why: signature === null ? "missing" : "unknown" })
        }
        const decoded = decode(new TextDecoder().decode(body))
        if (Either.isLeft(decoded)) {
          const message = "must be a list of at most 100 objects with token, type and url"
          return yield* new ValidationError({ fields: [{ path: "body", message }] })
        }
        yield* mailer.ready
        const results = yield* Effect.forEach(decoded.right, ({ token, type, url }) =>
          Effect.map(
            isWellFormedKey(token)
              ? revoke(token, url === null ? null : redactSecrets(url.slice(0, maxUrlLength)), audit)
              : Effect.succeed(false),
            (isOurs): ScanResult => ({
              token_hash: digest("sha256", token, "base64"),
              token_type: type,
              label: isOurs ? "true_positive" : "false_positive"
            })
          )
        )
        return respondWith(results)
      })
  })
  return { report } satisfies SecretScanningShape
})

/**
 * Receives reports of keys that were found in public. Each key is revoked at once, without review, and every
 * owner of its organization gets an email. Each revocation has an audit event in its organization's trail.
 */
export class SecretScanning extends Context.Tag("@adwarden/SecretScanning")<
  SecretScanning,
  SecretScanningShape
>() {
  static readonly layer = Layer.effect(SecretScanning, make)
}
