import { Effect } from "effect"
import type { Output } from "../contract/index.ts"
import { pagedList, TimePosition } from "../paging.ts"
import { handler } from "../request/handler.ts"
import { Statements } from "../storage/index.ts"
import { campaignIdOf } from "./campaign-id.ts"
import { listedNegatives } from "./negatives/lists.ts"

type Row = Output<"keywords.list_negatives">["negative_keywords"][number]
interface NegativeRow extends Omit<Row, "list"> {
  readonly id: number
  readonly list: string | null
}

/** SQL: the active negative keywords of the campaign and its ads, the same that the campaign's detail counts. */
const filter = "organization_id = $1 and campaign_id = $2 and removed_at is null"

/** SQL: the keywords of the lists that concern the campaign. A list has at most 5,000. */
const listed = `
  select n.text, n.match_type, l.created_at, l.name as list, l.id * 10000 + n.place as id
  from campaigns c, ${listedNegatives} and c.organization_id = $1 and c.id = $2`

const isAfter =
  "($3::bigint is null or (created_at, id) < (to_timestamp($3 / 1000.0)::timestamptz(3), $4::bigint))"

const readPage = pagedList({
  name: "negative keywords",
  position: TimePosition,
  positionOf: ({ created_at, id }: NegativeRow) => [Date.parse(created_at), id],
  page: `
(
  select text, match_type, ad_id, source, action_id, created_at, null as list, id
  from negative_keywords where ${filter} and ${isAfter} order by created_at desc, id desc limit $5
) union all (
  select text, match_type, null, 'list', null, created_at, list, id
  from (${listed}) n where ${isAfter} order by created_at desc, id desc limit $5
)
order by created_at desc, id desc limit $5`,
  count: `select (select count(*) from negative_keywords where ${filter}) + (select count(*) from (${listed}) n) as total`
})

const rowOf = ({ id: _, list, ...row }: NegativeRow): Row => (list === null ? row : { ...row, list })

export const listNegativeKeywords = handler(
  "keywords.list_negatives",
  Effect.map(Statements, (statements) =>
    Effect.fnUntraced(function* ({ organization }, { slug, ...request }) {
      const campaign = yield* campaignIdOf(statements, organization, slug)
      const { rows, ...page } = yield* readPage(statements, [organization.id, campaign], request)
      return { negative_keywords: rows.map(rowOf), ...page }
    })
  )
)
