import * as SqlClient from "@effect/sql/SqlClient"
import type { SqlError } from "@effect/sql/SqlError"
import { Effect } from "effect"

/** The URL at which the service was last served with PUBLIC_URL; null if it never was. */
export const readServiceAddress: Effect.Effect<string | null, SqlError, SqlClient.SqlClient> = Effect.flatMap(
  SqlClient.SqlClient,
  (sql) =>
    Effect.map(
      sql<{ readonly public_url: string }>`select public_url from service_address`,
      ([row]) => row?.public_url ?? null
    )
)

/** Stores the URL for commands, workers and emails. Returns the previous one, or null. */
export const storeServiceAddress = (
  publicUrl: string
): Effect.Effect<string | null, SqlError, SqlClient.SqlClient> =>
  Effect.gen(function* () {
    const sql = yield* SqlClient.SqlClient
    const previous = yield* readServiceAddress
    if (previous === publicUrl) return null
    yield* sql`insert into service_address (public_url) values (${publicUrl})
      on conflict (only_row) do update set public_url = excluded.public_url, updated_at = now()`
    return previous
  })
