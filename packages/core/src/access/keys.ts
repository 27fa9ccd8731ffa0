import * as SqlClient from "@effect/sql/SqlClient"
import type { SqlError } from "@effect/sql/SqlError"
import { Context, Effect, Layer } from "effect"
import { revokeKey, rotateKey } from "./change-key.ts"
import { createKey } from "./create-key.ts"
import {
  type CreatedKey,
  type KeyChange,
  type KeyError,
  type KeyRow,
  keyColumns,
  type NewKey,
  type OwnKeyRow,
  type RotatedKey
} from "./key.ts"

/** Creates, lists, rotates and revokes keys. The pipeline decides whether a presented key is accepted. */
export interface KeysShape {
  readonly create: (key: NewKey) => Effect.Effect<CreatedKey, KeyError | SqlError>
  readonly list: (organization: string) => Effect.Effect<ReadonlyArray<KeyRow>, SqlError>
  /** Lists the keys that a person created, in all organizations, the newest first. */
  readonly listOwn: (user: number) => Effect.Effect<ReadonlyArray<OwnKeyRow>, SqlError>
  readonly rotate: (change: KeyChange) => Effect.Effect<RotatedKey, KeyError | SqlError>
  readonly revoke: (change: KeyChange) => Effect.Effect<KeyRow, KeyError | SqlError>
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
    rotate: (change) => inTransaction(rotateKey(change)).pipe(Effect.withSpan("Keys.rotate")),
    revoke: (change) => inTransaction(revokeKey(change)).pipe(Effect.withSpan("Keys.revoke"))
  }
})

export class Keys extends Context.Tag("@adwarden/Keys")<Keys, KeysShape>() {
  static readonly layer: Layer.Layer<Keys, never, SqlClient.SqlClient> = Layer.effect(Keys, make)
}
