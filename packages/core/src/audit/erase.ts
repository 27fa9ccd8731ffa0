import * as SqlClient from "@effect/sql/SqlClient"
import type { SqlError } from "@effect/sql/SqlError"
import { Effect } from "effect"
import { erasedPrefix } from "./hash.ts"

/** Limits each statement to this many events, so that it holds no lock for long. */
const batchSize = 5000

/** SQL: a personal value as its event's hash covers it; the same digest as in `hash.ts`. */
const digestSql = (column: string, value: string): string =>
  `case when ${value} is null or ${value} like '${erasedPrefix}%' then ${value}
    else '${erasedPrefix}' || encode(sha256(convert_to(personal_key || ':${column}:' || ${value}, 'UTF8')), 'hex') end`

/**
 * Replaces the personal values of all events with this email address by their digests, and deletes the keys of
 * those events. Every hash and every saved head stay valid, and nothing leads back to the values. Events that were
 * sealed before keys existed keep their values until retention deletes them. Returns the number of events.
 */
export const eraseFromAudit = (email: string): Effect.Effect<number, SqlError, SqlClient.SqlClient> =>
  Effect.gen(function* () {
    const sql = yield* SqlClient.SqlClient
    let total = 0
    for (let last = batchSize; last === batchSize; total += last) {
      const erased = yield* sql.unsafe(
        `update audit_sealed set user_email = ${digestSql("user", "user_email")}, ip = ${digestSql("ip", "ip")},
           user_agent = ${digestSql("user_agent", "user_agent")}, personal_key = null
         where (organization_id, position) in (select organization_id, position from audit_sealed
           where user_email = $1 and personal_key is not null limit ${batchSize}) returning 1`,
        [email]
      )
      last = erased.length
    }
    return total
  })
