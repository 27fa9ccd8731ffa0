import * as SqlClient from "@effect/sql/SqlClient"
import { Effect } from "effect"
import { keptWindows } from "../../campaigns/index.ts"
import { totalOf } from "../../paging/cursor.ts"
import { Statements } from "../../storage/index.ts"
import { keptAll, keptDear, keptOfOne, type List, summedAll, summedOfOne } from "./lists.ts"
import type { Found, Listed, Query } from "./query.ts"
import { type WalkLimits, walk, walkLimits } from "./walk.ts"

interface FoundOf extends Found {
  readonly total: number
}

const isKept = (days: number): boolean => keptWindows.some((kept) => kept === days)

/** Which way to the answer is the quickest, by what is asked for. */
export const searchTermPages = (limits: WalkLimits = walkLimits) =>
  Effect.gen(function* () {
    const statements = yield* Statements
    const sql = yield* SqlClient.SqlClient
    const listed = (list: List, query: Query) =>
      Effect.gen(function* () {
        const values = list.values(query)
        const rows = yield* statements.query<FoundOf>(list.page, [...values, ...query.after, query.rows])
        return { rows, total: yield* totalOf(rows, statements.query(list.count, values)) }
      })
    /** Takes long where there is much: then not on the connections that others share. */
    const summed = (list: List, query: Query) =>
      Effect.gen(function* () {
        const values = list.values(query)
        const rows = yield* sql.unsafe<FoundOf>(list.page.text, [...values, ...query.after, query.rows])
        return { rows, total: yield* totalOf(rows, sql.unsafe(list.count.text, values)) }
      })
    return Effect.fnUntraced(function* (query: Query) {
      if (query.campaign !== null) {
        return yield* isKept(query.days) ? listed(keptOfOne, query) : summed(summedOfOne, query)
      }
      if (isKept(query.days)) return yield* listed(query.leastCost > 0 ? keptDear : keptAll, query)
      const found: Listed | null = yield* walk(statements, query, limits)
      return found ?? (yield* summed(summedAll, query))
    })
  })
