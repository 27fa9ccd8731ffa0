import { type Money, moneyIn, number } from "../../markdown/amounts.ts"
import { bar } from "../../markdown/charts.ts"
import { table } from "../../markdown/table.ts"
import { blocks, counted, listed, plain } from "../../markdown/text.ts"
import type { Document, Section } from "../document.ts"
import type { CompetitorFact, CompetitorFacts } from "../facts/competitor.ts"
import {
  aboutSection,
  change,
  datesOf,
  fixed,
  moved,
  noFigures,
  orUnknown,
  termTable,
  underTitle
} from "./parts.ts"

const opening = ({ all, profile, seen, seen_total, share }: CompetitorFacts, money: Money): string => {
  const [first] = seen
  if (first === undefined) return ""
  const how = moved(all.change.spend)
  const brought =
    all.now.conversions === 0
      ? "brought no conversion"
      : `brought ${counted(all.now.conversions, "conversion")}`
  return [
    `${number(seen_total)} of ${counted(profile?.known ?? 0, "competitor")} ${seen_total === 1 ? "shows" : "show"} in searches that your ads answered.`,
    `Those searches cost ${money(all.now.spend)}${share === null ? "" : `, ${share} of what all searches cost,`} and ${brought}.`,
    ...(how === null ? [] : [`That spend ${how} against the weeks before.`]),
    ...(seen.length < 2
      ? []
      : [`Most of it went to searches for **${plain(first.name)}**: ${money(first.now.spend)}.`])
  ].join(" ")
}

const overview = (seen: ReadonlyArray<CompetitorFact>, money: Money): string => {
  const most = Math.max(...seen.map(({ now }) => now.spend), 0)
  return table<CompetitorFact>(
    [
      { title: "Competitor", cell: ({ name }) => plain(name) },
      { title: "", cell: ({ now }) => bar(now.spend, most) },
      { title: "Searches", figures: true, cell: ({ terms }) => number(terms) },
      { title: "Impressions", figures: true, cell: ({ now }) => number(now.impressions) },
      { title: "Clicks", figures: true, cell: ({ now }) => number(now.clicks) },
      { title: "Spend", figures: true, cell: ({ now }) => money(now.spend) },
      { title: "Change", figures: true, sparse: true, cell: (one) => change(one.change.spend) },
      { title: "Conversions", figures: true, cell: ({ now }) => number(now.conversions) },
      { title: "Cost per conversion", figures: true, cell: ({ now }) => orUnknown(now.cpa, money) }
    ],
    seen
  )
}

const detail = (competitor: CompetitorFact, money: Money): Section => {
  const { name, payers, searches } = competitor
  const paid = payers.map(({ campaign, spend }) => `**${plain(campaign)}** (${money(spend)})`)
  return {
    heading: plain(name),
    prose:
      paid.length === 0
        ? "These searches were answered, and nobody clicked: they cost nothing."
        : `Paid for by ${listed(paid)}.`,
    facts: competitor,
    body: termTable(searches, money)
  }
}

const answers = ({ profile }: CompetitorFacts): Section => {
  const trust = profile?.trust ?? []
  return {
    heading: "What your site says against them",
    prose:
      trust.length === 0
        ? "Your website gives no reason to be trusted that could be found on it: no years, ratings, guarantees or certificates. Whoever compares you with a competitor finds nothing to go by."
        : "Whoever compares finds these on your website. An ad that answers a search for a competitor can say them.",
    facts: { trust },
    body: trust.map((text) => `- ${plain(text)}`).join("\n")
  }
}

/** Competitors of the profile as they show in searches, who pays for them, and what the site has to say. */
export const competitorReport = (facts: CompetitorFacts): Document => {
  const money = moneyIn(facts.currency)
  const title = `Competitors in your searches: ${datesOf(facts.period)}`
  const subtitle = fixed(underTitle(facts, `${facts.weeks} full weeks`))
  const { gone, profile, seen, unseen } = facts
  const sources = aboutSection(facts, [
    ...(facts.terms_left_out === 0
      ? []
      : [
          `Only the dearest searches were looked at; ${number(facts.terms_left_out)} cheaper ones were left out.`
        ]),
    "Competitors are those that the business profile names; a search counts where it has a competitor's whole name in it.",
    "What competitors themselves bid, and on what, nobody here can see."
  ])
  if (profile === null || profile.known === 0) {
    const why =
      profile === null
        ? "There is no business profile that is ready"
        : "The business profile names no competitors"
    const prose = `${why}, so it is not known whose names to look for. Have the website analysed, then have this report made again.`
    return { title, sections: [subtitle, fixed(prose), sources] }
  }
  const rest = [
    ...gone.map(
      ({ name, spend_before }) =>
        `**${plain(name)}** was seen in the weeks before, when it cost ${money(spend_before)}, and no more.`
    ),
    ...(unseen.length === 0 ? [] : [`Not met in any search: ${listed(unseen.map(plain))}.`])
  ].map(fixed)
  if (facts.days_with_data === 0) return { title, sections: [subtitle, noFigures(facts, "period"), sources] }
  if (seen.length === 0) {
    const prose =
      "No search that your ads answered in these weeks has a competitor's name in it. Nothing was spent on them."
    return { title, sections: [subtitle, fixed(prose), ...rest, answers(facts), sources] }
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
        body: blocks(overview(seen, money))
      },
      ...rest,
      ...seen.map((competitor) => detail(competitor, money)),
      answers(facts),
      sources
    ]
  }
}
