import { Effect } from "effect"
import type { Output } from "../contract/index.ts"
import { cursorCodec, splitPage, TimePosition, totalOf } from "../paging/cursor.ts"
import { handler } from "../request/handler.ts"
import { Statements, statement } from "../storage/index.ts"
import { campaignIdOf } from "./campaign-id.ts"

type Row = Output<"keywords.list_negatives">["negative_keywords"][number]
interface NegativeRow extends Row {
  readonly id: number
  readonly total: number
}

/** SQL: the active negative keywords, the same that the campaign's detail counts. */
const filter = "organization_id = $1 and campaign_id = $2 and removed_at is null"

const page = statement(`
select text, match_type, ad_id, source, action_id, created_at, id,
  (select count(*) from negative_keywords where ${filter}) as total
from negative_keywords where ${filter}
  and ($3::bigint is null or (created_at, id) < (to_timestamp($3 / 1000.0)::timestamptz(3), $4::bigint))
order by created_at desc, id desc limit $5`)

const countAll = statement(`select count(*) as total from negative_keywords where ${filter}`)

export const listNegativeKeywords = handler(
  "keywords.list_negatives",
  Effect.map(Statements, (statements) =>
    Effect.fnUntraced(function* ({ organization }, { cursor, limit, slug }) {
      const campaign = yield* campaignIdOf(statements, organization, slug)
      const list = cursorCodec(TimePosition, "negative keywords", organization.id, campaign)
      const [cursorTime, after] = (yield* list.decode(cursor)) ?? [null, null]
      const filters = [organization.id, campaign]
      const rows = yield* statements.query<NegativeRow>(page, [...filters, cursorTime, after, limit + 1])
      const { last, page: pageRows } = splitPage(rows, limit)
      const total = yield* totalOf(rows, statements.query(countAll, filters))
      return {
        negative_keywords: pageRows.map(({ id: _, total: __, ...row }) => row),
        total,
        next_cursor: last === null ? null : list.encode([Date.parse(last.created_at), last.id])
      }
    })
  )
)
