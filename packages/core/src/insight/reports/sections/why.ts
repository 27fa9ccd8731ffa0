import { type Money, shortDay, weekday } from "../../markdown/amounts.ts"
import { listed, plain, quoted } from "../../markdown/text.ts"
import type { CampaignFact } from "../facts/parts.ts"
import type { Compared } from "../facts/told.ts"
import type { WeeklyFacts } from "../facts/weekly.ts"
import { signed } from "./parts.ts"

/* Which campaigns, prices, days and searches carry a change. Only what the figures bear out is said. */

const named = (money: Money) => (campaign: CampaignFact) =>
  `**${plain(campaign.name)}** (${signed(campaign.more.spend, money)})`

/** The campaigns that moved the spend most, and those that moved it the other way. */
export const carriers = (
  { all, campaigns }: Pick<WeeklyFacts, "all" | "campaigns">,
  money: Money
): string | null => {
  const way = Math.sign(all.more.spend)
  if (way === 0 || campaigns.length < 2) return null
  const bySize = campaigns.toSorted((a, b) => Math.abs(b.more.spend) - Math.abs(a.more.spend))
  const along = bySize.filter(({ more }) => Math.sign(more.spend) === way).slice(0, 2)
  const against = bySize.filter(({ more }) => Math.sign(more.spend) === -way).slice(0, 1)
  const other = against.length === 0 ? "" : `; ${against.map(named(money)).join("")} went the other way`
  return `${way > 0 ? "More" : "Less"} was spent above all in ${listed(along.map(named(money)))}${other}.`
}

const percentOf = (told: string | null): number => (told === null ? 0 : Number.parseFloat(told))
/** Below this nobody would speak of a change, in percent. */
const little = 2

/** A conversion's price is a click's price over how many clicks convert: which of the two moved it. */
export const priceOf = ({ before, change, now }: Compared, money: Money): string | null => {
  if (change.cpa === null || change.cpc === null || change.rate === null) return null
  const dearer = percentOf(change.cpa)
  if (Math.abs(dearer) < little) return null
  const clicks = percentOf(change.cpc) * Math.sign(dearer)
  const rate = -percentOf(change.rate) * Math.sign(dearer)
  const prices = `a click cost ${money(now.cpc ?? 0)} rather than ${money(before.cpc ?? 0)}`
  const rates = `${now.rate} of clicks converted rather than ${before.rate}`
  const reasons = [
    { size: clicks, said: prices },
    { size: rate, said: rates }
  ]
    .filter(({ size }) => size >= little)
    .toSorted((a, b) => b.size - a.size)
  if (reasons.length === 0) return null
  return `A conversion was ${dearer > 0 ? "dearer" : "cheaper"} because ${reasons.map(({ said }) => said).join(", and ")}.`
}

/** The day that differs most from the same day of the week before. */
export const dayThatMoved = ({ all, days_of_week }: WeeklyFacts, money: Money): string | null => {
  const way = Math.sign(all.more.spend)
  const [most] = days_of_week.toSorted((a, b) => (b.more - a.more) * way)
  if (most === undefined || way === 0 || Math.sign(most.more) !== way) return null
  const size = money(Math.abs(most.more))
  return `The day that differs most is ${weekday(most.day)} ${shortDay(most.day)}, with ${size} ${way > 0 ? "more" : "less"} than the same day a week before.`
}

/** The search that moved most in the direction of the whole. */
export const termThatMoved = ({ all, terms }: WeeklyFacts, money: Money): string | null => {
  const [most] = all.more.spend >= 0 ? terms.up : terms.down
  if (most === undefined) return null
  const brought = most.conversions === 0 ? ", without a conversion" : ""
  return `Among searches, ${quoted(most.term)} moved most: ${signed(most.more, money)}, to ${money(most.spend)}${brought}.`
}
