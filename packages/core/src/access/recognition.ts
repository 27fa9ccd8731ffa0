import type { SqlError } from "@effect/sql/SqlError"
import { Effect } from "effect"
import type { Unauthorized } from "../contract/index.ts"
import type { Actor } from "../request/audit-event.ts"
import type { Caller } from "../request/caller.ts"
import { makeBatch } from "../storage/batch.ts"
import type { Statement, StatementsShape } from "../storage/index.ts"
import { countBySubject, distributeTokens, type RateLimitResult } from "./token-bucket.ts"

/** A rejected credential and its owner, for the organization's audit trail. */
interface Refusal {
  readonly refused: Unauthorized
  readonly actor: Actor
}

interface RecognisedCaller<Someone extends Caller> {
  readonly caller: Someone
  /** The URL that a token was issued for; null for keys, which are valid on every surface. */
  readonly audience: string | null
}

export type CredentialCheck<Someone extends Caller = Caller> = RecognisedCaller<Someone> | Refusal
export type Recognition =
  | (RecognisedCaller<Caller> & RateLimitResult & { readonly subject: string })
  | Refusal

/** A row of the lookup: the caller, and the state of its bucket (null if it was rejected before). */
export interface LookupRow {
  readonly asked: string
  readonly subject: string
  readonly tokens: number | null
  readonly granted: number | null
}

/**
 * Reads credentials on every request and takes a token from their buckets in the same round trip. Concurrent
 * requests share the round trip, which keeps the cost low.
 */
export const makeRecogniser = <Row extends LookupRow>(options: {
  readonly statements: StatementsShape
  readonly statement: Statement
  readonly limit: number
  readonly check: (row: Row | undefined) => CredentialCheck
}) => {
  const { check, limit, statement, statements } = options

  const flush = (hashes: ReadonlyArray<string>): Effect.Effect<ReadonlyArray<Recognition>, SqlError> => {
    const counts = countBySubject(hashes, limit)
    return Effect.map(
      statements.query<Row>(statement, [[...counts.keys()], [...counts.values()], limit]),
      (rows) => {
        const byHash = new Map(rows.map((row) => [row.asked, row]))
        const takeToken = distributeTokens(limit)
        return hashes.map((hash): Recognition => {
          const row = byHash.get(hash)
          const checked = check(row)
          if (row === undefined || "refused" in checked) return checked as Refusal
          return {
            ...checked,
            subject: row.subject,
            ...takeToken(row.subject, { tokens: row.tokens ?? 0, granted: row.granted ?? 0 })
          }
        })
      }
    )
  }

  return makeBatch({ maxSize: 500, concurrency: 1, flush })
}
