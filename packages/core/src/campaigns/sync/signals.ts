import { Effect } from "effect"
import { plusDays } from "../../contract/index.ts"
import { type NewEvent, recordEvents } from "../../events/events.ts"
import { readProgress, renewLease } from "../../platform/account-sync.ts"
import type { LinkedAccount } from "../../platform/ad-accounts.ts"
import { inTransaction, runSql } from "../../storage/index.ts"
import { runsSql } from "../attention-rows.ts"
import {
  type ConversionHistory,
  conversionLag,
  conversionLagDays,
  conversionsStopped,
  historyDays,
  judgeAction,
  lagClicks,
  minExpected
} from "../conversion-tracking.ts"
import { usualClicks, usualConversions, usualWeeks, type WeekFigures } from "../delivery.ts"
import { type ColumnTypes, insertAll, type RowOf, recordset } from "./bulk.ts"
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

/**
 * SQL: the spans of days with clicks and without a conversion, of each campaign or of all together, that may be silences. $3 is how late conversions arrive, and $4 is how many the span lacks at least.
 */
const spansSql = (columns: string) => `
  with days as (
    select ${columns} date, sum(clicks) as clicks, sum(conversions) as conversions from campaign_days
    where organization_id = $1 and date > $2::date - ${historyDays} and (clicks > 0 or conversions > 0) group by ${columns} date
  ), spans as (
    select *, count(*) filter (where conversions > 0) over (${columns === "" ? "" : "partition by campaign_id"} order by date) as span,
      sum(clicks) over w as all_clicks, sum(conversions) over w as all_conversions, max(date) over w as last
    from days window w as (${columns === "" ? "" : "partition by campaign_id"})
  )
  select ${columns} min(date) filter (where conversions = 0) as "from", max(date) as "to", max(date) = last as ongoing,
    max(date) filter (where conversions > 0) as converted, all_conversions::float8 as conversions,
    (all_clicks - coalesce(sum(clicks) filter (where conversions = 0), 0))::float8 as clicks_before,
    coalesce(sum(clicks) filter (where conversions = 0 and date <= $2::date - $3::int), 0)::float8 as clicks_since
  from spans group by ${columns} span, last, all_clicks, all_conversions
  having coalesce(sum(clicks) filter (where conversions = 0), 0) * all_conversions
    >= $4 * (all_clicks - coalesce(sum(clicks) filter (where conversions = 0), 0))
    and bool_or(conversions = 0)`

const campaignSpans = spansSql("campaign_id,")
const organizationSpans = spansSql("")

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

const clicksByDay = `
  select date, sum(d.clicks)::float8 as clicks from campaign_days d
  join campaigns c on c.organization_id = $1 and c.id = d.campaign_id and c.ad_account_id = $2
  where d.organization_id = $1 and d.date <= $3::date and d.date > $3::date - ${historyDays} group by date`

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

interface Span extends ConversionHistory {
  readonly from: string
  readonly to: string
  /** Whether no conversion came since. */
  readonly ongoing: boolean
}

/** Returns the silences among some spans, as columns, with the first day of one that goes on. */
const judgeSilences = (spans: ReadonlyArray<Span>) => {
  // Days before the first conversion are a silence too.
  const silent = spans.filter((span) =>
    conversionsStopped({ ...span, converted: span.converted ?? span.from })
  )
  const stopped = silent.find(({ converted, ongoing }) => ongoing && converted !== null)
  return {
    conversions_stopped_since: stopped === undefined ? null : plusDays(stopped.converted!, 1),
    silences: `{${silent.map(({ from, to }) => `[${from},${to}]`).join(",")}}`
  }
}

interface Shown {
  /** Null if it does not run. */
  readonly runs_since: string | null
  readonly delivery_stopped_since: string | null
}

