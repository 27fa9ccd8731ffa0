import * as SqlClient from "@effect/sql/SqlClient"
import type { SqlError } from "@effect/sql/SqlError"
import { Effect } from "effect"
import { isEmail } from "../../access/person-fields.ts"
import { hashSecretHex } from "../../access/secrets.ts"
import type { Rate } from "../../request/limits.ts"
import type { RequestFacts } from "../../request/pipeline-request.ts"

/** So long an address counts as one of somebody's own after they signed in from it. */
const knownAddressPeriod = "interval '90 days'"

/**
 * The rates of what tries passwords, or makes us send mail. For each address, so that nobody tries many accounts; and
 * for each account, so that nobody tries one from many addresses. The second must not become a way to keep somebody
 * out: whoever comes from an address from which that person signed in before has a bucket that strangers cannot empty,
 * and any bucket fills again within the hour. An account that does not exist has the same buckets as one that does, and
 * its name is kept only as a hash.
 */
export const makeThrottle = Effect.map(SqlClient.SqlClient, (sql) => {
  const isKnownAddress = (email: string, ip: string | null) =>
    isEmail(email) && ip !== null
      ? Effect.map(
          sql`select 1 from dashboard_sessions s join users u on u.id = s.user_id
            where lower(u.email) = lower(${email}) and s.ip = ${ip}
              and s.created_at > now() - ${sql.literal(knownAddressPeriod)} limit 1`,
          (rows) => rows.length > 0
        )
      : Effect.succeed(false)

  return (name: string, email: string, perHour = 20) =>
    ({ ip }: RequestFacts): Effect.Effect<ReadonlyArray<Rate>, SqlError> =>
      Effect.map(isKnownAddress(email, ip), (knownAddress): ReadonlyArray<Rate> => {
        const account = hashSecretHex(email.trim().toLowerCase()).slice(0, 24)
        return [
          { name, perMinute: 10 },
          { name: `${name}_to`, perHour, by: knownAddress ? `${account}/${ip}` : account }
        ]
      })
})
