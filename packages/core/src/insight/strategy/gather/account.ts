import * as SqlClient from "@effect/sql/SqlClient"
import { Effect } from "effect"
import { readOrganization } from "../../../access/organizations.ts"
import {
  type RecentFigures,
  readAllKeywords,
  readAllNegatives,
  readCampaignSlugs,
  readLatestDay,
  readRecentFigures,
  readWeeks,
  slugFinder
} from "../../../campaigns/index.ts"
import { daysInCap } from "../../../changes/guardrails/money.ts"
import { BudgetCommitments } from "../../../changes/organization.ts"
import { plusDays } from "../../../contract/index.ts"
import { bindStatement, makePlanningReader, statement } from "../../../storage/index.ts"
import { monthDays } from "../../detect/detectors/index.ts"
import { mondayOf } from "../../performance/days.ts"
import type { PendingRecommendation, StrategyFacts } from "../facts.ts"

type PendingRow = Omit<PendingRecommendation, "campaign"> & { readonly campaign: number }

const pending = statement(`
select campaign_id as campaign, summary from recommendations
where organization_id = $1 and status = 'pending' and type in ('location', 'icp') order by created_at, id`)

export type AccountData = Pick<
  StrategyFacts,
  "organization" | "window" | "weeks" | "keywords" | "negatives" | "pending"
> & { readonly campaigns: ReadonlyArray<RecentFigures> }

const trendWeeks = 12

/** Reads the stored facts of the account: figures, keywords and pending recommendations. */
export const readAccount = (id: number) =>
  Effect.gen(function* () {
    const sql = yield* SqlClient.SqlClient
    const commitments = yield* BudgetCommitments
    return yield* sql.withTransaction(
      Effect.gen(function* () {
        yield* sql`set transaction isolation level repeatable read, read only`
        const [[found], [day], [sum]] = yield* makePlanningReader().read(
          readOrganization(id),
          readLatestDay(id),
          commitments.read(id, null)
        )
        const latest = day?.latest ?? null
        // The latest day's week counts once it is full.
        const end = latest === null ? "1970-01-05" : mondayOf(plusDays(latest, 1))
        const [campaigns, weeks, keywords, negatives, pendingRows, slugs] = yield* makePlanningReader().read(
          readRecentFigures(id),
          readWeeks(id, plusDays(end, -7 * trendWeeks), end),
          readAllKeywords(id),
          readAllNegatives(id),
          bindStatement<PendingRow>(pending, [id]),
          readCampaignSlugs(id)
        )
        const slugOf = slugFinder(slugs)
        const account: AccountData = {
          organization: { ...found!, committedMonthly: sum!.sum * daysInCap },
          window: latest === null ? null : { from: plusDays(latest, 1 - monthDays), to: latest },
          campaigns,
          weeks,
          // A draft that is being generated has no keywords yet; a discarded one has none any more.
          keywords: keywords.filter(({ state }) => state === "enabled"),
          negatives: negatives.filter(({ campaignState }) => campaignState === "live"),
          pending: pendingRows.map((row) => ({ ...row, campaign: slugOf(row.campaign) }))
        }
        return account
      })
    )
  }).pipe(Effect.withSpan("strategy.readAccount"))