/** Records which running campaigns are no longer shown, or are shown again. */
const tellDelivery = (organization: number, now: ReadonlyMap<number, Shown>, stopped: ReadonlySet<number>) =>
  Effect.gen(function* () {
    const changed = [...now].flatMap(([id, { delivery_stopped_since: since, runs_since }]) =>
      runs_since === null || stopped.has(id) === (since !== null) ? [] : [id]
    )
    if (changed.length === 0) return
    const campaigns = yield* runSql<{ id: number; slug: string; name: string }>`
      select id, slug, name from campaigns
      where organization_id = ${organization} and id = any(${changed}::bigint[]) order by id`
    const events = campaigns.map(({ id, name, slug }): NewEvent => {
      const since = now.get(id)!.delivery_stopped_since
      return since === null
        ? { type: "delivery.started", data: { campaign: slug, summary: `${name} is shown again` } }
        : {
            type: "delivery.stopped",
            data: { campaign: slug, since, summary: `${name} is no longer shown since ${since}` }
          }
    })
    yield* recordEvents(organization, ...events)
  })

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
    const lag = conversionLag(
      yield* account.platform.conversionLags(account, {
        from: plusDays(to, 1 - lagClicks.before - lagClicks.days),
        to: plusDays(to, -lagClicks.before)
      })
    )
    const actions = yield* account.platform.conversionActions(account, {
      from: plusDays(to, 1 - historyDays),
      to
    })
    const clicks = yield* runSql<{ readonly date: string; readonly clicks: number }>(clicksByDay, [
      organizationId,
      account.accountId,
      to
    ])
    const judged = [organizationId, to, lag ?? conversionLagDays, minExpected]
    const whole = judgeSilences(yield* runSql<Span>(organizationSpans, judged))
    const spans = yield* runSql<Span & { readonly campaign_id: number }>(campaignSpans, judged)
    const silencesOf = new Map(
      [...Map.groupBy(spans, ({ campaign_id }) => campaign_id)].map(([id, own]) => [id, judgeSilences(own)])
    )
    const week = judgeWeek(yield* runSql<Week>(weeks, [organizationId, to]), to)
    const delivery = yield* judgeDelivery(account, signals, names.campaigns, to)
    const month = yield* judgeMonth(account, to)
    yield* inTransaction(
      Effect.gen(function* () {
        const stopped = yield* runSql<{ id: number }>`select campaign_id as id from campaign_signals
          where organization_id = ${organizationId} and delivery_stopped_since is not null`
        yield* upsertAll(
          "campaign_signals",
          organizationId,
          [
            "campaign_id",
            "impression_share",
            "lost_to_budget",
            "lost_to_rank",
            "conversions_stopped_since",
            "silences",
            "conversion_lag_days",
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
            silences: "datemultirange",
            conversion_lag_days: "smallint",
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
              ...(silencesOf.get(campaign_id) ?? judgeSilences([])),
              conversion_lag_days: lag,
              ...delivery(campaign_id)
            }
          })
        )
        const judged = signals.campaigns.flatMap(({ campaign }) => names.campaigns.get(campaign) ?? [])
        yield* tellDelivery(
          organizationId,
          new Map(judged.map((id) => [id, delivery(id)])),
          new Set(stopped.map(({ id }) => id))
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
        yield* runSql("delete from conversion_actions where organization_id = $1 and ad_account_id = $2", [
          organizationId,
          account.accountId
        ])
        yield* insertAll(
          "conversion_actions",
          organizationId,
          {
            ad_account_id: "text",
            platform_resource_name: "text",
            name: "text",
            counts: "boolean",
            last_seen: "date",
            silent_since: "date"
          },
          actions.map(({ counts, days, name, ref }) => ({
            ad_account_id: account.accountId,
            platform_resource_name: ref,
            name,
            counts,
            ...judgeAction(days, clicks, { latest: to, lag: lag ?? conversionLagDays })
          }))
        )
        const row = { ...whole, ...week, ...month }
        const columns = Object.keys(row)
        yield* runSql(
          `insert into organization_signals (organization_id, ${columns.join(", ")})
           values ($1, ${columns.map((_, index) => `$${index + 2}`).join(", ")})
           on conflict (organization_id) do update set ${columns.map((name) => `${name} = excluded.${name}`).join(", ")}`,
          [organizationId, ...Object.values(row)]
        )
        yield* renewLease(account)
      })
    )
  }).pipe(Effect.withSpan("Sync.signals"))
