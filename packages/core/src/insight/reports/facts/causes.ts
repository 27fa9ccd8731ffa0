import { type ConversionSilence, type DayFigures, findSilence, hasServed } from "../../../campaigns/index.ts"
import { roundTo, type Sums, sumAll, sumBy } from "../../amounts.ts"
import { compareFigures } from "../../document/figures.ts"
import { dataUntil } from "../../performance/period.ts"
import { isCompared, isInPeriod } from "../periods.ts"
import type { ReportSource } from "../read/source.ts"
import { campaignNamer } from "./campaigns.ts"
import { causeFact, causeOf, minChange, movedAfter } from "./recorded-causes.ts"
import { lostToRank, servingBySlug } from "./serving.ts"

/*
 * The causes of changes, as far as they are recorded: a paused campaign, a changed budget or keyword, by us or
 * by others in the ad platform, or lost conversion tracking. Impressions lost to ad rank are a possible cause of a
 * fall. A change without such a cause is unexplained.
 */

/** A smaller change of a campaign needs no cause, as a share of the total. */
const minShare = 0.02
/** With fewer conversions before, a fall is chance. */
const minConversions = 10
const maxCampaigns = 4

interface Compared {
  readonly now: Sums
  readonly before: Sums
}

/** Whether conversions fell clearly, and more than the spend, which stayed nearly the same. */
const fellAtEqualSpend = ({ before, now }: Compared): boolean => {
  const spend = now.cost_micros / before.cost_micros
  return (
    before.conversions >= minConversions &&
    now.conversions <= before.conversions * Math.min(1, spend) * (1 - minChange) &&
    Math.abs(spend - 1) <= minChange
  )
}

const fallFact = (campaign: string | null, { before, now }: Compared, cause: ReturnType<typeof causeOf>) => ({
  /** Null for all campaigns together. */
  campaign,
  ...compareFigures(now, before),
  fewer: roundTo(before.conversions - now.conversions, 1),
  /** Whether two equal periods differ as much in one case of 20 or more. */
  by_chance: before.conversions - now.conversions < 2 * Math.sqrt(before.conversions + now.conversions),
  cause
})

/**
 * Whether most of the change of the cost per conversion comes from clicks that moved between campaigns: with its
 * clicks of now and the prices and rates of before, the account's cost would have changed by half as much or more.
 */
const isMixChange = (campaigns: ReadonlyArray<{ readonly sums: Compared }>, all: Compared): boolean => {
  const cpa = ({ conversions, cost_micros }: Pick<Sums, "conversions" | "cost_micros">) =>
    cost_micros / conversions
  const mixed = sumAll(
    campaigns.map(({ sums: { before, now } }) => {
      if (before.clicks === 0) return now
      const factor = now.clicks / before.clicks
      return { ...now, conversions: before.conversions * factor, cost_micros: before.cost_micros * factor }
    })
  )
  const share = (cpa(mixed) - cpa(all.before)) / (cpa(all.now) - cpa(all.before))
  return Number.isFinite(share) && share >= 0.5
}

/** A silence of all campaigns together (null), or of one. */
export interface TrackingFact extends ConversionSilence {
  readonly campaign: string | null
}

/** Finds conversions that stopped while clicks went on: of all campaigns, else of single ones. */
const lostTracking = (source: ReportSource): ReadonlyArray<TrackingFact> => {
  const { days, latest, windows } = source
  const until = dataUntil(windows.period, latest)
  if (until === null) return []
  const silenceOf = (some: ReadonlyArray<DayFigures>) =>
    findSilence(
      [...sumBy(some, ({ date }) => date)].map(([date, { clicks, conversions }]) => ({
        date,
        clicks,
        conversions
      })),
      until,
      windows.period
    )
  const all = silenceOf(days)
  if (all !== null) return [{ campaign: null, ...all }]
  const name = campaignNamer(source)
  return [...Map.groupBy(days, ({ campaign }) => campaign)]
    .flatMap(([slug, own]) => {
      const silence = silenceOf(own)
      return silence === null ? [] : [{ campaign: name(slug), ...silence }]
    })
    .toSorted((a, b) => b.expected - a.expected)
    .slice(0, maxCampaigns)
}

/** Explains the changes of the period by recorded causes, largest first. */
export const causeFacts = (source: ReportSource) => {
  const { period } = source.windows
  const name = campaignNamer(source)
  const state = new Map(source.campaigns.map((campaign) => [campaign.slug, campaign.state]))
  const until = dataUntil(period, source.latest) ?? period.to
  const read = { from: source.windows.since, to: until }
  const serving = servingBySlug(source)
  const compared = (days: ReadonlyArray<DayFigures>): Compared => ({
    now: sumAll(days.filter(({ date }) => isInPeriod(period, date))),
    before: sumAll(days.filter(({ date }) => isCompared(source.windows, date)))
  })
  const all = compared(source.days)
  const campaigns = [...Map.groupBy(source.days, ({ campaign }) => campaign)].map(([slug, days]) => {
    const sums = compared(days)
    const more = sums.now.cost_micros - sums.before.cost_micros
    const events = source.events.filter(({ campaign }) => campaign === slug)
    const lastShown = days
      .filter(hasServed)
      .map(({ date }) => date)
      .toSorted()
      .at(-1)
    return { slug, days, sums, more, events, lastShown }
  })
  const comparable = all.before.cost_micros > 0
  const movers = campaigns
    .filter(
      ({ more, sums }) =>
        comparable &&
        Math.abs(more) >= sums.before.cost_micros * minChange &&
        Math.abs(more) >= all.before.cost_micros * minShare
    )
    .toSorted((a, b) => Math.abs(b.more) - Math.abs(a.more))
    .slice(0, maxCampaigns)
    .map(({ days, events, lastShown, more, slug, sums }) => ({
      campaign: name(slug),
      more: compareFigures(sums.now, sums.before).more.spend,
      cause: causeOf(events, Math.sign(more), (day) => movedAfter(days, read, day, Math.sign(more))),
      /** Its last day with impressions, if it stopped before the end. */
      stopped: more < 0 && lastShown !== undefined && lastShown < until ? lastShown : null,
      paused: state.get(slug) === "paused",
      /** The share of impressions that it lost to ad rank last; it can only explain a fall. */
      lost_to_rank: more < 0 ? lostToRank(serving.get(slug)) : null
    }))
  // In one campaign such falls are frequent by chance, so only others are reported.
  const falls = campaigns
    .filter(({ sums }) => fellAtEqualSpend(sums))
    .map(({ events: [latest], slug, sums }) =>
      fallFact(name(slug), sums, latest === undefined ? null : causeFact(latest, false))
    )
    .filter(({ by_chance }) => !by_chance)
    .toSorted((a, b) => b.fewer - a.fewer)
    .slice(0, maxCampaigns)
  const tracking = lostTracking(source)
  const silent = new Set(tracking.map(({ campaign }) => campaign))
  const allFalls = fellAtEqualSpend(all) ? [fallFact(null, all, null), ...falls] : falls
  return {
    movers,
    mix: isMixChange(campaigns, all),
    // Lost tracking explains them better.
    falls: silent.has(null) ? [] : allFalls.filter(({ campaign }) => !silent.has(campaign)),
    tracking
  }
}
export type CauseFacts = ReturnType<typeof causeFacts>
