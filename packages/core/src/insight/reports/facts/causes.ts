import { type ConversionSilence, type DayFigures, findSilence, hasServed } from "../../../campaigns/index.ts"
import { roundTo, type Sums, sumAll, sumBy } from "../../amounts.ts"
import { compareFigures } from "../../document/figures.ts"
import { oneLine } from "../../markdown/text.ts"
import { dataUntil } from "../../performance/period.ts"
import { isInPeriod } from "../periods.ts"
import type { ReportSource, SourceEvent } from "../read/source.ts"
import { campaignNamer } from "./campaigns.ts"
import { lostToRank, servingBySlug } from "./serving.ts"

/*
 * The causes of changes, as far as they are recorded: a paused campaign, a changed budget or keyword, by us or
 * by others in the ad platform, or lost conversion tracking. Impressions lost to ad rank are a possible cause of a
 * fall. A change without such a cause is unexplained.
 */

/** Smaller changes of a campaign need no cause: of its own spend, and of the total. */
const minChange = 0.1
const minShare = 0.02
/** With fewer conversions before, a fall is chance. */
const minConversions = 10
const maxCampaigns = 4

const kinds = [
  ["state", /\b(?:campaign (?:paused|enabled|removed)|state|status)\b/i],
  ["budget", /\bbudget\b/i],
  ["keywords", /\b(?:keywords?|search terms?|searches|exclu\w+)\b/i],
  ["target", /\btarget\b/i]
] as const

/** Reads an amount of a sentence, such as the 1,200 of "$1,200". */
const readAmount = (text: string): number => Number(text.replaceAll(",", ""))

/** Returns whether a change lowers (-1) or raises (1) the spend, if its text shows it. */
const directionOf = (what: string): number => {
  const [, from, to] = /from [^\d"]*([\d.,]+) to [^\d"]*([\d.,]+)/.exec(what) ?? []
  if (from !== undefined && to !== undefined) return Math.sign(readAmount(to) - readAmount(from))
  if (/\b(?:paused?|removed|draft|negative|exclu\w+)\b/i.test(what)) return -1
  return /\b(?:enabled|live|added)\b/i.test(what) ? 1 : 0
}

/** Returns the kind of a change and its effect on the spend. Quoted text is not ours. */
const effectOf = ({ what }: SourceEvent) => {
  const own = what.replaceAll(/"[^"]*"/g, "")
  const rank = kinds.findIndex(([, pattern]) => pattern.test(own))
  return { rank: rank < 0 ? kinds.length : rank, direction: directionOf(own) }
}

const causeFact = ({ at, outside, what, who }: SourceEvent) => ({
  day: at.slice(0, 10),
  what: oneLine(what, 120),
  who: oneLine(who ?? (outside ? "somebody" : "Adwarden"), 60),
  outside
})

/** Returns the recorded change that fits best: one that can move the spend in this direction; null for none. */
const causeOf = (events: ReadonlyArray<SourceEvent>, direction: number) => {
  const [best] = events
    .map((event) => ({ event, ...effectOf(event) }))
    .filter((one) => one.direction === direction || (one.direction === 0 && one.rank < kinds.length))
    .toSorted((a, b) => a.rank - b.rank)
  return best === undefined ? null : causeFact(best.event)
}

interface Compared {
  readonly now: Sums
  readonly before: Sums
}

/** Whether conversions fell clearly although the spend stayed nearly the same. */
const fellAtEqualSpend = ({ before, now }: Compared): boolean =>
  before.conversions >= minConversions &&
  now.conversions <= before.conversions * (1 - minChange) &&
  Math.abs(now.cost_micros - before.cost_micros) <= before.cost_micros * minChange

const fallFact = (campaign: string | null, { before, now }: Compared, cause: ReturnType<typeof causeOf>) => ({
  /** Null for all campaigns together. */
  campaign,
  ...compareFigures(now, before),
  fewer: roundTo(before.conversions - now.conversions, 1),
  /** Whether two equal periods differ as much in one case of 20 or more. */
  by_chance: before.conversions - now.conversions < 2 * Math.sqrt(before.conversions + now.conversions),
  cause
})

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
  const { before, period } = source.windows
  const name = campaignNamer(source)
  const state = new Map(source.campaigns.map((campaign) => [campaign.slug, campaign.state]))
  const until = dataUntil(period, source.latest) ?? period.to
  const serving = servingBySlug(source)
  const compared = (days: ReadonlyArray<DayFigures>): Compared => ({
    now: sumAll(days.filter(({ date }) => isInPeriod(period, date))),
    before: sumAll(days.filter(({ date }) => isInPeriod(before, date)))
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
    return { slug, sums, more, events, lastShown }
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
    .map(({ events, lastShown, more, slug, sums }) => ({
      campaign: name(slug),
      more: compareFigures(sums.now, sums.before).more.spend,
      cause: causeOf(events, Math.sign(more)),
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
      fallFact(name(slug), sums, latest === undefined ? null : causeFact(latest))
    )
    .filter(({ by_chance }) => !by_chance)
    .toSorted((a, b) => b.fewer - a.fewer)
    .slice(0, maxCampaigns)
  const tracking = lostTracking(source)
  const silent = new Set(tracking.map(({ campaign }) => campaign))
  const allFalls = fellAtEqualSpend(all) ? [fallFact(null, all, null), ...falls] : falls
  return {
    movers,
    // Lost tracking explains them better.
    falls: silent.has(null) ? [] : allFalls.filter(({ campaign }) => !silent.has(campaign)),
    tracking
  }
}
export type CauseFacts = ReturnType<typeof causeFacts>
