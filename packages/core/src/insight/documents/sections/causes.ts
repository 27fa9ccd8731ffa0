import { type DayFigures, findSilence, hasServed } from "../../../campaigns/index.ts"
import { daysIn, plusDays } from "../../../contract/index.ts"
import { amountOf, roundTo, type Sums, sumAll, sumBy } from "../../amounts.ts"
import {
  escapeMarkdown,
  formatNumber,
  formatShortDay,
  joinSentences,
  joinWithAnd,
  type MoneyFormat,
  oneLine,
  personName,
  pluralize,
  quoteInline,
  strong
} from "../../markdown.ts"
import { dataUntil, type Period } from "../../performance/period.ts"
import {
  type CampaignRow,
  type ComparedFigures,
  type ComparedSums,
  campaignNamer,
  compareFigures,
  describeChange,
  sumDays
} from "../figures.ts"
import { byClicks, byCost, differ, pricesDiffer, spendDiffers } from "../noise.ts"
import { isInPeriod } from "../periods.ts"
import type { Source, SourceEvent } from "../source.ts"
import { formatSigned } from "../tables.ts"
import { lostToRank, servingBySlug } from "./serving.ts"

/*
 * The causes of changes, as far as they are recorded: a paused campaign, a changed budget or keyword, by us or
 * by others in the ad platform, or lost conversion tracking. Impressions lost to ad rank are a possible cause of a
 * fall. A change without such a cause is unexplained.
 */

/* The recorded change that can have moved a campaign's spend: by its kind, its direction and its time. */

/** A smaller change of the spend needs no cause. */
const minChange = 0.1

/** The first kinds of changes move the spend by themselves; others are possible causes. */
const certainKinds = 2
/** The days before and after a change whose spend is compared. */
const comparedDays = 7

const kinds = [
  ["state", /\bcampaign (?:paused|enabled|removed)\b|^(?:set live|paused|taken back to a draft)\b/i],
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
  const stops = /\b(?:paused|removed|draft)\b/i.test(what)
  const direction = stops ? -1 : /\b(?:enabled|live|added|exclu\w+)\b/i.test(what) ? 1 : 0
  // A negative keyword lowers the spend, and its removal raises it.
  return /\b(?:negative|exclu\w+)\b/i.test(what) ? -direction : direction
}

/** Returns the kind of a change and its effect on the spend. Quoted text is not ours, and an earlier state is no effect. */
const effectOf = ({ what }: SourceEvent) => {
  const own = what.replaceAll(/"[^"]*"/g, "").replaceAll(/,? from (?:live|paused|draft|enabled)\b/g, "")
  const [first] = own
    .split("; ")
    .map((clause) => {
      const rank = kinds.findIndex(([, pattern]) => pattern.test(clause))
      return { rank: rank < 0 ? kinds.length : rank, direction: directionOf(clause) }
    })
    .toSorted((a, b) => a.rank - b.rank)
  return first!
}

const dayOf = ({ at }: SourceEvent): string => at.slice(0, 10)

const causeFact = (event: SourceEvent, certain: boolean) => ({
  day: dayOf(event),
  what: oneLine(event.what, 120),
  who: oneLine(event.who ?? (event.outside ? "somebody" : "Adwarden"), 60),
  outside: event.outside,
  /** Whether the change moves the spend by itself, as a pause or a budget does. */
  certain
})

/** Returns the average daily cost from one day to another; null without such days. */
const averageCost = (days: ReadonlyArray<DayFigures>, from: string, to: string): number | null =>
  from > to
    ? null
    : sumAll(days.filter((day) => isInPeriod({ from, to }, day.date))).cost_micros / daysIn(from, to)

/** Whether the spend moved in this direction within a week after a day: a cause comes before its effect. */
const movedAfter = (
  days: ReadonlyArray<DayFigures>,
  read: Period,
  day: string,
  direction: number
): boolean => {
  const [, first] = [plusDays(day, -comparedDays), read.from].toSorted()
  const [last] = [plusDays(day, comparedDays), read.to].toSorted()
  const earlier = averageCost(days, first!, plusDays(day, -1))
  const later = averageCost(days, plusDays(day, 1), last!)
  return (
    earlier !== null &&
    later !== null &&
    later !== earlier &&
    (later - earlier) * direction >= earlier * minChange
  )
}

