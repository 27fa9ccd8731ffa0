import fc from "fast-check"
import type {
  BudgetMonth,
  ConvertingTerm,
  KeywordFigures,
  TermFigures
} from "../../../src/campaigns/index.ts"
import { addSums as plus, type Sums } from "../../../src/insight/amounts.ts"
import type { CampaignView } from "../../../src/insight/detect/view.ts"

export { plus }

const million = 1_000_000

/** Clicks, cost in whole units, conversions. */
export const sums = (clicks: number, cost: number, conversions = 0): Sums => ({
  impressions: clicks * 20,
  clicks,
  cost_micros: Math.round(cost * million),
  conversions,
  conversions_value: conversions * 100
})

export const keyword = (text: string, over: Partial<KeywordFigures> = {}): KeywordFigures => ({
  id: 1,
  ad: 1,
  text,
  match: "phrase",
  state: "enabled",
  ageDays: 100,
  daysWithoutImpressions: 0,
  yearBefore: "silent",
  last30: sums(0, 0),
  evidence: over.last30 ?? sums(0, 0),
  active: { from: 3, to: 3 },
  conversions90: over.last30?.conversions ?? 0,
  ...over
})

export const notThroughAiMax: TermFigures["aiMax"] = {
  evidence: { clicks: 0, cost_micros: 0, conversions: 0 },
  last30: { cost_micros: 0 }
}

/** A search with the same figures in every window. */
export const term = (text: string, window: Sums, over: Partial<TermFigures> = {}): TermFigures => ({
  term: text,
  window,
  last30: window,
  evidence: window,
  active: { from: 3, to: 3 },
  conversions90: window.conversions,
  aiMax: notThroughAiMax,
  ...over
})

/** Each conversion on a day of its own. */
export const onDays = (sums: Sums) => ({ ...sums, conversion_days: Math.ceil(sums.conversions) })

export const converting = (
  text: string,
  last30: Sums,
  { last90 = last30, ...over }: Partial<Pick<ConvertingTerm, "ad">> & { readonly last90?: Sums } = {}
): ConvertingTerm => ({
  term: text,
  ad: 1,
  last30: onDays(last30),
  last90: onDays(last90),
  ...over
})

/** A month of a campaign whose conversions cost the more the longer ago; the platform shows less for the budget. */
export const budgetMonth = (last30: Sums, over: Partial<BudgetMonth> = {}): BudgetMonth => ({
  ...last30,
  settled: last30,
  before: sums(3 * last30.clicks, 6 * (last30.cost_micros / million), 3 * last30.conversions),
  lost_to_budget: 0.2,
  ...over
})

/** The last 454 days, as offsets from the latest. */
const everyDay = Array.from({ length: 454 }, (_, ago) => ago)

/**
 * A thousand clicks at 5 and a hundred conversions: a conversion costs 50, and the lower bound of the rate is
 * about 9.2 percent. Alone in its family, a term is found from 2.31 expected conversions on.
 */
export const view = (over: Partial<CampaignView> = {}): CampaignView => ({
  slug: "boiler-repair",
  type: "prospecting",
  budget: 200,
  targetCpa: null,
  windowDays: 30,
  window: sums(1000, 5000, 100),
  settled: over.window ?? sums(1000, 5000, 100),
  last7: sums(230, 1150, 23),
  last30: sums(1000, 5000, 100),
  evidence: sums(1000, 5000, 100),
  // All of it on one day, on which everything else was active too.
  evidenceDays: [{ ago: 3, ...(over.evidence ?? sums(1000, 5000, 100)) }],
  lagDays: 3,
  silentDays: 0,
  aiMax: null,
  takesTargetCpa: true,
  conversionsStopped: null,
  currency: "USD",
  currencyUnit: 0.01,
  served: everyDay,
  ads: [{ id: 1, name: "Ad 1" }],
  keywords: [],
  terms: [],
  converting: [],
  negatives: [],
  accountKeywords: [],
  brand: ["northwind"],
  ownTexts: [],
  ...over
})

const words = ["boiler", "repair", "jobs", "free", "seattle", "northwind", "cost", "emergency"] as const
const phraseOf = (some: ReadonlyArray<string>, maxLength: number) =>
  fc.array(fc.constantFrom(...some), { minLength: 1, maxLength }).map((chosen) => chosen.join(" "))
/** Often short, so that searches often equal keywords. */
const phrase = fc.oneof(phraseOf(words.slice(0, 4), 1), phraseOf(words, 4))

/** Clicks up to a maximum price, half of the time without a conversion. */
const figuresUpTo = (dearest: number) =>
  fc
    .record({ clicks: fc.nat(300), price: fc.nat(dearest), converted: fc.oneof(fc.constant(0), fc.nat(20)) })
    .map(({ clicks, converted, price }) => sums(clicks, clicks * price, Math.min(converted, clicks)))
const figures = figuresUpTo(12)

const anyKeyword = fc.record({
  text: phrase,
  match: fc.constantFrom("phrase" as const, "exact" as const, "broad" as const),
  state: fc.constantFrom("enabled" as const, "enabled" as const, "paused" as const),
  ageDays: fc.nat(200),
  quiet: fc.nat(120),
  last30: fc.oneof(figures, figuresUpTo(60))
})

const anyTerm = fc.record({ term: phrase, window: figures, before: figures, long: figures })

/**
 * Campaigns of any kind with consistent figures: shorter windows are within longer ones, parts within the
 * total.
 */
export const anyView: fc.Arbitrary<CampaignView> = fc
  .record({
    keywords: fc.array(anyKeyword, { maxLength: 8 }),
    terms: fc.uniqueArray(anyTerm, { maxLength: 12, selector: ({ term: text }) => text }),
    negatives: fc.array(phrase, { maxLength: 2 }),
    targetCpa: fc.option(fc.integer({ min: 1, max: 120 })),
    budget: fc.nat(300),
    served: fc.oneof(fc.constant(everyDay), fc.subarray(everyDay), fc.constant([])),
    type: fc.constantFrom("prospecting", "brand")
  })
  .map(({ budget, keywords, negatives, served, targetCpa, terms, type }) => {
    const shown = terms.map(({ before, long, term: text, window }) => {
      const last30 = plus(window, before)
      return { text, window, last30, last90: plus(last30, long) }
    })
    const none = sums(0, 0)
    const last30 = shown.reduce((all, one) => plus(all, one.last30), none)
    const window = shown.reduce((all, one) => plus(all, one.window), none)
    const last90 = shown.reduce((all, one) => plus(all, one.last90), none)
    return view({
      budget,
      type,
      targetCpa,
      windowDays: 7,
      window,
      settled: window,
      last7: window,
      last30,
      evidence: last90,
      served,
      keywords: keywords.map(({ quiet, text, ...one }, place) =>
        keyword(text, {
          ...one,
          id: place + 1,
          ad: 1 + (place % 2),
          daysWithoutImpressions: Math.min(quiet, one.ageDays, 90)
        })
      ),
      ads: [
        { id: 1, name: "Ad 1" },
        { id: 2, name: "Ad 2" }
      ],
      terms: shown.map(({ last30, last90, text, window }) =>
        term(text, window, { last30, evidence: last90, conversions90: last90.conversions })
      ),
      converting: shown
        .filter(({ last90 }) => last90.conversions > 0)
        .map(({ last30, last90, text }) => converting(text, last30, { last90 })),
      negatives: negatives.map((text) => ({ text, match: "phrase" as const }))
    })
  })
