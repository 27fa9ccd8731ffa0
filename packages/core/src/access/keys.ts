import * as SqlClient from "@effect/sql/SqlClient"
import type { SqlError } from "@effect/sql/SqlError"
import { Context, Effect, Layer } from "effect"
import { revokeKey, rotateKey, setKeySuspension } from "./change-key.ts"
import { createKey } from "./create-key.ts"
import {
  type CreatedKey,
  type KeyChange,
  type KeyError,
  type KeyRotation,
  type KeyRow,
  keyColumns,
  type NewKey,
  type OwnKeyRow,
  type RotatedKey
} from "./key.ts"

/** Creates, lists, rotates, suspends and revokes keys. The pipeline decides whether a presented key is accepted. */
export interface KeysShape {
  readonly create: (key: NewKey) => Effect.Effect<CreatedKey, KeyError | SqlError>
  readonly list: (organization: string) => Effect.Effect<ReadonlyArray<KeyRow>, SqlError>
  /** Lists the keys that a person created, in all organizations, the newest first. */
  readonly listOwn: (user: number) => Effect.Effect<ReadonlyArray<OwnKeyRow>, SqlError>
  /**
   * Lists the active keys of an organization that expire within a month, or within a week if they were created for
   * no longer than a month: all, or those of one person.
   */
  readonly expiring: (
    organization: number,
    user: number | null
  ) => Effect.Effect<ReadonlyArray<KeyRow>, SqlError>
  readonly find: (organization: number, id: number) => Effect.Effect<KeyRow | null, SqlError>
  readonly rotate: (change: KeyRotation) => Effect.Effect<RotatedKey, KeyError | SqlError>
  readonly revoke: (change: KeyChange) => Effect.Effect<KeyRow, KeyError | SqlError>
  readonly suspend: (change: KeyChange) => Effect.Effect<KeyRow, KeyError | SqlError>
  readonly resume: (change: KeyChange) => Effect.Effect<KeyRow, KeyError | SqlError>
}

const make: Effect.Effect<KeysShape, never, SqlClient.SqlClient> = Effect.gen(function* () {
  const sql = yield* SqlClient.SqlClient
  /** Runs a call's reads and writes in one transaction. */
  const inTransaction = <A, E>(effect: Effect.Effect<A, E, SqlClient.SqlClient>) =>
    sql.withTransaction(Effect.provideService(effect, SqlClient.SqlClient, sql))

  return {
    create: (key) => inTransaction(createKey(key)).pipe(Effect.withSpan("Keys.create")),
    list: (organization) =>
      sql<KeyRow>`
        select ${sql.literal(keyColumns)}
        from api_keys k
        join organizations o on o.id = k.organization_id
        join users u on u.id = k.user_id
        where o.slug = ${organization}
        order by k.created_at, k.id`.pipe(Effect.withSpan("Keys.list")),
    listOwn: (user) =>
      sql<OwnKeyRow>`
        select ${sql.literal(keyColumns)}, o.slug as organization, o.name as organization_name
        from api_keys k
        join organizations o on o.id = k.organization_id
        join users u on u.id = k.user_id
        where k.user_id = ${user}
        order by k.created_at desc, k.id desc`.pipe(Effect.withSpan("Keys.listOwn")),
    expiring: (organization, user) =>
      sql<KeyRow>`
        select ${sql.literal(keyColumns)} from api_keys k join users u on u.id = k.user_id
        where k.organization_id = ${organization} and (${user}::bigint is null or k.user_id = ${user})
          and k.revoked_at is null and k.replaced_by is null
          and k.expires_at > now() and k.expires_at < now() + interval '30 days'
          and (k.expires_at < now() + interval '7 days' or k.expiry_notice_30d_at is distinct from k.created_at)
        order by k.expires_at, k.id`,
    find: (organization, id) =>
      Effect.map(
        sql<KeyRow>`
          select ${sql.literal(keyColumns)} from api_keys k join users u on u.id = k.user_id
          where k.organization_id = ${organization} and k.id = ${id}`,
        ([row]) => row ?? null
      ),
    rotate: (change) => inTransaction(rotateKey(change)).pipe(Effect.withSpan("Keys.rotate")),
    revoke: (change) => inTransaction(revokeKey(change)).pipe(Effect.withSpan("Keys.revoke")),
    suspend: (change) => inTransaction(setKeySuspension(change, true)).pipe(Effect.withSpan("Keys.suspend")),
    resume: (change) => inTransaction(setKeySuspension(change, false)).pipe(Effect.withSpan("Keys.resume"))
  }
})

export class Keys extends Context.Tag("@adwarden/Keys")<Keys, KeysShape>() {
  static readonly layer: Layer.Layer<Keys, never, SqlClient.SqlClient> = Layer.effect(Keys, make)
}
