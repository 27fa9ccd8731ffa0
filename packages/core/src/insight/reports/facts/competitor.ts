import { type ComparedTerm, makeBlocker } from "../../../campaigns/index.ts"
import { amountOf, sumBy, totalBy } from "../../amounts.ts"
import { percentText } from "../../document/figures.ts"
import { oneLine } from "../../markdown.ts"
import { searchWeeks } from "../periods.ts"
import type { ReportSource } from "../read/source.ts"
import { campaignNamer } from "./campaigns.ts"
import { compareTerms, reportHeader } from "./header.ts"
import { hadTraffic, largestBy, termFact } from "./terms.ts"

const limits = { payers: 5, terms: 5, trust: 8 } as const

const competitorFact = (source: ReportSource, name: string, terms: ReadonlyArray<ComparedTerm>) => {
  const campaignName = campaignNamer(source)
  const payers = sumBy(
    terms.map(({ campaign, now }) => ({ campaign, ...now })),
    ({ campaign }) => campaign
  )
  return {
    name,
    terms: terms.filter(({ now }) => hadTraffic(now)).length,
    ...compareTerms(terms),
    payers: largestBy([...payers], limits.payers, ([, sums]) => sums.cost_micros).map(([slug, sums]) => ({
      campaign: campaignName(slug),
      spend: amountOf(sums.cost_micros)
    })),
    searches: largestBy(terms, limits.terms, ({ now }) => now.cost_micros).map(termFact(source))
  }
}
export type CompetitorFact = ReturnType<typeof competitorFact>

/** The facts of a competitor report: the profile's competitors in search terms. */
export const competitorFacts = (source: ReportSource) => {
  const { profile, terms } = source
  const competitors = (profile?.competitors ?? []).map((competitor) => {
    const namesCompetitor = makeBlocker([{ text: competitor, match: "phrase" }])
    return { name: oneLine(competitor, 60), terms: terms.filter(({ term }) => namesCompetitor(term)) }
  })
  const seen = competitors.filter((one) => one.terms.some(({ now }) => hadTraffic(now)))
  const gone = competitors.filter((one) => !seen.includes(one) && one.terms.length > 0)
  // A search may name several competitors; the total counts it once.
  const all = [...new Set(seen.flatMap((one) => one.terms))]
  return {
    type: "competitor" as const,
    ...reportHeader(source),
    weeks: searchWeeks,
    /** Null without a business profile. */
    profile:
      profile === null
        ? null
        : {
            known: profile.competitors.length,
            trust: profile.trust_signals.slice(0, limits.trust).map((text) => oneLine(text, 160))
          },
    /** All searches for any of them together, and their share of the cost of all searches. */
    all: compareTerms(all),
    share: percentText(
      totalBy(all, ({ now }) => now.cost_micros),
      totalBy(terms, ({ now }) => now.cost_micros)
    ),
    seen: seen
      .map((one) => competitorFact(source, one.name, one.terms))
      .toSorted((a, b) => b.now.spend - a.now.spend || a.name.localeCompare(b.name)),
    seen_total: seen.length,
    /** Seen in the weeks before, but not now. */
    gone: gone.map(({ name, terms }) => ({
      name,
      spend_before: amountOf(totalBy(terms, ({ before }) => before.cost_micros))
    })),
    unseen: competitors.filter((one) => one.terms.length === 0).map(({ name }) => name),
    terms_left_out: source.terms_total - terms.length
  }
}
export type CompetitorFacts = ReturnType<typeof competitorFacts>
