import { Schema } from "effect"
import { type ComparedTerm, makeBlocker } from "../../../campaigns/index.ts"
import { amountOf, sumBy, totalBy } from "../../amounts.ts"
import { oneLine } from "../../markdown/text.ts"
import { searchWeeks } from "../periods.ts"
import type { ReportSource } from "../read/source.ts"
import { campaignNamer } from "./campaigns.ts"
import {
  ComparedFigures,
  compareTerms,
  PeriodFigures,
  percentText,
  periodFigures,
  ReportHeader,
  reportHeader
} from "./figures.ts"
import { hadTraffic, largestBy, TermFact, termFact } from "./terms.ts"

const PayerFact = Schema.Struct({ campaign: Schema.String, ...PeriodFigures.fields })

const CompetitorFact = Schema.Struct({
  name: Schema.String,
  terms: Schema.Number,
  ...ComparedFigures.fields,
  payers: Schema.Array(PayerFact),
  searches: Schema.Array(TermFact)
})
export type CompetitorFact = typeof CompetitorFact.Type

/** The facts of a competitor report: the profile's competitors in search terms. */
export const CompetitorFacts = Schema.Struct({
  type: Schema.Literal("competitor"),
  ...ReportHeader.fields,
  weeks: Schema.Number,
  /** Null without a business profile that names competitors. */
  profile: Schema.NullOr(
    Schema.Struct({ brand: Schema.String, known: Schema.Number, trust: Schema.Array(Schema.String) })
  ),
  /** All searches for any of them together, and their share of the cost of all searches. */
  all: ComparedFigures,
  share: Schema.NullOr(Schema.String),
  seen_total: Schema.Number,
  seen: Schema.Array(CompetitorFact),
  /** Seen in the weeks before, but not now. */
  gone: Schema.Array(Schema.Struct({ name: Schema.String, spend_before: Schema.Number })),
  unseen: Schema.Array(Schema.String),
  terms_left_out: Schema.Number
})
export type CompetitorFacts = typeof CompetitorFacts.Type

const limits = { payers: 5, terms: 5, trust: 8 } as const

const competitorFact = (
  source: ReportSource,
  competitor: string,
  terms: ReadonlyArray<ComparedTerm>
): CompetitorFact => {
  const name = campaignNamer(source)
  const payers = sumBy(
    terms.map(({ campaign, now }) => ({ campaign, ...now })),
    ({ campaign }) => campaign
  )
  return {
    name: oneLine(competitor, 60),
    terms: terms.filter(({ now }) => hadTraffic(now)).length,
    ...compareTerms(terms),
    payers: largestBy([...payers], limits.payers, ([, sums]) => sums.cost_micros).map(([slug, sums]) => ({
      campaign: name(slug),
      ...periodFigures(sums)
    })),
    searches: largestBy(terms, limits.terms, ({ now }) => now.cost_micros).map(termFact(source))
  }
}

export const competitorFacts = (source: ReportSource): CompetitorFacts => {
  const { profile, terms } = source
  const competitors = (profile?.competitors ?? []).map((competitor) => {
    const namesCompetitor = makeBlocker([{ text: competitor, match: "phrase" }])
    return { competitor, terms: terms.filter(({ term }) => namesCompetitor(term)) }
  })
  const seen = competitors.filter((one) => one.terms.some(({ now }) => hadTraffic(now)))
  const gone = competitors.filter((one) => !seen.includes(one) && one.terms.length > 0)
  // A search may name several competitors; the total counts it once.
  const all = [...new Set(seen.flatMap((one) => one.terms))]
  return {
    type: "competitor",
    ...reportHeader(source),
    weeks: searchWeeks,
    profile:
      profile === null
        ? null
        : {
            brand: oneLine(profile.brand_name, 60),
            known: profile.competitors.length,
            trust: profile.trust_signals.slice(0, limits.trust).map((text) => oneLine(text, 160))
          },
    all: compareTerms(all),
    share: percentText(
      totalBy(all, ({ now }) => now.cost_micros),
      totalBy(terms, ({ now }) => now.cost_micros)
    ),
    seen_total: seen.length,
    seen: seen
      .map((one) => competitorFact(source, one.competitor, one.terms))
      .toSorted((a, b) => b.now.spend - a.now.spend || a.name.localeCompare(b.name)),
    gone: gone.map((one) => ({
      name: oneLine(one.competitor, 60),
      spend_before: amountOf(totalBy(one.terms, ({ before }) => before.cost_micros))
    })),
    unseen: competitors
      .filter((one) => one.terms.length === 0)
      .map(({ competitor }) => oneLine(competitor, 60)),
    terms_left_out: source.terms_total - terms.length
  }
}
