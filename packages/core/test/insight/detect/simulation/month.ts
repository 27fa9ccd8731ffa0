import { conversionLagDays, conversionsStopped } from "../../../../src/campaigns/conversion-tracking.ts"
import type {
  BudgetMonth,
  ConvertingTerm,
  KeywordFigures,
  TermFigures
} from "../../../../src/campaigns/index.ts"
import { type CampaignView, evidence } from "../../../../src/insight/detect/view.ts"
import { keyword, notThroughAiMax, sums, view } from "../support.ts"
import { binomial, poisson, type Random } from "./random.ts"

/*
 * A campaign with its figures of every day, as the platform shows them on each of a month's days: conversions appear
 * days after their clicks. Detectors run daily, so what counts is whether any run of a month is wrong.
 */

/** A keyword or a search, with its true rate. */
export interface Item {
  readonly text: string
  /** The expected clicks of a day. */
  readonly clicks: (day: number) => number
  readonly rate: (day: number) => number
  readonly price: number
}

export interface World {
  readonly items: ReadonlyArray<Item>
  /** Days until a conversion is counted. */
  readonly delay: (random: Random) => number
  /** The lag that the platform reports; 3 days until it is known. */
  readonly lagDays?: number
  /** Days whose conversions were never counted. */
  readonly outage?: { readonly from: number; readonly to: number }
  /** What the campaign is, beside its figures. */
  readonly over: Partial<CampaignView>
}

/** Four months of history before the daily runs, because budgets compare a month with the 90 days before it. */
export const historyDays = 120
export const runDays = 30
const days = historyDays + runDays

interface ItemDays {
  readonly item: Item
  readonly clicks: ReadonlyArray<number>
  /** The conversions of each day that have appeared. */
  readonly conversions: Array<number>
  /** By the day on which they appear: the days of their clicks. */
  readonly arriving: ReadonlyArray<Array<number>>
}

const drawItem = (random: Random, item: Item, { delay, outage }: World): ItemDays => {
  const arriving = Array.from({ length: days }, (): Array<number> => [])
  const clicks = Array.from({ length: days }, (_, day) => {
    const clicked = poisson(random, item.clicks(day))
    const lost = outage !== undefined && day >= outage.from && day <= outage.to
    const converted = binomial(random, clicked, Math.min(1, item.rate(day)))
    for (let n = 0; n < converted; n++) {
      const counted = day + delay(random)
      if (!lost) arriving[counted]?.push(day)
    }
    return clicked
  })
  return { item, clicks, conversions: Array<number>(days).fill(0), arriving }
}

/** Some days of a campaign, as days before today. */
type Days = ReadonlyArray<number>

const span = (from: number, to: number): Days => Array.from({ length: from - to + 1 }, (_, n) => to + n)

const sumOf = ({ clicks, conversions, item }: ItemDays, today: number, some: Days) => {
  const sum = { clicks: 0, conversions: 0, days: 0 }
  for (const ago of some) {
    const day = today - ago
    if (day < 0) continue
    sum.clicks += clicks[day]!
    sum.conversions += conversions[day]!
    if (conversions[day]! > 0) sum.days += 1
  }
  return { ...sums(sum.clicks, sum.clicks * item.price, sum.conversions), conversion_days: sum.days }
}

const total = (items: ReadonlyArray<ItemDays>, today: number, some: Days) => {
  const all = items.map((one) => ({ sum: sumOf(one, today, some), price: one.item.price }))
  return sums(
    all.reduce((sum, one) => sum + one.sum.clicks, 0),
    all.reduce((sum, one) => sum + one.sum.clicks * one.price, 0),
    all.reduce((sum, one) => sum + one.sum.conversions, 0)
  )
}

/** Returns the days of an outage, if the service finds it. */
const silentDays = (items: ReadonlyArray<ItemDays>, today: number, { outage }: World): Days => {
  if (outage === undefined) return []
  const days = span(today - outage.from, today - outage.to).filter((ago) => ago < historyDays)
  const [silent, all] = [days, span(historyDays - 1, 0)].map((some) => total(items, today, some))
  const found = conversionsStopped({
    converted: "the day before",
    conversions: all!.conversions,
    clicks_before: all!.clicks - silent!.clicks,
    clicks_since: silent!.clicks
  })
  return found ? days : []
}

/** What the platform shows on one day. */
export interface Shown {
  readonly view: CampaignView
  /** The cost of the days up to the last, latest first. */
  readonly costs: ReadonlyArray<number>
  readonly month: BudgetMonth
}

const [days30, days90] = [span(29, 0), span(89, 0)]

const activeDays = ({ clicks }: ItemDays, today: number, known: Days) => {
  const agos = known.filter((ago) => clicks[today - ago]! > 0)
  return { from: agos.at(-1) ?? 0, to: agos[0] ?? 0 }
}

const keywordOf = (one: ItemDays, today: number, known: Days, id: number): KeywordFigures =>
  keyword(one.item.text, {
    id,
    last30: sumOf(one, today, days30),
    evidence: sumOf(one, today, known),
    active: activeDays(one, today, known),
    conversions90: sumOf(one, today, days90).conversions
  })

const termOf = (one: ItemDays, today: number, known: Days): TermFigures => {
  const last30 = sumOf(one, today, days30)
  return {
    term: one.item.text,
    window: last30,
    last30,
    evidence: sumOf(one, today, known),
    active: activeDays(one, today, known),
    conversions90: sumOf(one, today, days90).conversions,
    aiMax: notThroughAiMax
  }
}

const convertingOf = (one: ItemDays, today: number): ConvertingTerm => ({
  term: one.item.text,
  ad: 1,
  last30: sumOf(one, today, days30),
  last90: sumOf(one, today, days90)
})

const shownOn = (items: ReadonlyArray<ItemDays>, today: number, world: World): Shown => {
  const lagDays = world.lagDays ?? conversionLagDays
  const silent = new Set(silentDays(items, today, world))
  const settled = (from: number, to: number): Days =>
    span(from, to).filter((ago) => ago >= lagDays && !silent.has(ago))
  const known = settled(evidence.days - 1, 0)
  const figures = {
    window: total(items, today, days30),
    settled: total(items, today, settled(29, 0)),
    last7: total(items, today, span(6, 0)),
    last30: total(items, today, days30),
    evidence: total(items, today, known),
    evidenceDays: known.map((ago) => ({ ago, ...total(items, today, [ago]) })),
    lagDays,
    silentDays: silent.size,
    keywords: items.map((one, n) => keywordOf(one, today, known, n + 1)),
    terms: items.map((one) => termOf(one, today, known)),
    converting: items.map((one) => convertingOf(one, today)).filter(({ last90 }) => last90.conversions > 0)
  }
  return {
    view: view({ brand: [], ...figures, ...world.over }),
    costs: days30.map((ago) => total(items, today, [ago]).cost_micros),
    month: {
      ...figures.last30,
      settled: figures.settled,
      before: total(items, today, settled(119, 30)),
      lost_to_budget: 0.2
    }
  }
}

/** Draws a campaign and shows it on each day of a month. */
export function* monthOf(random: Random, world: World): Generator<Shown> {
  const items = world.items.map((item) => drawItem(random, item, world))
  for (let day = 0; day < days; day++) {
    for (const { arriving, conversions } of items)
      for (const clicked of arriving[day]!) conversions[clicked] = conversions[clicked]! + 1
    if (day >= historyDays) yield shownOn(items, day, world)
  }
}
