import { blocks, sparkline, table } from "../../markdown.ts"
import { count, counted, day, days, listed, percent } from "../../telling.ts"
import type { Strategy } from "../analyse/analyse.ts"
import type { CampaignStanding } from "../analyse/standing.ts"
import type { Voice } from "./voice.ts"

const dash = "–"

const columns = [
  { title: "Campaign" },
  { title: "State" },
  { title: "Budget a day", right: true },
  { title: "Spent", right: true },
  { title: "Conversions", right: true },
  { title: "Each", right: true },
  { title: "Spend, change", right: true },
  { title: "Conversions, change", right: true },
  { title: "Budget used", right: true }
] as const

const rowOf = (one: CampaignStanding, { campaign, money, whole }: Voice): ReadonlyArray<string> => [
  campaign(one.slug),
  one.state,
  one.budget === 0 ? dash : whole(one.budget),
  money(one.spend),
  count(one.conversions),
  one.cpa === null ? dash : money(one.cpa),
  one.change.spend ?? dash,
  one.change.conversions ?? dash,
  one.budgetUsed === null ? dash : percent(one.budgetUsed)
]

const mostRows = 15
const mostIdle = 8

/** Campaigns that did not spend are named in a sentence: rows of nothing hide the others. */
const resting = (campaigns: ReadonlyArray<CampaignStanding>, { campaign }: Voice): string => {
  const idle = campaigns.filter(({ spend }) => spend === 0)
  if (idle.length === 0) return ""
  const named = idle.slice(0, mostIdle).map(({ slug, state }) => `${campaign(slug)} (${state})`)
  const more = idle.length - named.length
  return `Nothing was spent by ${more > 0 ? `${named.join(", ")} and ${counted(more, "other")}` : listed(named)}.`
}

const against = ({ cpa, targetCpa }: CampaignStanding, { money }: Voice): string =>
  targetCpa === null || cpa === null
    ? ""
    : ` (its target of ${money(targetCpa)} is ${cpa > targetCpa ? "missed" : "met"})`

/** Where the money returns and where it does not. */
const judged = ({ best, worst }: Strategy["standing"], voice: Voice): string => {
  if (best?.cpa == null || worst?.cpa == null) return ""
  const { campaign, money } = voice
  const share = (one: CampaignStanding) =>
    `${percent(one.shareOfSpend)} of the money and ${percent(one.shareOfConversions)} of the conversions`
  return `Beside the brand's own, a conversion costs least in ${campaign(best.slug)}, ${money(best.cpa)}${against(best, voice)}: ${share(best)}. It costs most in ${campaign(worst.slug)}, ${money(worst.cpa)}${against(worst, voice)}: ${share(worst)}.`
}

const trend = ({ weeks }: Strategy["standing"], { money }: Voice): string => {
  const [first, last] = [weeks[0], weeks.at(-1)]
  if (first === undefined || last === undefined || weeks.length < 2) return ""
  const rows = [
    { of: "Spend", values: weeks.map(({ spend }) => spend), tell: money },
    { of: "Conversions", values: weeks.map(({ conversions }) => conversions), tell: count }
  ]
  return blocks(
    `The last ${counted(weeks.length, "full week")}, from the one of ${day(first.monday)} to the one of ${day(last.monday)}:`,
    table(
      [
        { title: "" },
        { title: "Week by week" },
        { title: "First", right: true },
        { title: "Last", right: true }
      ],
      rows.map(({ of, tell, values }) => [of, sparkline(values), tell(values[0]!), tell(values.at(-1)!)])
    )
  )
}

const cap = ({ facts: { organization } }: Strategy, { whole }: Voice): string => {
  const { committedMonthly, maxSpend } = organization
  if (maxSpend === null)
    return `Daily budgets commit ${whole(committedMonthly)} a month; no monthly cap is set.`
  return `Daily budgets commit ${whole(committedMonthly)} a month of a cap of ${whole(maxSpend)}.`
}

/** Where the account stands. */
export const standingSection = (strategy: Strategy, voice: Voice): string => {
  const { facts, standing } = strategy
  const spending = standing.campaigns.filter(({ spend }) => spend > 0)
  return blocks(
    "## Where things stand",
    facts.window === null
      ? "No campaign has run yet."
      : `${days(facts.window.from, facts.window.to)}; the changes are against the 30 days before.`,
    table(
      columns,
      spending.slice(0, mostRows).map((one) => rowOf(one, voice))
    ),
    spending.length > mostRows
      ? `The ${mostRows} largest of ${counted(spending.length, "campaign")} that spent.`
      : null,
    judged(standing, voice),
    resting(standing.campaigns, voice),
    trend(standing, voice),
    cap(strategy, voice)
  )
}
