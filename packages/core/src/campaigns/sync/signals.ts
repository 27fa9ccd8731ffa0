import { Effect } from "effect"
import { plusDays } from "../../contract/index.ts"
import { readProgress, renewLease } from "../../platform/account-sync.ts"
import type { LinkedAccount } from "../../platform/ad-accounts.ts"
import { inTransaction, runSql } from "../../storage/index.ts"
import { runsSql } from "../attention-rows.ts"
import {
  type ConversionHistory,
  conversionLagDays,
  conversionsStopped,
  historyDays
} from "../conversion-tracking.ts"
import { usualClicks, usualConversions, usualWeeks, type WeekFigures } from "../delivery.ts"
import { type ColumnTypes, type RowOf, recordset } from "./bulk.ts"
import { judgeDelivery, judgeMonth } from "./judge-delivery.ts"
import { readIdsByName } from "./read-window.ts"

/** Impression shares are of the last week with figures. */
const shareDays = 7

/** Inserts or updates rows by their key, and leaves equal ones alone. */
const upsertAll = <const C extends ColumnTypes>(
  table: string,
  organizationId: number,
  [key, ...values]: readonly [keyof C & string, ...ReadonlyArray<keyof C & string>],
  columns: C,
  rows: ReadonlyArray<RowOf<C>>
) =>
  rows.length === 0
    ? Effect.void
    : runSql(
        `insert into ${table} as t (organization_id, ${[key, ...values].join(", ")})
         select $2, ${[key, ...values].join(", ")} from ${recordset(columns)}
         on conflict (organization_id, ${key}) do update set
           ${values.map((name) => `${name} = excluded.${name}`).join(", ")}
         where (${values.map((name) => `t.${name}`).join(", ")})
           is distinct from (${values.map((name) => `excluded.${name}`).join(", ")})`,
        [JSON.stringify(rows), organizationId]
      )

const historySql = (columns: string, grouping: string) => `
  with days as (
    select campaign_id, date, clicks, conversions from campaign_days
    where organization_id = $1 and date > $2::date - ${historyDays}
  ), converted as (
    select ${columns} max(date) filter (where conversions > 0) as converted from days ${grouping}
  )
  select ${columns} converted, coalesce(sum(d.conversions), 0)::float8 as conversions,
    coalesce(sum(d.clicks) filter (where d.date <= converted), 0)::float8 as clicks_before,
    coalesce(sum(d.clicks) filter (where d.date > converted and d.date <= $2::date - ${conversionLagDays}), 0)::float8
      as clicks_since
  from days d ${grouping === "" ? "cross join converted" : "join converted using (campaign_id)"}
  group by ${columns} converted`

const campaignHistory = historySql("campaign_id,", "group by campaign_id")
const organizationHistory = historySql("", "")

/** SQL: the figures of running campaigns by week; 0 is the last week whose conversions have arrived. */
const weeks = `
  select ($2::date - ${conversionLagDays} - d.date) / 7 as week, count(distinct d.date)::int as days,
    count(distinct d.date) filter (where d.impressions > 0)::int as shown,
    sum(d.clicks)::float8 as clicks, sum(d.conversions)::float8 as conversions
  from campaign_days d join campaigns c on c.organization_id = $1 and c.id = d.campaign_id
    and c.removed_at is null and ${runsSql("c")}
  where d.organization_id = $1 and d.date <= $2::date - ${conversionLagDays}
    and d.date > $2::date - ${conversionLagDays + 7 * (usualWeeks + 1)}
  group by 1 order by 1`

interface Week extends WeekFigures {
  readonly week: number
  readonly days: number
  /** The days on which any campaign was shown. */
  readonly shown: number
}

/** Clicks of a week with so many days less are not judged: ads were not shown, which is found by itself. */
const hiddenDays = 2

/** The last week and what is usual for it. The first week of a business is left out unless it is whole. */
const judgeWeek = (rows: ReadonlyArray<Week>, until: string) => {
  const oldest = rows.at(-1)
  const known = oldest === undefined ? 0 : oldest.days < 7 ? oldest.week - 1 : oldest.week
  const figuresOf = (week: number): WeekFigures =>
    rows.find((one) => one.week === week) ?? { clicks: 0, conversions: 0 }
  const past = Array.from({ length: Math.max(0, known) }, (_, index) => figuresOf(index + 1))
  const now = figuresOf(0)
  const conversions = usualConversions(now, past)
  const shownNow = rows.find(({ week }) => week === 0)?.shown ?? 0
  const isHidden = rows.some(({ shown }) => shown >= shownNow + hiddenDays)
  const clicks = isHidden ? null : usualClicks(past)
  return {
    week_until: plusDays(until, -conversionLagDays),
    conversions: now.conversions,
    conversions_low: conversions?.low ?? null,
    conversions_high: conversions?.high ?? null,
    clicks: now.clicks,
    clicks_low: clicks?.low ?? null,
    clicks_high: clicks?.high ?? null
  }
}