/**
 * Returns the recorded change that fits best: it can move the spend in this direction, and the spend moved after
 * it. Null for none.
 */
const causeOf = (events: ReadonlyArray<SourceEvent>, direction: number, moved: (day: string) => boolean) => {
  const [best] = events
    .map((event) => ({ event, ...effectOf(event) }))
    .filter((one) => one.direction === direction || (one.direction === 0 && one.rank < kinds.length))
    .filter(({ event }) => moved(dayOf(event)))
    .toSorted((a, b) => a.rank - b.rank)
  return best === undefined ? null : causeFact(best.event, best.direction !== 0 && best.rank < certainKinds)
}

/* The changes of campaigns and of the account, with their causes. */

/** A smaller change of a campaign needs no cause, as a share of the total. */
const minShare = 0.02
/** With fewer conversions before, a fall is chance. */
const minConversions = 10
const maxCampaigns = 4

/** Whether conversions fell clearly, and more than the spend, which stayed nearly the same. */
const fellAtEqualSpend = ({ before, now }: ComparedSums): boolean => {
  const spend = now.cost_micros / before.cost_micros
  return (
    before.conversions >= minConversions &&
    now.conversions <= before.conversions * Math.min(1, spend) * (1 - minChange) &&
    Math.abs(spend - 1) <= minChange
  )
}

const fewer = ({ before, now }: ComparedSums): number => before.conversions - now.conversions

const fallFact = (campaign: string | null, sums: ComparedSums, cause: ReturnType<typeof causeOf>) => ({
  /** Null for all campaigns together. */
  campaign,
  ...compareFigures(sums),
  fewer: roundTo(fewer(sums), 1),
  /** Whether two equal periods differ as much in one case of 20 or more. */
  by_chance: fewer(sums) < 2 * Math.sqrt(sums.before.conversions + sums.now.conversions),
  cause
})

/**
 * Whether most of the change of the cost per conversion comes from clicks that moved between campaigns: with its
 * clicks of now and the prices and rates of before, the account's cost would have changed by half as much or more.
 */
