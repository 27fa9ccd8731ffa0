import { Effect } from "effect"
import {
  CursorPosition,
  campaignFilter,
  minCostMicros,
  searchTermPages,
  startPosition
} from "../../campaigns/index.ts"
import { cursorCodec, splitPage } from "../../paging.ts"
import { handler } from "../../request/handler.ts"
import { Statements } from "../../storage/index.ts"
import { amountOf, roundConversions } from "../amounts.ts"

export const listSearchTerms = handler(
  "performance.search_terms",
  Effect.gen(function* () {
    const statements = yield* Statements
    const pageOf = yield* searchTermPages()
    return Effect.fnUntraced(function* (
      { organization },
      { campaign: slug, cursor, days, limit, min_cost = 0 }
    ) {
      const campaign = yield* campaignFilter(statements, organization, slug)
      const leastCost = minCostMicros(min_cost)
      const list = cursorCodec(CursorPosition, "search_terms", organization.id, campaign, days, leastCost)
      const { after } = yield* list.decode(cursor)
      const { rows, total } = yield* pageOf({
        organization: organization.id,
        campaign,
        days,
        minCost: leastCost,
        after: after ?? startPosition,
        rows: limit + 1
      })
      const { last, page } = splitPage(rows, limit)
      return {
        search_terms: page.map(({ campaign, clicks, conversions, cost_micros, term }) => ({
          term,
          campaign,
          clicks,
          cost: amountOf(cost_micros),
          conversions: roundConversions(conversions)
        })),
        total,
        next_cursor: last === null ? null : list.encode([last.cost_micros, last.term_id])
      }
    })
  })
)
