import type { SqlError } from "@effect/sql/SqlError"
import { Effect } from "effect"
import type { Unauthorized } from "../contract/index.ts"
import type { Actor } from "../request/audit-event.ts"
import type { Caller } from "../request/caller.ts"
import { makeBatch } from "../storage/batch.ts"
import type { Statement, StatementsShape } from "../storage/index.ts"
import { countUp, handOut, type Take } from "./token-bucket.ts"

/** Not let in, and whom the credential had belonged to: its organization wants to see the attempt. */
interface Refusal {
  readonly refused: Unauthorized
  readonly actor: Actor
}

interface Known<Someone extends Caller> {
  readonly caller: Someone
  /** The address that a token was issued for; keys work on every surface. */
  readonly audience: string | null
}

export type Verdict<Someone extends Caller = Caller> = Known<Someone> | Refusal
export type Recognition = (Known<Caller> & Take & { readonly subject: string }) | Refusal

/** A row of the look-up: who it is, and what its bucket said (null where it was refused before). */
export interface LookupRow {
  readonly asked: string
  readonly subject: string
  readonly tokens: number | null
  readonly granted: number | null
}

/**
 * Looks credentials up live, on every request, and takes a token from their buckets in the same round
 * trip. Requests that are in flight together share it, so that being live costs next to nothing.
 */
export const makeRecogniser = <Row extends LookupRow>(options: {
  readonly statements: StatementsShape
  readonly statement: Statement
  readonly limit: number
  readonly judge: (row: Row | undefined) => Verdict
}) => {
  const { judge, limit, statement, statements } = options

  const flush = (hashes: ReadonlyArray<string>): Effect.Effect<ReadonlyArray<Recognition>, SqlError> => {
    const counts = countUp(hashes, limit)
    return Effect.map(
      statements.query<Row>(statement, [[...counts.keys()], [...counts.values()], limit]),
      (rows) => {
        const byHash = new Map(rows.map((row) => [row.asked, row]))
        const handTo = handOut(limit)
        return hashes.map((hash): Recognition => {
          const row = byHash.get(hash)
          const verdict = judge(row)
          if (row === undefined || "refused" in verdict) return verdict as Refusal
          return {
            ...verdict,
            subject: row.subject,
            ...handTo(row.subject, { tokens: row.tokens ?? 0, granted: row.granted ?? 0 })
          }
        })
      }
    )
  }

  return makeBatch({ most: 500, turns: 1, flush })
}
