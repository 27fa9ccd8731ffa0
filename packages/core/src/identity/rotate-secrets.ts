import type * as SqlClient from "@effect/sql/SqlClient"
import type { SqlError } from "@effect/sql/SqlError"
import { Effect } from "effect"
import { factorsWithOldKey, replaceFactorSecret } from "../access/second-factors.ts"
import { ValidationError } from "../contract/index.ts"
import { endpointsWithOldKey, replaceSealedEndpoint, webhookContext } from "../events/endpoints.ts"
import {
  loginContext,
  loginsWithOldKey,
  replaceLoginToken,
  Vault,
  type VaultError
} from "../platform/index.ts"
import type { Endpoint } from "../request/endpoint.ts"
import { respondWith } from "../request/handler.ts"
import { factorContext } from "./people/second-factors.ts"

/** The tables with sealed values, and what people call them. */
export const secretKinds = {
  logins: "ad account logins",
  webhooks: "webhooks",
  second_factors: "second factors"
} as const
export type SecretKind = keyof typeof secretKinds

/** The result of one batch. */
export interface RotatedBatch {
  readonly resealed: number
  /** Rows that no key in SECRETS_KEY opens. They stay as they are. */
  readonly unreadable: number
  /** The last row of the batch, after which the next one starts; null at the end. */
  readonly last: number | null
}

const batchSize = 100

/** A row to seal again: it writes the replacement unless the row changed since it was read. */
interface OldRow {
  readonly id: number
  readonly reseal: Effect.Effect<unknown, SqlError | VaultError, SqlClient.SqlClient>
}

/**
 * The operators' endpoint that seals stored secrets with the current key. Each row is replaced by one statement, so
 * an ended run leaves every row readable with either key, and the next run continues with what is left.
 */
export const secretsEndpoints = Effect.gen(function* () {
  const vault = yield* Vault
  const again = (sealed: Uint8Array, context: string) =>
    Effect.map(vault.open(sealed, context), (secret) => vault.seal(secret, context))

  const read = (
    kind: SecretKind,
    after: number
  ): Effect.Effect<ReadonlyArray<OldRow>, SqlError, SqlClient.SqlClient> =>
    ({
      logins: Effect.map(loginsWithOldKey(vault.currentPrefix, after, batchSize), (logins) =>
        logins.map((login) => ({
          id: login.id,
          reseal: Effect.flatMap(again(login.sealedToken, loginContext(login.organizationId)), (token) =>
            replaceLoginToken(login, token)
          )
        }))
      ),
      webhooks: Effect.map(endpointsWithOldKey(vault.currentPrefix, after, batchSize), (webhooks) =>
        webhooks.map((webhook) => {
          const context = webhookContext(webhook.organization)
          const { previous_secret: previous } = webhook
          return {
            id: webhook.id,
            reseal: Effect.all({
              url: again(webhook.url, context),
              secret: again(webhook.secret, context),
              previous_secret: previous === null ? Effect.succeed(null) : again(previous, context)
            }).pipe(Effect.flatMap((replacement) => replaceSealedEndpoint(webhook, replacement)))
          }
        })
      ),
      second_factors: Effect.map(factorsWithOldKey(vault.currentPrefix, after, batchSize), (factors) =>
        factors.map(({ id, secret }) => ({
          id,
          reseal: Effect.flatMap(again(secret, factorContext(id)), (replacement) =>
            replaceFactorSecret(id, secret, replacement)
          )
        }))
      )
    })[kind]

  return {
    rotateBatch: (kind: SecretKind, after: number): Endpoint<RotatedBatch> => ({
      name: "secrets.rotate",
      admits: "operators",
      organization: null,
      run: () =>
        Effect.gen(function* () {
          if (!vault.isConfigured) {
            const message = "is not set. Set SECRETS_KEY to the new key, a comma and the old key"
            return yield* new ValidationError({ fields: [{ path: "SECRETS_KEY", message }] })
          }
          const rows = yield* read(kind, after)
          const readable = yield* Effect.forEach(rows, ({ reseal }) =>
            reseal.pipe(
              Effect.as(true),
              Effect.catchTag("VaultError", () => Effect.succeed(false))
            )
          )
          const resealed = readable.filter(Boolean).length
          const last = rows.length < batchSize ? null : rows.at(-1)!.id
          return respondWith({ resealed, unreadable: rows.length - resealed, last })
        })
    })
  }
})
