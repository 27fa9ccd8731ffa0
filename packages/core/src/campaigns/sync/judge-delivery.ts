import { Clock, Effect } from "effect"
import { organizationById } from "../../access/organizations.ts"
import { daysIn, plusDays } from "../../contract/index.ts"
import { type CampaignAction, readActionsOf } from "../../log/recent-actions.ts"
import type { LinkedAccount } from "../../platform/ad-accounts.ts"
import { localOf } from "../../platform/local-time.ts"
import type { AccountSignals, Ref } from "../../platform/model.ts"
import { runSql } from "../../storage/index.ts"
import { runsSql, seenBudgetSql } from "../attention-rows.ts"
import { quietSince, usualDays } from "../delivery.ts"
import {
  budgetExplains,
  type CampaignChange,
  deliveryReasonColumn,
  likelyReason,
  type ReasonFacts
} from "../delivery-reason.ts"
import { monthAfter, passingPace } from "../month-pace.ts"
import { chanceOf, type SpendDay, spendDays, type UnusualSpend, unusualSpend } from "../usual-spend.ts"

/* A sync judges whether running campaigns are shown and spend as usual, and why not. */

/** The days that the rules read. The index of a day counts from the first of them. */
const windowDays = Math.max(spendDays, usualDays + 14)
/** A campaign that ended longer ago has ended, as nobody doubts. */
const endedDays = 14
/** Changes of these days can explain what is unusual. */
const changeDays = 28

interface Running {
  readonly campaign_id: number
  readonly runs_since: string
  readonly stopped_since: string | null
  readonly ends_on: string | null
  readonly budget: number
  readonly budget_total: number | null
  readonly budget_left: number | null
  readonly days: ReadonlyArray<number> | null
  readonly impressions: ReadonlyArray<number> | null
  readonly costs: ReadonlyArray<number> | null
}

/**
 * SQL: the campaigns of an account that the platform runs, with their days up to the latest with figures. The days are added
 * up once: without statistics of new tables the planner would do so for each campaign.
 */
const running = `
  with history as materialized (
    select campaign_id, array_agg(date - $2::date + ${windowDays - 1}) as days, array_agg(impressions) as impressions,
      array_agg(cost_micros) as costs
    from campaign_days where organization_id = $1 and date > $2::date - ${windowDays} and date <= $2::date
    group by campaign_id
  )
  select c.id as campaign_id, coalesce(g.runs_since, $2::date) as runs_since, g.delivery_stopped_since as stopped_since,
    c.ends_on, ${seenBudgetSql("c")} as budget, c.budget_total, c.budget_left, h.days, h.impressions, h.costs
  from campaigns c left join history h on h.campaign_id = c.id
  left join campaign_signals g on g.organization_id = $1 and g.campaign_id = c.id
  where c.organization_id = $1 and c.ad_account_id = $3 and c.removed_at is null and ${runsSql("c")}`

const daysOf = ({ costs, days, impressions }: Running): ReadonlyArray<SpendDay> => {
  const dense = new Array<SpendDay>(windowDays).fill({ impressions: 0, cost: 0 })
  for (const [row, day] of (days ?? []).entries())
    dense[day] = { impressions: impressions![row]!, cost: costs![row]! / 1_000_000 }
  return dense
}

/** What was found out about a running campaign, with days as dates. */
interface Finding {
  readonly campaign: Running
  readonly stoppedSince: string | null
  readonly spend:
    | (Omit<UnusualSpend, "since" | "day"> & { readonly since: string; readonly day: string })
    | null
}

const judge = (campaign: Running, to: string, chance: number): Finding => {
  const nothing: Finding = { campaign, stoppedSince: null, spend: null }
  const { ends_on, runs_since, stopped_since } = campaign
  if (ends_on !== null && ends_on < plusDays(to, -endedDays)) return nothing
  const dateOf = (index: number): string => plusDays(to, index + 1 - windowDays)
  // The day after `runs_since` is the one on which a sync saw it run: perhaps not from its beginning.
  const ran = windowDays - daysIn(runs_since, to) + 1
  const days = daysOf(campaign)
  const shown = days.map(({ impressions }) => impressions)
  const quiet = quietSince(shown, ran + 1)
  // A silence outlasts the days that are read.
  const lasts =
    stopped_since !== null && !shown.some((count, day) => count > 0 && dateOf(day) >= stopped_since)
  const stoppedSince = lasts ? stopped_since : quiet === null ? null : dateOf(quiet)
  if (stoppedSince !== null) return { ...nothing, stoppedSince }
  const spend = unusualSpend(days, { chance, ran })
  return spend === null
    ? nothing
    : { ...nothing, spend: { ...spend, since: dateOf(spend.since), day: dateOf(spend.day) } }
}

