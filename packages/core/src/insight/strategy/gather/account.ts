import * as SqlClient from "@effect/sql/SqlClient"
import { Effect } from "effect"
import { daysInCap } from "../../../changes/guardrails/money.ts"
import { BudgetCommitments } from "../../../changes/organization.ts"
import { plusDays } from "../../../contract/index.ts"
import { bindStatement, makePlanningReader, statement } from "../../../storage/index.ts"
import { monthDays } from "../../detect/detectors/index.ts"
import { mondayOf } from "../../performance/days.ts"
import { sumsAsJson } from "../../performance/figures.ts"
import type {
  CampaignFacts,
  CampaignKeyword,
  PendingRecommendation,
  StrategyFacts,
  StrategyOrganization,
  WeekSums
} from "../facts.ts"

const organization = statement(`
select o.slug as org, o.name, o.currency, o.max_spend as "maxSpend",
  o.api_budget_change_limit_pct as "changeLimitPercent", o.approvals_required as "approvalsRequired",
  (select max(date) from campaign_days where organization_id = o.id)::text as latest
from organizations o where o.id = $1`)

const latest = "(select max(date) as latest from campaign_days where organization_id = $1)"

/** Running campaigns come first, because only they can be audited. */
const campaigns = statement(`
select c.id, c.slug, c.type, c.state, coalesce(c.budget, 0) as budget, c.target_cpa as "targetCpa",
  c.state in ('live', 'error') and c.platform_resource_name is not null as running, c.ad_account_id as account,
  c.last_synced_at as synced, d.*
from campaigns c, lateral (
  select ${sumsAsJson("date > latest - 7")} as last7, ${sumsAsJson("date > latest - $2")} as last30,
    ${sumsAsJson("date <= latest - $2")} as before30
  from ${latest} l left join campaign_days
    on organization_id = $1 and campaign_id = c.id and date > latest - 2 * $2
) d
where c.organization_id = $1 and c.removed_at is null
order by c.id`)

const weeks = statement(`
select date_trunc('week', date)::date::text as monday, ${sumsAsJson()} as sums
from campaign_days where organization_id = $1 and date >= $2::date and date < $3::date
group by 1 order by 1`)

/** A draft that is being generated has no keywords yet; a discarded one has none any more. */
const keywordsStatement = (table: string, condition: string) =>
  statement(`
select distinct c.slug as campaign, lower(w.text) as text, w.match_type as match
from ${table} w join campaigns c on c.organization_id = $1 and c.id = w.campaign_id and c.removed_at is null
where w.organization_id = $1 and w.removed_at is null and ${condition}`)
const keywords = keywordsStatement("keywords", "w.state = 'enabled'")
const negatives = keywordsStatement("negative_keywords", "c.state = 'live'")

const pending = statement(`
select r.id, r.type, c.slug as campaign, r.summary, r.estimated_monthly_saving as saving
from recommendations r join campaigns c on c.organization_id = $1 and c.id = r.campaign_id
where r.organization_id = $1 and r.status = 'pending' order by r.created_at, r.id`)

export interface CampaignRow extends CampaignFacts {
  readonly id: number
  readonly running: boolean
  readonly account: string | null
  readonly synced: string | null
}

export type AccountData = Pick<
  StrategyFacts,
  "organization" | "window" | "weeks" | "keywords" | "negatives" | "pending"
> & { readonly campaigns: ReadonlyArray<CampaignRow> }

const trendWeeks = 12

type OrganizationRow = Omit<StrategyOrganization, "committedMonthly"> & { readonly latest: string | null }

/** Reads the stored facts of the account: figures, keywords and pending recommendations. */
export const readAccount = (id: number) =>
  Effect.gen(function* () {
    const sql = yield* SqlClient.SqlClient
    const commitments = yield* BudgetCommitments
    return yield* sql.withTransaction(
      Effect.gen(function* () {
        yield* sql`set transaction isolation level repeatable read, read only`
        const [[row], [sum]] = yield* makePlanningReader().read(
          bindStatement<OrganizationRow>(organization, [id]),
          commitments.read(id, null)
        )
        const { latest, ...rules } = row!
        // The latest day's week counts once it is full.
        const end = latest === null ? "1970-01-05" : mondayOf(plusDays(latest, 1))
        const [campaignRows, fullWeeks, keywordRows, negativeRows, pendingRows] =
          yield* makePlanningReader().read(
            bindStatement<CampaignRow>(campaigns, [id, monthDays]),
            bindStatement<WeekSums>(weeks, [id, plusDays(end, -7 * trendWeeks), end]),
            bindStatement<CampaignKeyword>(keywords, [id]),
            bindStatement<CampaignKeyword>(negatives, [id]),
            bindStatement<PendingRecommendation>(pending, [id])
          )
        const account: AccountData = {
          organization: { ...rules, committedMonthly: sum!.sum * daysInCap },
          window: latest === null ? null : { from: plusDays(latest, 1 - monthDays), to: latest },
          campaigns: campaignRows,
          weeks: fullWeeks,
          keywords: keywordRows,
          negatives: negativeRows,
          pending: pendingRows
        }
        return account
      })
    )
  }).pipe(Effect.withSpan("strategy.readAccount"))
