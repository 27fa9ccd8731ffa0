import { Effect } from "effect"
import ipaddr from "ipaddr.js"
import { RateLimited } from "../contract/index.ts"
import type { RateLimitState } from "../request/limits.ts"
import { makeBatch } from "../storage/batch.ts"
import { bindStatement, type StatementsShape, sharedStatement } from "../storage/index.ts"

/**
 * Takes tokens for several subjects in one statement, on the database's clock, so that the limit holds across
 * hosts. `asked` must return each subject once, with n at most the limit. Rows are locked in the order of
 * their subjects, or two batches could deadlock. A new bucket is full, and an empty one refills in `seconds`,
 * at most an hour. Housekeeping deletes buckets that are older. `granted` is the number of tokens taken.
 */
export const takeTokensSql = (asked: string, limit: string, seconds = "60.0"): string => `
  insert into rate_limits as bucket (subject, tokens, granted, refreshed_at)
  select subject, ${limit} - n, n, clock_timestamp() from ${asked} order by subject
  on conflict (subject) do update set (tokens, granted, refreshed_at) = (
    select available - granted, granted, greatest(bucket.refreshed_at, excluded.refreshed_at)
    from (select least(${limit}, bucket.tokens
        + greatest(0, extract(epoch from excluded.refreshed_at - bucket.refreshed_at)) * ${limit} / ${seconds}) as available
    ) as now, lateral (select least(${limit} - excluded.tokens, floor(now.available))::int as granted) as taken
  )
  returning bucket.subject, bucket.tokens, bucket.granted`

interface Bucket {
  readonly tokens: number
  readonly granted: number
}

/** A bucket's size, and how long it takes to fill. */
interface BucketSize {
  readonly limit: number
  readonly seconds: number
}

/** The state for the n-th request of a batch (from 0), as if the requests had arrived one after the other. */
const stateOf = (
  bucket: Bucket,
  { limit, seconds }: BucketSize,
  nth: number,
  nowSeconds: number
): RateLimitState => {
  const left = bucket.tokens + Math.max(0, bucket.granted - nth - 1)
  return {
    limit,
    remaining: Math.max(0, Math.floor(left)),
    reset: Math.ceil(nowSeconds + ((limit - left) * seconds) / limit)
  }
}

const limited = (bucket: Bucket, { seconds }: BucketSize, state: RateLimitState): RateLimited =>
  new RateLimited({
    limit: state.limit,
    resets_at: new Date(state.reset * 1000).toISOString(),
    retryAfter: Math.max(1, Math.ceil(((1 - bucket.tokens) * seconds) / state.limit))
  })

/** The number of requests per subject, capped at the limit. */
export const countBySubject = (
  subjects: ReadonlyArray<string>,
  limit: number
): ReadonlyMap<string, number> => {
  const counts = new Map<string, number>()
  for (const subject of subjects) counts.set(subject, Math.min(limit, (counts.get(subject) ?? 0) + 1))
  return counts
}

export interface RateLimitResult {
  readonly rateLimit: RateLimitState
  readonly limited: RateLimited | null
}

/** Distributes a batch's tokens in the order in which the requests arrived. */
export const distributeTokens = (limit: number, seconds = 60) => {
  const size = { limit, seconds }
  const takenBySubject = new Map<string, number>()
  const now = Date.now() / 1000
  return (subject: string, bucket: Bucket): RateLimitResult => {
    const nth = takenBySubject.get(subject) ?? 0
    takenBySubject.set(subject, nth + 1)
    const rateLimit = stateOf(bucket, size, nth, now)
    return { rateLimit, limited: nth < bucket.granted ? null : limited(bucket, size, rateLimit) }
  }
}

const takeStatement = sharedStatement(
  "lookup",
  `
with asked as (select subject, n from unnest($1::text[], $2::int[]) as a (subject, n))
${takeTokensSql("asked", "$3::float8", "$4::float8")}`
)

/** Takes tokens from buckets of one size, by their names: an IP address, an operator or an endpoint. */
export const makeRateLimiter = (statements: StatementsShape, limit: number, seconds: number) =>
  makeBatch({
    maxSize: 500,
    concurrency: 1,
    statement: takeStatement,
    inSpan: statements.inSpan,
    flush: (subjects: ReadonlyArray<string>) => {
      const counts = countBySubject(subjects, limit)
      return Effect.map(
        statements.read(
          bindStatement<Bucket & { readonly subject: string }>(takeStatement, [
            [...counts.keys()],
            [...counts.values()],
            limit,
            seconds
          ])
        ),
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
