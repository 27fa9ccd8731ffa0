import type { Document, Section } from "../../document/document.ts"
import { describeChange, formatDateRange } from "../../document/figures.ts"
import { figure, quoted, spendTable, termTable } from "../../document/tables.ts"
import {
  bulletList,
  escapeMarkdown,
  formatNumber,
  joinSentences,
  joinWithAnd,
  type MoneyFormat,
  moneyFormatter,
  pluralize,
  strong
} from "../../markdown.ts"
import type { CompetitorFact, CompetitorFacts } from "../facts/competitor.ts"
import { aboutSection, leftOutNote, noFiguresSection, subtitleSection } from "./frame.ts"

const opening = ({ all, profile, seen, seen_total, share }: CompetitorFacts, money: MoneyFormat): string => {
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

/** Explains why no competitor is listed; null if there are some. */
const noneSeen = (facts: CompetitorFacts): Section | null => {
  if (facts.profile === null || facts.profile.known === 0) {
    const why =
      facts.profile === null
        ? "There is no finished business profile"
        : "The business profile names no competitors"
    return {
      prose: `${why}, so no names can be searched for. Have the website analysed, then generate this report again.`
    }
  }
  if (facts.days_with_data === 0) return noFiguresSection(facts, "period")
  return facts.seen.length > 0
    ? null
    : { prose: "No search in these weeks contains a competitor's name. Nothing was spent on them." }
}

/** The competitor report: the profile's competitors in searches, their cost, and the site's advantages. */
export const competitorReport = (facts: CompetitorFacts): Document => {
  const money = moneyFormatter(facts.currency)
  const { gone, seen, unseen } = facts
  const rest = joinSentences(
    ...gone.map(
      ({ name, spend_before }) =>
        `${strong(name)} appeared in the weeks before, at a cost of ${money(spend_before)}, but not since.`
    ),
    unseen.length === 0 ? null : `In no search: ${joinWithAnd(unseen.map(escapeMarkdown))}.`
  )
  const none = noneSeen(facts)
  const isKnown = facts.profile !== null && facts.profile.known > 0 && facts.days_with_data > 0
  return {
    title: `Competitors in your searches: ${formatDateRange(facts.period)}`,
    sections: [
      subtitleSection(facts, `${facts.weeks} full weeks`),
      none ?? {
        about: "the opening of a report on competitors in searches",
        prose: opening(facts, money),
        facts: { all: facts.all, share: facts.share, seen },
        body: spendTable<CompetitorFact>(
          quoted("Competitor", ({ name }) => name),
          seen,
          money,
          {
            bar: [
              figure("Searches", ({ terms }) => terms),
              figure("Impressions", ({ now }) => now.impressions),
              figure("Clicks", ({ now }) => now.clicks)
            ]
          }
        )
      },
      ...(isKnown
        ? [
            { prose: rest },
            ...seen.map((competitor) => competitorSection(competitor, money)),
            trustSection(facts)
          ]
        : []),
      aboutSection(facts, {
        sources:
          "the search terms that the ad platform reports, and the competitors that the business profile names. A search counts if it contains a competitor's full name.",
        unknown: [...leftOutNote(facts), "the bids and keywords of competitors."]
      })
    ]
  }
}
