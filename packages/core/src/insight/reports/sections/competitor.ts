import { formatNumber, type MoneyFormat, moneyFormatter } from "../../markdown/format.ts"
import { bulletList, escapeMarkdown, joinSentences, joinWithAnd, pluralize } from "../../markdown/text.ts"
import type { ReportDocument, Section } from "../document.ts"
import type { CompetitorFact, CompetitorFacts } from "../facts/competitor.ts"
import {
  aboutSection,
  describeChange,
  fixedParagraph,
  formatDateRange,
  leftOutNote,
  noFiguresSection,
  reportSubtitle
} from "./frame.ts"
import { spendTable, termTable } from "./tables.ts"

const opening = ({ all, profile, seen, seen_total, share }: CompetitorFacts, money: MoneyFormat): string => {
  const [first] = seen
  if (first === undefined) return ""
  const spendChange = describeChange(all.change.spend)
  const conversionsText =
    all.now.conversions === 0
      ? "brought no conversion"
      : `brought ${pluralize(all.now.conversions, "conversion")}`
  return joinSentences(
    `${formatNumber(seen_total)} of ${pluralize(profile?.known ?? 0, "competitor")} ${seen_total === 1 ? "shows" : "show"} in searches that your ads answered.`,
    `Those searches cost ${money(all.now.spend)}${share === null ? "" : `, ${share} of what all searches cost,`} and ${conversionsText}.`,
    spendChange === null ? null : `That spend ${spendChange} against the weeks before.`,
    seen.length < 2
      ? null
      : `Most of it went to searches for **${escapeMarkdown(first.name)}**: ${money(first.now.spend)}.`
  )
}

const competitorTable = (seen: ReadonlyArray<CompetitorFact>, money: MoneyFormat): string =>
  spendTable<CompetitorFact>({ title: "Competitor", cell: ({ name }) => escapeMarkdown(name) }, seen, money, {
    bar: [
      { title: "Searches", numeric: true, cell: ({ terms }) => formatNumber(terms) },
      { title: "Impressions", numeric: true, cell: ({ now }) => formatNumber(now.impressions) },
      { title: "Clicks", numeric: true, cell: ({ now }) => formatNumber(now.clicks) }
    ]
  })

const competitorSection = (competitor: CompetitorFact, money: MoneyFormat): Section => {
  const { name, payers, searches } = competitor
  const paid = payers.map(({ campaign, spend }) => `**${escapeMarkdown(campaign)}** (${money(spend)})`)
  return {
    heading: escapeMarkdown(name),
    prose:
      paid.length === 0
        ? "Ads were shown for these searches, and nobody clicked: they cost nothing."
        : `Paid for by ${joinWithAnd(paid)}.`,
    facts: competitor,
    body: termTable(searches, money)
  }
}

const trustSection = ({ profile }: CompetitorFacts): Section => {
  const trust = profile?.trust ?? []
  return {
    heading: "What your site says against them",
    prose:
      trust.length === 0
        ? "Your website gives no reason to be trusted that could be found on it: no years, ratings, guarantees or certificates. Whoever compares you with a competitor finds nothing to go by."
        : "Whoever compares finds these on your website. An ad that answers a search for a competitor can say them.",
    facts: { trust },
    body: bulletList(trust.map(escapeMarkdown))
  }
}

/** The competitor report: the profile's competitors in searches, their cost, and the site's advantages. */
export const competitorReport = (facts: CompetitorFacts): ReportDocument => {
  const money = moneyFormatter(facts.currency)
  const title = `Competitors in your searches: ${formatDateRange(facts.period)}`
  const subtitle = fixedParagraph(reportSubtitle(facts, `${facts.weeks} full weeks`))
  const { gone, profile, seen, unseen } = facts
  const sources = aboutSection(facts, [
    ...leftOutNote(facts),
    "Competitors are those that the business profile names; a search counts where it has a competitor's whole name in it.",
    "The bids and keywords of competitors are not visible here."
  ])
  if (profile === null || profile.known === 0) {
    const why =
      profile === null
        ? "There is no business profile that is ready"
        : "The business profile names no competitors"
    const prose = `${why}, so it is not known whose names to look for. Have the website analysed, then have this report made again.`
    return { title, sections: [subtitle, fixedParagraph(prose), sources] }
  }
  const rest = [
    ...gone.map(
      ({ name, spend_before }) =>
        `**${escapeMarkdown(name)}** was seen in the weeks before, when it cost ${money(spend_before)}, but not since.`
    ),
    ...(unseen.length === 0 ? [] : [`Not met in any search: ${joinWithAnd(unseen.map(escapeMarkdown))}.`])
  ].map(fixedParagraph)
  if (facts.days_with_data === 0)
    return { title, sections: [subtitle, noFiguresSection(facts, "period"), sources] }
  if (seen.length === 0) {
    const prose =
      "No search that your ads answered in these weeks has a competitor's name in it. Nothing was spent on them."
    return { title, sections: [subtitle, fixedParagraph(prose), ...rest, trustSection(facts), sources] }
  }
  return {
    title,
    sections: [
      subtitle,
      {
        heading: null,
        about: "the opening of a report on competitors in searches",
        prose: opening(facts, money),
        facts: { all: facts.all, share: facts.share, seen },
        body: competitorTable(seen, money)
      },
      ...rest,
      ...seen.map((competitor) => competitorSection(competitor, money)),
      trustSection(facts),
      sources
    ]
  }
}
