import { longDay, longDays, number, percent } from "../../markdown/amounts.ts"
import { sparkline } from "../../markdown/charts.ts"
import { table } from "../../markdown/table.ts"
import { blocks, counted, listed } from "../../markdown/text.ts"
import type { Strategy } from "../analyse/analyse.ts"
import type { CampaignStanding } from "../analyse/standing.ts"
import type { Voice } from "./voice.ts"

const dash = "–"
const mostRows = 15
const mostIdle = 8

const byCampaign = (rows: ReadonlyArray<CampaignStanding>, { campaign, money, whole }: Voice): string =>
  table(
    [
      { title: "Campaign", cell: ({ slug }) => campaign(slug) },
      { title: "State", cell: ({ state }) => state },
      { title: "Budget a day", figures: true, cell: ({ budget }) => (budget === 0 ? dash : whole(budget)) },
      { title: "Spent", figures: true, cell: ({ spend }) => money(spend) },
      { title: "Conversions", figures: true, cell: ({ conversions }) => number(conversions) },
      { title: "Each", figures: true, cell: ({ cpa }) => (cpa === null ? dash : money(cpa)) },
      { title: "Spend, change", figures: true, cell: ({ change }) => change.spend ?? dash },
      { title: "Conversions, change", figures: true, cell: ({ change }) => change.conversions ?? dash },
      {
        title: "Budget used",
        figures: true,
        cell: ({ budgetUsed }) => (budgetUsed === null ? dash : percent(budgetUsed))
      }
    ],
    rows.slice(0, mostRows)
  )

/** Campaigns that did not spend are named in a sentence: rows of nothing hide the others. */
const resting = (campaigns: ReadonlyArray<CampaignStanding>, { campaign }: Voice): string => {
  const idle = campaigns.filter(({ spend }) => spend === 0)
  if (idle.length === 0) return ""
  const named = idle.slice(0, mostIdle).map(({ slug, state }) => `${campaign(slug)} (${state})`)
  return idle.length > mostIdle
    ? `Of ${number(idle.length)} campaigns that spent nothing, the first: ${listed(named)}.`
    : `Nothing was spent by ${listed(named)}.`
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
  return blocks(
    `The last ${counted(weeks.length, "full week")}, from the one of ${longDay(first.monday)} to the one of ${longDay(last.monday)}:`,
    table(
      [
        { title: "", cell: ({ of }) => of },
        { title: "Week by week", cell: ({ values }) => sparkline(values) },
        { title: "First", figures: true, cell: ({ tell, values }) => tell(values[0] ?? 0) },
        { title: "Last", figures: true, cell: ({ tell, values }) => tell(values.at(-1) ?? 0) }
      ],
      [
        { of: "Spend", values: weeks.map(({ spend }) => spend), tell: money },
        { of: "Conversions", values: weeks.map(({ conversions }) => conversions), tell: number }
      ]
    )
  )
}

const cap = ({ facts: { organization } }: Strategy, { whole }: Voice): string => {
  const { committedMonthly, maxSpend } = organization
  return maxSpend === null
    ? `Daily budgets commit ${whole(committedMonthly)} a month; no monthly cap is set.`
    : `Daily budgets commit ${whole(committedMonthly)} a month of a cap of ${whole(maxSpend)}.`
}

/** Where the account stands. */
export const standingSection = (strategy: Strategy, voice: Voice): string => {
  const { facts, standing } = strategy
  const spending = standing.campaigns.filter(({ spend }) => spend > 0)
  return blocks(
    "## Where things stand",
    facts.window === null
      ? "No campaign has run yet."
      : `${longDays(facts.window.from, facts.window.to)}; the changes are against the 30 days before.`,
    byCampaign(spending, voice),
    spending.length > mostRows
      ? `The largest of ${counted(spending.length, "campaign")} that spent something.`
      : null,
    judged(standing, voice),
    resting(standing.campaigns, voice),
    trend(standing, voice),
    cap(strategy, voice)
  )
}
