import { type ComparedFigures, describeChange } from "../../document/figures.ts"
import { type CampaignRow, formatSigned } from "../../document/tables.ts"
import {
  escapeMarkdown,
  formatNumber,
  formatShortDay,
  joinSentences,
  joinWithAnd,
  type MoneyFormat,
  personName,
  pluralize,
  quoteInline,
  strong
} from "../../markdown.ts"
import type { CauseFacts } from "../facts/causes.ts"

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
  money: MoneyFormat
): string | null => {
  const direction = Math.sign(all.more.spend)
  if (!isNotable(all.change.spend) || campaigns.length < 2 || all.before.spend === 0) return null
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

/**
 * The cost per conversion is the cost per click divided by the conversion rate: states which of them moved. That is no
 * cause, except where clicks moved between campaigns.
 */
const explainCpaChange = (
  { before, change, now }: ComparedFigures,
  { falls, mix, tracking }: CauseFacts,
  money: MoneyFormat
): string | null => {
  if (tracking.length > 0)
    return "Conversions are missing, so costs per conversion and conversion rates cannot be compared."
  // The sentence about the fall states the rates.
  if (falls.some(({ campaign }) => campaign === null)) return null
  if (change.cpa === null || change.cpc === null || change.rate === null) return null
  const higher = parsePercent(change.cpa)
  if (!isNotable(change.cpa)) return null
  const reasons = [
    {
      size: parsePercent(change.cpc) * Math.sign(higher),
      text: `a click cost ${money(now.cpc ?? 0)} instead of ${money(before.cpc ?? 0)}`
    },
    {
      size: -parsePercent(change.rate) * Math.sign(higher),
      text: `${now.rate} of clicks converted instead of ${before.rate}`
    }
  ]
    .filter(({ size }) => size >= minNotablePercent)
    .toSorted((a, b) => b.size - a.size)
  return reasons.length === 0
    ? null
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
    explainSpendChange(all, campaigns, money),
    ...explainMovers(causes.movers, money),
    explainCpaChange(all, causes, money),
    ...causes.falls.map(explainFall)
  )
