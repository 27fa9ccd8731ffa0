import { Effect } from "effect"
import { plusDays } from "../../contract/index.ts"
import { readProgress, renewLease } from "../../platform/account-sync.ts"
import type { LinkedAccount } from "../../platform/ad-accounts.ts"
import { inTransaction, runSqlText } from "../../storage/index.ts"
import {
  type ConversionHistory,
  conversionLagDays,
  conversionsStopped,
  historyDays
} from "../conversion-tracking.ts"
import { type ColumnTypes, type RowOf, recordset } from "./bulk.ts"
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
    : runSqlText(
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
    const [whole] = yield* runSqlText<ConversionHistory>(organizationHistory, [organizationId, to])
    const histories = yield* runSqlText<ConversionHistory & { readonly campaign_id: number }>(
      campaignHistory,
      [organizationId, to]
    )
    const sinceOf = new Map(histories.map((history) => [history.campaign_id, stoppedSince(history)]))
    yield* inTransaction(
      Effect.gen(function* () {
        yield* upsertAll(
          "campaign_signals",
          organizationId,
          ["campaign_id", "impression_share", "lost_to_budget", "lost_to_rank", "conversions_stopped_since"],
          {
            campaign_id: "bigint",
            impression_share: "numeric(5, 4)",
            lost_to_budget: "numeric(5, 4)",
            lost_to_rank: "numeric(5, 4)",
            conversions_stopped_since: "date"
          },
          signals.campaigns.flatMap(({ campaign, impressionShare, lostToBudget, lostToRank }) => {
            const campaign_id = names.campaigns.get(campaign)
            return campaign_id === undefined
              ? []
              : {
                  campaign_id,
                  impression_share: impressionShare,
                  lost_to_budget: lostToBudget,
                  lost_to_rank: lostToRank,
                  conversions_stopped_since: sinceOf.get(campaign_id) ?? null
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
        yield* runSqlText(
          `insert into organization_signals (organization_id, conversions_stopped_since) values ($1, $2)
           on conflict (organization_id) do update set conversions_stopped_since = excluded.conversions_stopped_since`,
          [organizationId, whole === undefined ? null : stoppedSince(whole)]
        )
        yield* renewLease(account)
      })
    )
  }).pipe(Effect.withSpan("Sync.signals"))
