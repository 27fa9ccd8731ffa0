import { type ComparedTerm, makeBlocker } from "../../../campaigns/index.ts"
import { amountOf, sumBy, totalBy } from "../../amounts.ts"
import {
  bulletList,
  escapeMarkdown,
  formatNumber,
  joinSentences,
  joinWithAnd,
  type MoneyFormat,
  oneLine,
  pluralize,
  strong
} from "../../markdown.ts"
import { type Section, unless } from "../document.ts"
import { campaignNamer, compareTerms, describeChange, formatDateRange, percentText } from "../figures.ts"
import { lastWeeks, searchWeeks } from "../periods.ts"
import { hadTraffic, largestBy, termFact, termTable } from "../sections/terms.ts"
import type { Source } from "../source.ts"
import { figure, quoted, spendTable } from "../tables.ts"
import { about, defineReport, reportHeader, subtitle, withoutFigures } from "./report.ts"

const limits = { payers: 5, terms: 5, trust: 8 } as const

const competitorFact = (source: Source, name: string, terms: ReadonlyArray<ComparedTerm>) => {
  const campaignName = campaignNamer(source.campaigns)
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
type CompetitorFact = ReturnType<typeof competitorFact>

const facts = (source: Source) => {
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
type CompetitorFacts = ReturnType<typeof facts>

const openingProse = (
  { all, profile, seen, seen_total, share }: CompetitorFacts,
  money: MoneyFormat
): string => {
  const [first] = seen
  const change = describeChange(all.change.spend)
  const brought =
    all.now.conversions === 0
      ? "brought no conversion"
      : `brought ${pluralize(all.now.conversions, "conversion")}`
  return joinSentences(
    `${formatNumber(seen_total)} of ${pluralize(profile?.known ?? 0, "competitor")} ${seen_total === 1 ? "appears" : "appear"} in searches for which your ads were shown.`,
    `These searches cost ${money(all.now.spend)}${share === null ? "" : ` (${share} of the cost of all searches)`} and ${brought}.`,
    change === null ? null : `Compared with the weeks before, that cost ${change}.`,
    first === undefined || seen.length < 2
      ? null
      : `Most of it went to searches for ${strong(first.name)}: ${money(first.now.spend)}.`
  )
}

const opening = (facts: CompetitorFacts, money: MoneyFormat): Section =>
  facts.seen.length === 0
    ? { prose: "No search in these weeks contains a competitor's name. Nothing was spent on them." }
    : {
        about: "the opening of a report on competitors in searches",
        prose: openingProse(facts, money),
        facts: { all: facts.all, share: facts.share, seen: facts.seen },
        body: spendTable<CompetitorFact>(
          quoted("Competitor", ({ name }) => name),
          facts.seen,
          money,
          {
            name: [
              figure("Searches", ({ terms }) => terms),
              figure("Impressions", ({ now }) => now.impressions),
              figure("Clicks", ({ now }) => now.clicks)
            ]
          }
        )
      }

const notSeen = ({ gone, unseen }: CompetitorFacts, money: MoneyFormat): Section => ({
  prose: joinSentences(
    ...gone.map(
      ({ name, spend_before }) =>
        `${strong(name)} appeared in the weeks before, at a cost of ${money(spend_before)}, but not since.`
    ),
    unseen.length === 0 ? null : `In no search: ${joinWithAnd(unseen.map(escapeMarkdown))}.`
  )
})

const competitorSection = ({ name, payers, searches }: CompetitorFact, money: MoneyFormat): Section => ({
  heading: escapeMarkdown(name),
  prose:
    payers.length === 0
      ? "Ads were shown for these searches, but nobody clicked. They cost nothing."
      : `Paid for by ${joinWithAnd(payers.map(({ campaign, spend }) => `${strong(campaign)} (${money(spend)})`))}.`,
  body: termTable(searches, money)
})

const trustSection = ({ profile }: CompetitorFacts): Section => {
  const trust = profile?.trust ?? []
  return {
    heading: "What your website says against them",
    prose:
      trust.length === 0
        ? "No years, ratings, guarantees or certificates were found on your website. People who compare find no reason to prefer you."
        : "People who compare find these statements on your website. An ad for a competitor's search can use them.",
    body: bulletList(trust.map(escapeMarkdown))
  }
}

/** Explains why no names can be searched for; null if they can. */
const withoutNames = (facts: CompetitorFacts): Section | null => {
  const why =
    facts.profile === null
      ? "There is no finished business profile"
      : facts.profile.known === 0
        ? "The business profile names no competitors"
        : null
  return why === null
    ? withoutFigures("period")(facts)
    : {
        prose: `${why}, so no names can be searched for. Have the website analysed, then generate this report again.`
      }
}

/** The competitor report: the profile's competitors in searches, their cost, and the site's advantages. */
export const competitor = defineReport({
  purpose: "The last four weeks of searches that name competitors, and what they cost.",
  lastPeriod: (today) => lastWeeks(searchWeeks, today),
  trendWeeks: 0,
  readsTerms: true,
  facts,
  title: ({ period }) => `Competitors in your searches: ${formatDateRange(period)}`,
  sections: [
    subtitle(`${searchWeeks} full weeks`),
    unless(
      withoutNames,
      opening,
      notSeen,
      ({ seen }, money) => seen.map((one) => competitorSection(one, money)),
      trustSection
    ),
    about(
      "the search terms that the ad platform reports, and the competitors that the business profile names. A search counts if it contains a competitor's full name.",
      "the bids and keywords of competitors."
    )
  ]
})
