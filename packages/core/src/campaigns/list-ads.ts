import { Effect, Schema } from "effect"
import type { Output } from "../contract/index.ts"
import { cursorCodec, splitPage, totalOf } from "../paging/cursor.ts"
import { handler } from "../request/handler.ts"
import { Statements, statement } from "../storage/index.ts"
import { campaignIdOf } from "./campaign-id.ts"
import { adSourcesColumn, describeLines } from "./text-sources.ts"

type Row = Output<"campaigns.list_ads">["ads"][number]
interface AdRow extends Omit<Row, "lines"> {
  readonly headlines: ReadonlyArray<string>
  readonly descriptions: ReadonlyArray<string>
  readonly sources: unknown
  readonly total: number
}

const filter = "organization_id = $1 and campaign_id = $2 and removed_at is null"

const page = statement(`
select id as ad_id, name, url, state, headlines, descriptions, sources,
  (select count(*) from ads where ${filter}) as total
from ads where ${filter} and ($3::bigint is null or id > $3) order by id limit $4`)

const countAll = statement(`select count(*) as total from ads where ${filter}`)

const Position = Schema.Tuple(Schema.Number.pipe(Schema.int(), Schema.between(0, Number.MAX_SAFE_INTEGER)))

const adOf = (organization: number, { ad_id, descriptions, headlines, name, sources, state, url }: AdRow) => {
  const stored = sources === null ? [] : adSourcesColumn.read(sources, { organization, id: ad_id }).list
  return {
    ad_id,
    name,
    url,
    state,
    lines: describeLines(
      [
        ["headline", headlines],
        ["description", descriptions]
      ],
      stored
    )
  } satisfies Row
}

/** Lists the ads of a campaign, oldest first, each line with its source. */
export const listAds = handler(
  "campaigns.list_ads",
  Effect.map(Statements, (statements) =>
    Effect.fnUntraced(function* ({ organization }, { cursor, limit, slug }) {
      const campaign = yield* campaignIdOf(statements, organization, slug)
      const list = cursorCodec(Position, "ads", organization.id, campaign)
      const [after] = (yield* list.decode(cursor)) ?? [null]
      const filters = [organization.id, campaign]
      const rows = yield* statements.query<AdRow>(page, [...filters, after, limit + 1])
      const { last, page: pageRows } = splitPage(rows, limit)
      const total = yield* totalOf(rows, statements.query(countAll, filters))
      return {
        ads: pageRows.map((row) => adOf(organization.id, row)),
        total,
        next_cursor: last === null ? null : list.encode([last.ad_id])
      }
    })
  )
)