const stoppedSince = (history: ConversionHistory): string | null =>
  conversionsStopped(history) ? plusDays(history.converted!, 1) : null

/** Reads how well the account serves and stores it, with the day since when conversions are missing. */
export const syncSignals = (account: LinkedAccount) =>
  Effect.gen(function* () {
    const { organizationId } = account
    const { metrics_synced_through: to } = yield* readProgress(account)
    if (to === null) return
    const signals = yield* account.platform.signals(account, { from: plusDays(to, 1 - shareDays), to })
    const names = {
      campaigns: yield* readIdsByName(account, "campaigns"),
      keywords: yield* readIdsByName(account, "keywords"),
      textAds: yield* readIdsByName(account, "ads", "platform_ad_resource_name")
    }
    const [whole] = yield* runSql<ConversionHistory>(organizationHistory, [organizationId, to])
    const histories = yield* runSql<ConversionHistory & { readonly campaign_id: number }>(campaignHistory, [
      organizationId,
      to
    ])
    const week = judgeWeek(yield* runSql<Week>(weeks, [organizationId, to]), to)
    const delivery = yield* judgeDelivery(account, signals, names.campaigns, to)
    const month = yield* judgeMonth(account, to)
    const sinceOf = new Map(histories.map((history) => [history.campaign_id, stoppedSince(history)]))
    yield* inTransaction(
      Effect.gen(function* () {
        yield* upsertAll(
          "campaign_signals",
          organizationId,
          [
            "campaign_id",
            "impression_share",
            "lost_to_budget",
            "lost_to_rank",
            "conversions_stopped_since",
            "runs_since",
            "delivery_stopped_since",
            "spend_outside",
            "spend_since",
            "spend_until",
            "spend_span",
            "spend",
            "spend_low",
            "spend_high",
            "reason"
          ],
          {
            campaign_id: "bigint",
            impression_share: "numeric(5, 4)",
            lost_to_budget: "numeric(5, 4)",
            lost_to_rank: "numeric(5, 4)",
            conversions_stopped_since: "date",
            runs_since: "date",
            delivery_stopped_since: "date",
            spend_outside: "text",
            spend_since: "date",
            spend_until: "date",
            spend_span: "smallint",
            spend: "numeric(14, 2)",
            spend_low: "numeric(14, 2)",
            spend_high: "numeric(14, 2)",
            reason: "jsonb"
          },
          signals.campaigns.flatMap(({ campaign, impressionShare, lostToBudget, lostToRank }) => {
            const campaign_id = names.campaigns.get(campaign)
            if (campaign_id === undefined) return []
            return {
              campaign_id,
              impression_share: impressionShare,
              lost_to_budget: lostToBudget,
              lost_to_rank: lostToRank,
              conversions_stopped_since: sinceOf.get(campaign_id) ?? null,
              ...delivery(campaign_id)
            }
          })
        )
        yield* upsertAll(
          "keyword_signals",
          organizationId,
          ["keyword_id", "quality_score"],
          { keyword_id: "bigint", quality_score: "smallint" },
          signals.keywords.flatMap(({ keyword, qualityScore }) => {
            const keyword_id = names.keywords.get(keyword)
            return keyword_id === undefined ? [] : { keyword_id, quality_score: qualityScore }
          })
        )
        yield* upsertAll(
          "ad_signals",
          organizationId,
          ["ad_id", "approval", "strength"],
          { ad_id: "bigint", approval: "text", strength: "text" },
          signals.ads.flatMap(({ ad, approval, strength }) => {
            const ad_id = names.textAds.get(ad)
            return ad_id === undefined ? [] : { ad_id, approval, strength }
          })
        )
        const judged = {
          conversions_stopped_since: whole === undefined ? null : stoppedSince(whole),
          ...week,
          ...month
        }
        const columns = Object.keys(judged)
        yield* runSql(
          `insert into organization_signals (organization_id, ${columns.join(", ")})
           values ($1, ${columns.map((_, index) => `$${index + 2}`).join(", ")})
           on conflict (organization_id) do update set ${columns.map((name) => `${name} = excluded.${name}`).join(", ")}`,
          [organizationId, ...Object.values(judged)]
        )
        yield* renewLease(account)
      })
    )
  }).pipe(Effect.withSpan("Sync.signals"))
