import type {
  BudgetMonth,
  ConvertingTerm,
  KeywordFigures,
  TermFigures
} from "../../../../src/campaigns/index.ts"
import { type CampaignView, evidence } from "../../../../src/insight/detect/view.ts"
import { keyword, sums, view } from "../support.ts"
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

/** Adds up the days from `from` to `to` days before `today`. */
const sumOf = ({ clicks, conversions, item }: ItemDays, today: number, from: number, to: number) => {
  const sum = { clicks: 0, conversions: 0, days: 0 }
  for (let day = Math.max(0, today - from); day <= today - to; day++) {
    sum.clicks += clicks[day]!
    sum.conversions += conversions[day]!
    if (conversions[day]! > 0) sum.days += 1
  }
  return { ...sums(sum.clicks, sum.clicks * item.price, sum.conversions), conversion_days: sum.days }
}

const total = (items: ReadonlyArray<ItemDays>, today: number, from: number, to: number) => {
  const all = items.map((one) => ({ sum: sumOf(one, today, from, to), price: one.item.price }))
  return sums(
    all.reduce((sum, one) => sum + one.sum.clicks, 0),
    all.reduce((sum, one) => sum + one.sum.clicks * one.price, 0),
    all.reduce((sum, one) => sum + one.sum.conversions, 0)
  )
}

/** What the platform shows on one day. */
export interface Shown {
  readonly view: CampaignView
  /** The cost of the days up to the last, latest first. */
  readonly costs: ReadonlyArray<number>
  readonly month: BudgetMonth
}

const activeDays = ({ clicks }: ItemDays, today: number) => {
  const agos = Array.from({ length: evidence.days }, (_, ago) => ago).filter(
    (ago) => ago >= evidence.lagDays && clicks[today - ago]! > 0
  )
  return { from: agos.at(-1) ?? 0, to: agos[0] ?? 0 }
}

const keywordOf = (one: ItemDays, today: number, id: number): KeywordFigures =>
  keyword(one.item.text, {
    id,
    last30: sumOf(one, today, 29, 0),
    evidence: sumOf(one, today, evidence.days - 1, evidence.lagDays),
    active: activeDays(one, today),
    conversions90: sumOf(one, today, 89, 0).conversions
  })

const termOf = (one: ItemDays, today: number): TermFigures => {
  const last30 = sumOf(one, today, 29, 0)
  return {
    term: one.item.text,
    window: last30,
    last30,
    evidence: sumOf(one, today, evidence.days - 1, evidence.lagDays),
    active: activeDays(one, today),
    conversions90: sumOf(one, today, 89, 0).conversions
  }
}

const convertingOf = (one: ItemDays, today: number): ConvertingTerm => ({
  term: one.item.text,
  ad: 1,
  last30: sumOf(one, today, 29, 0),
  last90: sumOf(one, today, 89, 0)
})

const shownOn = (items: ReadonlyArray<ItemDays>, today: number, world: World): Shown => {
  const { lagDays } = evidence
  const figures = {
    window: total(items, today, 29, 0),
    settled: total(items, today, 29, lagDays),
    last7: total(items, today, 6, 0),
    last30: total(items, today, 29, 0),
    evidence: total(items, today, evidence.days - 1, lagDays),
    evidenceDays: Array.from({ length: evidence.days - lagDays }, (_, n) => n + lagDays).map((ago) => ({
      ago,
      ...total(items, today, ago, ago)
    })),
    keywords: items.map((one, n) => keywordOf(one, today, n + 1)),
    terms: items.map((one) => termOf(one, today)),
    converting: items.map((one) => convertingOf(one, today)).filter(({ last90 }) => last90.conversions > 0)
  }
  return {
    view: view({ brand: [], ...figures, ...world.over }),
    costs: Array.from({ length: 30 }, (_, ago) => total(items, today, ago, ago).cost_micros),
    month: {
      ...figures.last30,
      settled: figures.settled,
      before: total(items, today, 119, 30),
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
