import { Effect } from "effect"
import ipaddr from "ipaddr.js"
import { makeBatch } from "../storage/batch.ts"
import { type StatementsShape, statement } from "../storage/index.ts"
import { type Bucket, countBySubject, distributeTokens, takeTokensSql } from "./token-bucket.ts"

const takeStatement = statement(`
with asked as (select subject, n from unnest($1::text[], $2::int[]) as a (subject, n))
${takeTokensSql("asked", "$3::float8", "$4::float8")}`)

/** Takes from buckets of one size, by their names: an address, an operator, an entrance's own. */
export const makeRateLimiter = (statements: StatementsShape, limit: number, seconds: number) =>
  makeBatch({
    maxSize: 500,
    concurrency: 1,
    flush: (subjects: ReadonlyArray<string>) => {
      const counts = countBySubject(subjects, limit)
      return Effect.map(
        statements.query<Bucket & { readonly subject: string }>(takeStatement, [
          [...counts.keys()],
          [...counts.values()],
          limit,
          seconds
        ]),
        (rows) => {
          const buckets = new Map(rows.map((row) => [row.subject, row]))
          const takeToken = distributeTokens(limit, seconds)
          return subjects.map((subject) => takeToken(subject, buckets.get(subject)!))
        }
      )
    }
  })

/**
 * Whose rate a request counts against that nobody is known for. Whoever has an IPv6 address has at least the
 * 2^64 of its network, so that is what counts as one; an IPv4 address written as IPv6 is that IPv4 address.
 */
export const addressSubject = (ip: string | null): string => {
  if (ip === null || !ipaddr.isValid(ip)) return "ip:unknown"
  const address = ipaddr.process(ip)
  if (!(address instanceof ipaddr.IPv6)) return `ip:${address.toString()}`
  const network = address.parts.slice(0, 4).map((part) => part.toString(16))
  return `ip:${network.join(":")}::/64`
}
