import { Option, Schema } from "effect"
import type { StoredPlan } from "../../changes/stored-plan.ts"
import { matchTypes } from "../../contract/index.ts"
import { bindStatement, statement } from "../../storage/index.ts"
import { negativeCriteria } from "../edits/criteria.ts"
import { listedNegatives } from "./rows.ts"
import type { Exclusion } from "./terms.ts"

const Added = Schema.Struct({
  campaign: Schema.Int,
  match: Schema.Literal(...matchTypes),
  terms: Schema.Array(Schema.String)
})
const decode = Schema.decodeUnknownOption(Added)

/** Returns the exclusions that a queued write would add to a campaign. */
export const exclusionsOfPlan = ({ actions }: StoredPlan, campaign: number): ReadonlyArray<Exclusion> =>
  actions.flatMap(({ steps }) =>
    steps
      .filter(({ kind }) => kind === negativeCriteria.adds)
      .flatMap(({ input }) => Option.toArray(decode(input)))
      .filter((added) => added.campaign === campaign)
      .flatMap(({ match, terms }) => terms.map((text) => ({ text, match })))
  )

const ofCampaign = statement(`
select c.id as campaign, n.text, n.match_type as match from campaigns c
left join negative_keywords n on n.organization_id = $1 and n.campaign_id = c.id and n.ad_id is null
  and n.removed_at is null
where c.organization_id = $1 and c.slug = $2 and c.removed_at is null
union all
select c.id, n.text, n.match_type from campaigns c, ${listedNegatives}
  and c.organization_id = $1 and c.slug = $2 and c.removed_at is null`)

/** Reads the exclusions of a whole campaign by its slug, also those of lists; one row of nulls for a campaign without any. */
export const readExclusionsBySlug = (organization: number, slug: string) =>
  bindStatement<{
    readonly campaign: number
    readonly text: string | null
    readonly match: Exclusion["match"] | null
  }>(ofCampaign, [organization, slug])