const outsideChanges = `
  select campaign_id, at, by, (detail -> 'previous' ->> 'budget')::float8 as budget_from from platform_changes
  where organization_id = $1 and campaign_id = any($2::bigint[]) and at >= $3::timestamptz order by at`

interface OutsideRow extends Pick<CampaignChange, "at" | "by" | "budget_from"> {
  readonly campaign_id: number
}

const reviewedAds = `
  select a.campaign_id, count(*)::int as ads, count(*) filter (where s.approval = 'disapproved')::int as disapproved
  from ads a join ad_signals s on s.organization_id = $1 and s.ad_id = a.id
  where a.organization_id = $1 and a.campaign_id = any($2::bigint[]) and a.removed_at is null and a.state = 'enabled'
  group by a.campaign_id`

const budgetSubject = "Daily budget"
const amountOf = (text: string | undefined): number | null =>
  text === undefined || !Number.isFinite(Number(text)) ? null : Number(text)

/** A change of ours, and its undo where it was undone. */
const ownChanges = ({ at, sentences, undone_at }: CampaignAction) => {
  const budget = sentences.find((one) => one?.subject === budgetSubject)
  const made = { where: "here", at, by: null, budget_from: amountOf(budget?.from) } as const
  return undone_at === null ? [made] : [made, { ...made, at: undone_at, budget_from: amountOf(budget?.to) }]
}

/** Reads the changes and reviewed ads of campaigns whose delivery needs a reason. */
const readCircumstances = (
  { organizationId, timeZone }: LinkedAccount,
  campaigns: ReadonlyArray<number>,
  to: string
) =>
  Effect.gen(function* () {
    const since = `${plusDays(to, -changeDays)}T00:00:00Z`
    const outside = yield* runSql<OutsideRow>(outsideChanges, [organizationId, campaigns, since])
    const own = yield* runSql(readActionsOf(organizationId, campaigns, since))
    const ads = yield* runSql<{
      readonly campaign_id: number
      readonly ads: number
      readonly disapproved: number
    }>(reviewedAds, [organizationId, campaigns])
    const adsOf = new Map(ads.map(({ campaign_id, ...counts }) => [campaign_id, counts]))
    const changes = [
      ...outside.map(({ campaign_id, ...change }) => ({ campaign_id, where: "outside" as const, ...change })),
      ...own.flatMap((action) =>
        ownChanges(action).map((change) => ({ campaign_id: action.campaign_id, ...change }))
      )
    ].map((change) => ({ ...change, day: localOf(new Date(change.at), timeZone ?? "UTC").slice(0, 10) }))
    const changesOf = Map.groupBy(
      changes.toSorted((one, other) => one.at.localeCompare(other.at)),
      ({ campaign_id }) => campaign_id
    )
    return (campaign: number) => ({
      ...(adsOf.get(campaign) ?? { ads: 0, disapproved: 0 }),
      changes: changesOf.get(campaign) ?? []
    })
  })

/** The columns of a campaign without anything unusual. */
const asUsual = {
  delivery_stopped_since: null,
  spend_outside: null,
  spend_since: null,
  spend_until: null,
  spend_span: null,
  spend: null,
  spend_low: null,
  spend_high: null,
  reason: null
}

