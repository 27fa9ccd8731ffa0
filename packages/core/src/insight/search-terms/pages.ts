import type { SqlError } from "@effect/sql/SqlError"
import { Effect } from "effect"
import { keptWindows } from "../../campaigns/index.ts"
import { totalOf } from "../../paging/cursor.ts"
import { connections, type Runs } from "../connections.ts"
import { keptAll, keptDear, keptOfOne, type List, summedAll, summedOfOne } from "./lists.ts"
import type { Found, Listed, Query } from "./query.ts"
import { type WalkLimits, walk, walkLimits } from "./walk.ts"

interface FoundOf extends Found {
  readonly total: number
}

const isKept = (days: number): boolean => keptWindows.some((kept) => kept === days)

const page =
  (run: Runs) =>
  (list: List, query: Query): Effect.Effect<Listed, SqlError> =>
    Effect.gen(function* () {
      const values = list.values(query)
      const rows = yield* run<FoundOf>(list.page, [...values, ...query.after, query.rows])
      return { rows, total: yield* totalOf(rows, run<{ total: number }>(list.count, values)) }
    })

/** Takes the quickest way to the answer, by what is asked for. */
export const searchTermPages = (limits: WalkLimits = walkLimits) =>
  Effect.map(connections, ({ apart, shared }) => {
    const [kept, summed] = [page(shared), page(apart)]
    return (query: Query): Effect.Effect<Listed, SqlError> => {
      if (query.campaign !== null) {
        return isKept(query.days) ? kept(keptOfOne, query) : summed(summedOfOne, query)
      }
      if (isKept(query.days)) return kept(query.leastCost > 0 ? keptDear : keptAll, query)
      return Effect.flatMap(walk(shared, query, limits), (found) =>
        found === null ? summed(summedAll, query) : Effect.succeed(found)
      )
    }
  })
