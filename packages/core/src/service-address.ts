import type * as SqlClient from "@effect/sql/SqlClient"
import type { SqlError } from "@effect/sql/SqlError"
import { Effect } from "effect"
import { runSql } from "./storage/index.ts"

/** The URL at which the service was last served with PUBLIC_URL; null if it never was. */
export const readServiceAddress: Effect.Effect<string | null, SqlError, SqlClient.SqlClient> = Effect.map(
  runSql<{ readonly public_url: string }>`select public_url from service_address`,
  ([row]) => row?.public_url ?? null
)

/** Stores the URL for commands, workers and emails. Returns the previous one, or null. */
export const storeServiceAddress = (
  publicUrl: string
): Effect.Effect<string | null, SqlError, SqlClient.SqlClient> =>
  Effect.gen(function* () {
    const previous = yield* readServiceAddress
    if (previous === publicUrl) return null
    yield* runSql`insert into service_address (public_url) values (${publicUrl})
      on conflict (only_row) do update set public_url = excluded.public_url, updated_at = now()`
    return previous
  })