const columnsOf = ({ spend, stoppedSince }: Finding, facts: Omit<ReasonFacts, "since">, readAt: string) => {
  const since = stoppedSince ?? spend?.since
  if (since === undefined || (spend !== null && budgetExplains(facts, spend))) return asUsual
  const reason = likelyReason({ ...facts, since }, spend?.direction ?? "below")
  return {
    ...asUsual,
    delivery_stopped_since: stoppedSince,
    ...(spend === null
      ? {}
      : {
          spend_outside: spend.direction,
          spend_since: spend.since,
          spend_until: spend.day,
          spend_span: spend.span,
          spend: spend.cost,
          spend_low: spend.usual.low,
          spend_high: spend.usual.high
        }),
    reason: deliveryReasonColumn.write({ read_at: readAt, reason })
  }
}

/** Judges the running campaigns of an account. Returns the columns of each campaign. */
export const judgeDelivery = (
  account: LinkedAccount,
  { billing, campaigns: signals }: AccountSignals,
  campaignIds: ReadonlyMap<Ref, number>,
  to: string
) =>
  Effect.gen(function* () {
    const readAt = new Date(yield* Clock.currentTimeMillis).toISOString()
    const rows = yield* runSql<Running>(running, [account.organizationId, to, account.accountId])
    const found = rows.map((campaign) => judge(campaign, to, chanceOf(rows.length)))
    const unusual = found.filter(({ spend, stoppedSince }) => spend !== null || stoppedSince !== null)
    const ids = unusual.map(({ campaign }) => campaign.campaign_id)
    const circumstancesOf =
      ids.length === 0
        ? () => ({ ads: 0, disapproved: 0, changes: [] })
        : yield* readCircumstances(account, ids, to)
    const obstacleOf = new Map(signals.map(({ campaign, obstacle }) => [campaignIds.get(campaign), obstacle]))
    const columns = new Map(
      found.map((finding) => {
        const { campaign_id: id, runs_since, ...campaign } = finding.campaign
        const facts = { ...campaign, ...circumstancesOf(id), billing, obstacle: obstacleOf.get(id) ?? null }
        return [id, { runs_since, ...columnsOf(finding, facts, readAt) }]
      })
    )
    return (campaign: number) => columns.get(campaign) ?? { runs_since: null, ...asUsual }
  }).pipe(Effect.withSpan("Sync.judgeDelivery"))

/** The days whose average is the usual spend of the days to come: whole weeks. */
const paceDays = 28

/**
 * SQL: the spend of the month from $3 to $2, and of the $4 days that are left of it at the usual pace of running
 * campaigns. A budget that was lowered, is a total, or ends before, sets a limit.
 */
const monthSpend = `
  with recent as materialized (
    select campaign_id, sum(cost_micros) / 1e6 / ($2::date - min(date) + 1) as daily from campaign_days
    where organization_id = $1 and date > $2::date - ${paceDays} and date <= $2::date group by campaign_id
  ), spending as (
    select least($4::int, c.ends_on - $2::date) as days, c.budget_total, c.budget_left,
      case when c.budget_total is null and ${seenBudgetSql("c")} > 0 then least(r.daily, ${seenBudgetSql("c")}) else r.daily end as daily
    from campaigns c join recent r on r.campaign_id = c.id
    where c.organization_id = $1 and c.removed_at is null and ${runsSql("c")}
  )
  select coalesce((select sum(cost_micros) / 1e6 from campaign_days
      where organization_id = $1 and date between $3::date and $2::date), 0)::float8 as spent,
    coalesce((select sum(least(daily * greatest(days, 0), case when budget_total is not null then budget_left end))
      from spending), 0)::float8 as rest`

/** Judges the pace of the month of an organization: what its columns are. */
export const judgeMonth = ({ organizationId }: LinkedAccount, until: string) =>
  Effect.gen(function* () {
    const { from, left } = monthAfter(until)
    const [month] = yield* runSql<{ readonly spent: number; readonly rest: number }>(monthSpend, [
      organizationId,
      until,
      from,
      left
    ])
    const [known] = yield* runSql<{ readonly month_warned: boolean }>`
      select month_warned from organization_signals where organization_id = ${organizationId}`
    const { max_spend: cap } = yield* organizationById(organizationId)
    const warned =
      cap !== null && passingPace({ until, ...month! }, cap, known?.month_warned ?? false) !== null
    return { month_until: until, month_spend: month!.spent, month_rest: month!.rest, month_warned: warned }
  })
