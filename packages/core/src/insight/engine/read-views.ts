import * as SqlClient from "@effect/sql/SqlClient"
import { Effect } from "effect"
import { readRules, rulesOf } from "../../access/organization-rules.ts"
import { decodeTargeting, type Exclusion } from "../../campaigns/index.ts"
import { BudgetCommitments } from "../../changes/organization.ts"
import { readyProfile } from "../../organizations/index.ts"
import { bindStatement, makePlanningReader, statement } from "../../storage/index.ts"
import type { Sums } from "../amounts.ts"
import { servedDayCondition } from "../performance/days.ts"
import { sumsAsJson } from "../performance/figures.ts"
import type { BrandLeakView, PaidTerm } from "./brand-leak.ts"
import type { BudgetView, ServedDay } from "./budget.ts"
import type { BusinessView, TargetedArea } from "./coverage.ts"

/** A live campaign for the engine's rules. */
export interface EngineView {
  readonly campaign: number
  readonly type: string
  /** Null for brand campaigns, and if the account has no live one. */
  readonly leak: BrandLeakView | null
  readonly budget: BudgetView
}

interface Row {
  readonly id: number
  readonly type: string
  readonly budget: number
  readonly target_cpa: number | null
  readonly served: ReadonlyArray<ServedDay>
  readonly last30: Sums
  readonly brand: ReadonlyArray<string>
  readonly terms: ReadonlyArray<PaidTerm>
  readonly negatives: ReadonlyArray<Exclusion>
}

/**
 * SQL: live campaigns in the platform, with the paid searches that contain a brand word. Spaces around both
 * prevent matches inside a longer word. The rule checks the details, but need not read half a million other
 * searches.
 */
const live = statement(`
with latest as (select coalesce(max(date), current_date - 1) as day from campaign_days where organization_id = $1),
brands as (
  select b.ad_account_id, array_agg(distinct lower(k.text)) as words
  from campaigns b join keywords k on k.organization_id = $1 and k.campaign_id = b.id and k.removed_at is null
  where b.organization_id = $1 and b.type = 'brand' and b.state = 'live' and b.removed_at is null
    and k.state = 'enabled'
  group by b.ad_account_id
)
select c.id, c.type, coalesce(c.budget, 0) as budget, c.target_cpa, coalesce(b.words, '{}') as brand,
  (select coalesce(json_agg(json_build_object('ago', day - date, 'cost_micros', cost_micros) order by date desc), '[]')
   from latest, campaign_days where organization_id = $1 and campaign_id = c.id and date > day - 30
     and ${servedDayCondition}) as served,
  (select ${sumsAsJson()}
   from latest, campaign_days where organization_id = $1 and campaign_id = c.id and date > day - 30) as last30,
  (select coalesce(json_agg(json_build_object('term', s.term, 'cost_micros', t.cost_micros)), '[]')
   from search_term_totals t join search_terms s on s.organization_id = $1 and s.id = t.term_id
   where t.organization_id = $1 and t.days = 30 and t.campaign_id = c.id
     and exists (select from unnest(b.words) w where ' ' || lower(s.term) || ' ' like '% ' || w || ' %')) as terms,
  (select coalesce(json_agg(json_build_object('text', n.text, 'match', n.match_type)), '[]')
   from negative_keywords n where n.organization_id = $1 and n.campaign_id = c.id and n.removed_at is null) as negatives
from campaigns c left join brands b on b.ad_account_id = c.ad_account_id
where c.organization_id = $1 and c.state = 'live' and c.platform_resource_name is not null and c.removed_at is null
order by c.id`)

/** Reads all live campaigns of an organization in one snapshot. */
export const readEngineViews = (organization: number) =>
  Effect.gen(function* () {
    const sql = yield* SqlClient.SqlClient
    const commitments = yield* BudgetCommitments
    const [rows, [rules], [sum]] = yield* sql.withTransaction(
      makePlanningReader().read(
        bindStatement<Row>(live, [organization]),
        readRules(organization),
        commitments.read(organization, null)
      )
    )
    const { changeLimitPercent, maxSpend } = rulesOf(rules!)
    const money = { changeLimitPercent, maxSpend, committed: sum!.sum }
    return rows.map(
      ({ brand, budget, id, last30, negatives, served, target_cpa, terms, type }): EngineView => ({
        campaign: id,
        type,
        leak:
          type === "brand" || brand.length === 0
            ? null
            : { brand, negatives, terms, spent_micros: last30.cost_micros },
        budget: { budget, targetCpa: target_cpa, served, last30, rules: money }
      })
    )
  })

interface TargetingRow {
  readonly id: number
  readonly organization: number
  readonly origin: string
  readonly locations: unknown
  readonly radius: unknown
  readonly sitelinks: unknown
}

/** Reads the business for the engine's rules; null without a ready profile. Drafts count as coverage. */
export const readBusinessView = (organization: number) =>
  Effect.gen(function* () {
    const sql = yield* SqlClient.SqlClient
    const profile = yield* readyProfile(organization)
    if (profile === null) return null
    const rows = yield* sql<TargetingRow>`
      select id, organization_id as organization, origin, locations, radius, sitelinks from campaigns
      where organization_id = ${organization} and removed_at is null order by id`
    const view: BusinessView = {
      profile,
      targetedAreas: rows.map((row): TargetedArea => {
        const { locations, radius } = decodeTargeting(row)
        const hasTargeting = locations.length > 0 || radius !== null
        return { locations, radius, everywhere: row.origin === "imported" && !hasTargeting }
      })
    }
    return view
  })
