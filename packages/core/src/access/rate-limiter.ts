import { Effect } from "effect"
import ipaddr from "ipaddr.js"
import { makeBatch } from "../storage/batch.ts"
import { type StatementsShape, statement } from "../storage/index.ts"
import { type Bucket, countBySubject, distributeTokens, takeTokensSql } from "./token-bucket.ts"

const takeStatement = statement(`
with asked as (select subject, n from unnest($1::text[], $2::int[]) as a (subject, n))
${takeTokensSql("asked", "$3::float8", "$4::float8")}`)

/** Takes tokens from buckets of one size, by their names: an IP address, an operator or an endpoint. */
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
 * The subject of an unrecognised request. An IPv6 client has at least its /64 network, so the network counts
 * as one subject. An IPv4 address written as IPv6 counts as that IPv4 address.
 */
export const addressSubject = (ip: string | null): string => {
  if (ip === null || !ipaddr.isValid(ip)) return "ip:unknown"
  const address = ipaddr.process(ip)
  if (!(address instanceof ipaddr.IPv6)) return `ip:${address.toString()}`
  const network = address.parts.slice(0, 4).map((part) => part.toString(16))
  return `ip:${network.join(":")}::/64`
}
