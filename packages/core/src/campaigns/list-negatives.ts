import { Effect } from "effect"
import type { Output } from "../contract/index.ts"
import { TimePosition } from "../paging/cursor.ts"
import { pagedList } from "../paging/paged-list.ts"
import { handler } from "../request/handler.ts"
import { Statements } from "../storage/index.ts"
import { campaignIdOf } from "./campaign-id.ts"

type Row = Output<"keywords.list_negatives">["negative_keywords"][number]
interface NegativeRow extends Row {
  readonly id: number
}

/** SQL: the active negative keywords, the same that the campaign's detail counts. */
const filter = "organization_id = $1 and campaign_id = $2 and removed_at is null"

const readPage = pagedList({
  name: "negative keywords",
  position: TimePosition,
  positionOf: ({ created_at, id }: NegativeRow) => [Date.parse(created_at), id],
  page: `
select text, match_type, ad_id, source, action_id, created_at, id
from negative_keywords where ${filter}
  and ($3::bigint is null or (created_at, id) < (to_timestamp($3 / 1000.0)::timestamptz(3), $4::bigint))
order by created_at desc, id desc limit $5`,
  count: `select count(*) as total from negative_keywords where ${filter}`
})

export const listNegativeKeywords = handler(
  "keywords.list_negatives",
  Effect.map(Statements, (statements) =>
    Effect.fnUntraced(function* ({ organization }, { slug, ...request }) {
      const campaign = yield* campaignIdOf(statements, organization, slug)
      const { rows, ...page } = yield* readPage(statements, [organization.id, campaign], request)
      return { negative_keywords: rows.map(({ id: _, ...row }) => row), ...page }
    })
  )
)
