import { formatShortDay, formatWeekday, type MoneyFormat } from "../../markdown/format.ts"
import { escapeMarkdown, joinWithAnd, quoteInline } from "../../markdown/text.ts"
import type { CampaignFact } from "../facts/campaigns.ts"
import type { ComparedFigures } from "../facts/figures.ts"
import type { WeeklyFacts } from "../facts/weekly.ts"
import { formatSigned } from "./frame.ts"

/* Explains a change by campaigns, prices, days and searches, as far as the figures support it. */

const namedCampaign = (money: MoneyFormat) => (campaign: CampaignFact) =>
  `**${escapeMarkdown(campaign.name)}** (${formatSigned(campaign.more.spend, money)})`

/** Names the campaigns that moved the spend most, and those that moved it the other way. */
export const explainSpendChange = (
  { all, campaigns }: Pick<WeeklyFacts, "all" | "campaigns">,
  money: MoneyFormat
): string | null => {
  const direction = Math.sign(all.more.spend)
  if (direction === 0 || campaigns.length < 2) return null
  const bySize = campaigns.toSorted((a, b) => Math.abs(b.more.spend) - Math.abs(a.more.spend))
  const sameDirection = bySize.filter(({ more }) => Math.sign(more.spend) === direction).slice(0, 2)
  const oppositeDirection = bySize.filter(({ more }) => Math.sign(more.spend) === -direction).slice(0, 1)
  const other =
    oppositeDirection.length === 0
      ? ""
      : `; ${oppositeDirection.map(namedCampaign(money)).join("")} went the other way`
  return `${direction > 0 ? "More" : "Less"} was spent above all in ${joinWithAnd(sameDirection.map(namedCampaign(money)))}${other}.`
}

const parsePercent = (percentText: string | null): number =>
  percentText === null ? 0 : Number.parseFloat(percentText)
/** Smaller changes are not mentioned, in percent. */
const minNotablePercent = 2

/**
 * The cost per conversion is the cost per click divided by the conversion rate: states which of the two moved
 * it.
 */
export const explainCpaChange = (
  { before, change, now }: ComparedFigures,
  money: MoneyFormat
): string | null => {
  if (change.cpa === null || change.cpc === null || change.rate === null) return null
  const dearer = parsePercent(change.cpa)
  if (Math.abs(dearer) < minNotablePercent) return null
  const clicks = parsePercent(change.cpc) * Math.sign(dearer)
  const rate = -parsePercent(change.rate) * Math.sign(dearer)
  const prices = `a click cost ${money(now.cpc ?? 0)} rather than ${money(before.cpc ?? 0)}`
  const rates = `${now.rate} of clicks converted rather than ${before.rate}`
  const reasons = [
    { size: clicks, explanation: prices },
    { size: rate, explanation: rates }
  ]
    .filter(({ size }) => size >= minNotablePercent)
    .toSorted((a, b) => b.size - a.size)
  if (reasons.length === 0) return null
  return `A conversion was ${dearer > 0 ? "dearer" : "cheaper"} because ${reasons.map(({ explanation }) => explanation).join(", and ")}.`
}

/** Names the day that differs most from the same day of the week before. */
export const explainDayChange = ({ all, days_of_week }: WeeklyFacts, money: MoneyFormat): string | null => {
  const direction = Math.sign(all.more.spend)
  const [largest] = days_of_week.toSorted((a, b) => (b.more - a.more) * direction)
  if (largest === undefined || direction === 0 || Math.sign(largest.more) !== direction) return null
  const size = money(Math.abs(largest.more))
  return `The day that differs most is ${formatWeekday(largest.day)} ${formatShortDay(largest.day)}, with ${size} ${direction > 0 ? "more" : "less"} than the same day a week before.`
}

/** Names the search that moved most in the direction of the total. */
export const explainTermChange = ({ all, terms }: WeeklyFacts, money: MoneyFormat): string | null => {
  const [largest] = all.more.spend >= 0 ? terms.up : terms.down
  if (largest === undefined) return null
  const brought = largest.conversions === 0 ? ", without a conversion" : ""
  return `Among searches, ${quoteInline(largest.term)} moved most: ${formatSigned(largest.more, money)}, to ${money(largest.spend)}${brought}.`
}