const isMixChange = (
  campaigns: ReadonlyArray<{ readonly sums: ComparedSums }>,
  all: ComparedSums
): boolean => {
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

/** Finds conversions that stopped while clicks went on: of all campaigns together (null), else of single ones. */
const lostTracking = (source: Source) => {
  const { days, latest, windows } = source
  const until = dataUntil(windows.period, latest)
  if (until === null) return []
  const silenceOf = (some: ReadonlyArray<DayFigures>) =>
    findSilence(
      [...sumBy(some, ({ date }) => date)].map(([date, sums]) => ({ date, ...sums })),
      until,
      windows.period
    )
  const all = silenceOf(days)
  if (all !== null) return [{ campaign: null, ...all }]
  const name = campaignNamer(source.campaigns)
  return [...Map.groupBy(days, ({ campaign }) => campaign)]
    .flatMap(([slug, own]) => {
      const silence = silenceOf(own)
      return silence === null ? [] : [{ campaign: name(slug), ...silence }]
    })
    .toSorted((a, b) => b.expected - a.expected)
    .slice(0, maxCampaigns)
}

/** Explains the changes of the period by recorded causes, largest first. */
export const causeFacts = (source: Source) => {
  const { period } = source.windows
  const name = campaignNamer(source.campaigns)
  const state = new Map(source.campaigns.map((campaign) => [campaign.slug, campaign.state]))
  const until = dataUntil(period, source.latest) ?? period.to
  const read = { from: source.windows.since, to: until }
  const serving = servingBySlug(source)
  const all = sumDays(source, source.days)
  const campaigns = [...Map.groupBy(source.days, ({ campaign }) => campaign)].map(([slug, days]) => {
    const sums = sumDays(source, days)
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
    .filter(({ days }) => spendDiffers(days, source.windows, until) === true)
    .toSorted((a, b) => Math.abs(b.more) - Math.abs(a.more))
    .slice(0, maxCampaigns)
    .map(({ days, events, lastShown, more, slug }) => ({
      campaign: name(slug),
      more: amountOf(more),
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
    /** Which changes of the account are larger than chance explains. */
    moved: {
      spend: spendDiffers(source.days, source.windows, until),
      cpa: differ(byCost(all.now), byCost(all.before)),
      rate: differ(byClicks(all.now), byClicks(all.before)),
      cpc: pricesDiffer(all.now, all.before)
    },
    mix: isMixChange(campaigns, all),
    // Lost tracking explains them better.
    falls: silent.has(null) ? [] : allFalls.filter(({ campaign }) => !silent.has(campaign)),
    tracking
  }
}
export type CauseFacts = ReturnType<typeof causeFacts>

/* Explains changes by campaigns, prices and recorded causes, as far as the figures support it. */

const parsePercent = (percentText: string | null): number =>
  percentText === null ? 0 : Number.parseFloat(percentText)
/** Smaller changes are not mentioned, in percent. */
const minNotablePercent = 2
export const isNotable = (percentText: string | null): boolean =>
  Math.abs(parsePercent(percentText)) >= minNotablePercent

const namedCampaign = (money: MoneyFormat) => (campaign: CampaignRow) =>
  `${strong(campaign.name)} (${formatSigned(campaign.more.spend, money)})`

/** Names the campaigns that moved the spend most, and those that moved it the other way. */
const explainSpendChange = (
  all: ComparedFigures,
  campaigns: ReadonlyArray<CampaignRow>,
  { moved }: CauseFacts,
  money: MoneyFormat
): string | null => {
  const direction = Math.sign(all.more.spend)
  if (!isNotable(all.change.spend) || all.before.spend === 0) return null
  if (moved.spend === null) return null
  if (!moved.spend) return "The spend differs no more than its days do by chance."
  if (campaigns.length < 2) return null
  const bySize = campaigns.toSorted((a, b) => Math.abs(b.more.spend) - Math.abs(a.more.spend))
  const ofDirection = (sign: number, limit: number) =>
    bySize
      .filter(({ more }) => Math.sign(more.spend) === sign)
      .slice(0, limit)
      .map(namedCampaign(money))
  const opposite = ofDirection(-direction, 1)
  const other = opposite.length === 0 ? "" : `; ${opposite.join("")} moved the other way`
  return `The spend ${direction > 0 ? "rose" : "fell"} mostly in ${joinWithAnd(ofDirection(direction, 2))}${other}.`
}

/** How much of a change a factor explains: factors multiply, so their logarithms add up. */
const factorOf = (percentText: string): number => Math.log1p(parsePercent(percentText) / 100)

/**
 * The cost per conversion is the cost per click divided by the conversion rate: states which of them moved beyond chance,
 * the one that explains more first. That is no cause, except where clicks moved between campaigns.
 */
const explainCpaChange = (
  { before, change, now }: ComparedFigures,
  { falls, mix, moved, tracking }: CauseFacts,
  money: MoneyFormat
): string | null => {
  if (tracking.length > 0)
    return "Conversions are missing, so costs per conversion and conversion rates cannot be compared."
  // The sentence about the fall states the rates.
  if (falls.some(({ campaign }) => campaign === null)) return null
  if (change.cpa === null || change.cpc === null || change.rate === null) return null
  const higher = parsePercent(change.cpa)
  if (!isNotable(change.cpa)) return null
  if (!moved.cpa)
    return "The cost per conversion differs no more than chance explains, so no cause is looked for."
  const reasons = [
    {
      moved: moved.rate,
      size: -factorOf(change.rate) * Math.sign(higher),
      text: `${now.rate} of clicks converted instead of ${before.rate}`
    },
    {
      moved: moved.cpc,
      size: factorOf(change.cpc) * Math.sign(higher),
      text: `a click cost ${money(now.cpc ?? 0)} instead of ${money(before.cpc ?? 0)}`
    }
  ]
    .filter(({ moved, size }) => moved && size * 100 >= minNotablePercent)
    .toSorted((a, b) => b.size - a.size)
  return reasons.length === 0
    ? `The cost per conversion ${higher > 0 ? "rose" : "fell"} beyond chance; neither the conversion rate nor the price of a click explains it alone.`
    : joinSentences(
        `The cost per conversion ${higher > 0 ? "rose" : "fell"}: ${reasons.map(({ text }) => text).join(", and ")}.`,
        mix ? "Mostly, the clicks are distributed differently over the campaigns." : null
      )
}

type Cause = NonNullable<CauseFacts["movers"][number]["cause"]>

/** For example "“Daily budget from $100 to $60” on 12 Nov, in the ad platform (adam@northwind.test)". */
const describeCause = ({ day, outside, what, who }: Cause): string =>
  `${quoteInline(what)} on ${formatShortDay(day)}${outside ? ", in the ad platform" : ""} (${personName(who)})`

const explainMovers = (movers: CauseFacts["movers"], money: MoneyFormat): ReadonlyArray<string> => {
  const moved = ({ campaign, more }: CauseFacts["movers"][number]) =>
    `${strong(campaign)} spent ${money(Math.abs(more))} ${more > 0 ? "more" : "less"}`
  const explained = movers.flatMap((mover) => {
    const { cause, paused, stopped } = mover
    if (cause !== null)
      return [`${moved(mover)}${cause.certain ? ":" : ". A possible cause is"} ${describeCause(cause)}.`]
    return stopped !== null && paused
      ? [`${moved(mover)}: it is paused, and was last shown on ${formatShortDay(stopped)}.`]
      : []
  })
  const unrecorded = movers.filter(
    ({ cause, paused, stopped }) => cause === null && !(stopped !== null && paused)
  )
  const outranked = unrecorded.flatMap((mover) =>
    mover.lost_to_rank === null
      ? []
      : [
          `${moved(mover)}. No change is recorded. It lost ${mover.lost_to_rank.share} of its impressions to ad rank in the last seven days, which is a possible cause.`
        ]
  )
  const unexplained = unrecorded.filter(({ lost_to_rank }) => lost_to_rank === null)
  if (unexplained.length === 0) return [...explained, ...outranked]
  return [
    ...explained,
    ...outranked,
    `No recorded change explains this: ${joinWithAnd(unexplained.map(moved))}.`
  ]
}

const explainFall = ({
  by_chance,
  campaign,
  cause,
  change,
  fewer,
  now,
  before
}: CauseFacts["falls"][number]) => {
  const where = campaign === null ? "" : ` in ${strong(campaign)}`
  const why =
    cause !== null
      ? `A possible cause is the latest change there: ${describeCause(cause)}.`
      : by_chance
        ? "A difference of this size can be chance."
        : "No recorded change explains it: check the website, the offer and the conversion tracking."
  return `Conversions${where} ${describeChange(change.conversions)} (${formatNumber(fewer)} fewer) although the spend was nearly the same (${change.spend}); ${now.rate ?? "none"} of clicks converted instead of ${before.rate}. ${why}`
}

const explainTracking = ({
  campaign,
  clicks,
  days,
  expected,
  from,
  ongoing,
  to
}: CauseFacts["tracking"][number]) =>
  `**${campaign === null ? "From" : `In ${escapeMarkdown(campaign)}, from`} ${formatShortDay(from)} ${ongoing ? "on" : `to ${formatShortDay(to)}`}, no conversion was counted on ${pluralize(days, "day")} with ${pluralize(clicks, "click")}, where at least ${formatNumber(expected)} were to be expected. Check the conversion tracking${ongoing ? " today" : ""}.**`

/** The alarm about lost conversion tracking, for the opening of a document: nothing else matters as much. */
export const trackingAlarm = ({ tracking }: CauseFacts): string =>
  joinSentences(...tracking.map(explainTracking))

/** Explains the change of spend and results in one paragraph. */
export const explainChanges = (
  all: ComparedFigures,
  campaigns: ReadonlyArray<CampaignRow>,
  causes: CauseFacts,
  money: MoneyFormat
): string =>
  joinSentences(
    explainSpendChange(all, campaigns, causes, money),
    ...explainMovers(causes.movers, money),
    explainCpaChange(all, causes, money),
    ...causes.falls.map(explainFall)
  )
