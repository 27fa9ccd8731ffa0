import type { SqlError } from "@effect/sql/SqlError"
import { Effect } from "effect"
import { isEmail } from "../../access/people.ts"
import { hashSecretHex } from "../../access/secrets.ts"
import { Sessions } from "../../access/sessions.ts"
import type { Rate } from "../../request/limits.ts"
import type { RequestFacts } from "../../request/pipeline-request.ts"

/**
 * The rate limits of everything that tries passwords or sends emails. One applies per IP address, against
 * trying many accounts, and one per account, against trying one from many addresses. The second must not lock
 * people out: a known IP address of the person has a separate bucket, and every bucket refills within the
 * hour. An unknown account has the same buckets, and its name is stored only as a hash.
 */
export const makeThrottle = Effect.map(Sessions, (sessions) => {
  const isKnownAddress = (email: string, ip: string | null) =>
    isEmail(email) && ip !== null ? sessions.isKnownAddress(email, ip) : Effect.succeed(false)

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
