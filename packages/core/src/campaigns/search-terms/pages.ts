import type { SqlError } from "@effect/sql/SqlError"
import { Effect } from "effect"
import { type RunStatement, statementRunners } from "../figures/statement-runners.ts"
import {
  rollupAboveMinCost,
  rollupAll,
  rollupOfCampaign,
  type SearchTermPage,
  type SearchTermQuery,
  summedAll,
  summedOfCampaign,
  type TermList,
  type TermTotalsRow
} from "./lists.ts"
import { type ScanLimits, scanLimits, scanRollup } from "./scan.ts"
import { rollupWindows } from "./windows.ts"

interface CountedRow extends TermTotalsRow {
  readonly total: number
}

const hasRollup = (days: number): boolean => rollupWindows.some((fromRollup) => fromRollup === days)

const readPage =
  (run: RunStatement) =>
  (list: TermList, query: SearchTermQuery): Effect.Effect<SearchTermPage, SqlError> =>
    Effect.gen(function* () {
      const values = list.values(query)
      const rows = yield* run<CountedRow>(list.page, [...values, ...query.after, query.rows])
      // Rows contain the total. Only a page after the last row has none and needs a count.
      const [counted] = rows.length > 0 ? rows : yield* run<Pick<CountedRow, "total">>(list.count, values)
      return { rows, total: counted!.total }
    })

/** Chooses the fastest query for a request. */
export const searchTermPages = (limits: ScanLimits = scanLimits) =>
  Effect.map(statementRunners, ({ apart, shared }) => {
    const [fromRollup, fromDays] = [readPage(shared), readPage(apart)]
    return (query: SearchTermQuery): Effect.Effect<SearchTermPage, SqlError> => {
      if (query.campaign !== null) {
        return hasRollup(query.days) ? fromRollup(rollupOfCampaign, query) : fromDays(summedOfCampaign, query)
      }
      if (hasRollup(query.days)) return fromRollup(query.minCost > 0 ? rollupAboveMinCost : rollupAll, query)
      return Effect.flatMap(scanRollup(shared, query, limits), (scanned) =>
        scanned === null ? fromDays(summedAll, query) : Effect.succeed(scanned)
      )
    }
  })
