import { Effect, Schema } from "effect"
import type { Output } from "../contract/index.ts"
import { NonNegativeInteger, pagedList } from "../paging.ts"
import { handler } from "../request/handler.ts"
import { Statements } from "../storage/index.ts"
import { campaignIdOf } from "./campaign-id.ts"
import { adSourcesColumn, describeLines } from "./text-sources.ts"

type Row = Output<"campaigns.list_ads">["ads"][number]
interface AdRow extends Omit<Row, "lines"> {
  readonly headlines: ReadonlyArray<string>
  readonly descriptions: ReadonlyArray<string>
  readonly sources: unknown
}

const filter = "organization_id = $1 and campaign_id = $2 and removed_at is null"

const readPage = pagedList({
  name: "ads",
  position: Schema.Tuple(NonNegativeInteger),
  positionOf: ({ ad_id }: AdRow) => [ad_id],
  page: `
select id as ad_id, name, url, state, headlines, descriptions, sources, approval, strength
from ads left join ad_signals s on s.organization_id = $1 and s.ad_id = id
where ads.${filter} and ($3::bigint is null or id > $3) order by id limit $4`,
  count: `select count(*) as total from ads where ${filter}`
})

const adOf = (
  organization: number,
  { ad_id, approval, descriptions, headlines, name, sources, state, strength, url }: AdRow
) => {
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
    ),
    approval: approval ?? null,
    strength: strength ?? null
  } satisfies Row
}

/** Lists the ads of a campaign, oldest first, each line with its source. */
export const listAds = handler(
  "campaigns.list_ads",
  Effect.map(Statements, (statements) =>
    Effect.fnUntraced(function* ({ organization }, { slug, ...request }) {
      const campaign = yield* campaignIdOf(statements, organization, slug)
      const { rows, ...page } = yield* readPage(statements, [organization.id, campaign], request)
      return { ads: rows.map((row) => adOf(organization.id, row)), ...page }
    })
  )
)
