import { type DayFigures, hasServed } from "../../../campaigns/index.ts"
import { amountOf, costPerConversion, microsPerUnit, sumAll, sumBy } from "../../amounts.ts"
import {
  formatLongDay,
  joinSentences,
  joinWithAnd,
  type MoneyFormat,
  pluralize,
  strong,
  table
} from "../../markdown.ts"
import { percentChange } from "../../performance/period.ts"
import { type Section, unless } from "../document.ts"
import {
  campaignFacts,
  campaignNamer,
  compareTotals,
  daysOfPeriod,
  daysSpentOut,
  formatDateRange,
  percentText,
  periodFigures,
  spentOutShare,
  trendFacts
} from "../figures.ts"
import { byCost, differ } from "../noise.ts"
import { lastMonth } from "../periods.ts"
import { causeFacts, explainChanges } from "../sections/causes.ts"
import { moreBudgetFacts, moreBudgetSection } from "../sections/more-budget.ts"
import { nextSection, nextStepsFacts } from "../sections/recommended.ts"
import { servingFacts, servingSection } from "../sections/serving.ts"
import type { Source } from "../source.ts"
import { amount, campaignTable, figure, formatChange, orUnknown, plain, quoted } from "../tables.ts"
import { about, defineReport, overview, reportHeader, subtitle, withoutFigures } from "./report.ts"

const trendWeeks = 13

const weekdays = ["Monday", "Tuesday", "Wednesday", "Thursday", "Friday", "Saturday", "Sunday"]
const weekdayOf = (date: string): string => weekdays[(new Date(`${date}T00:00:00Z`).getUTCDay() + 6) % 7]!

const weekdayFacts = (days: ReadonlyArray<DayFigures>) => {
  const sums = sumBy(days, ({ date }) => weekdayOf(date))
  return weekdays.flatMap((weekday) => {
    const all = sums.get(weekday)
    if (all === undefined) return []
    const count = new Set(days.filter(({ date }) => weekdayOf(date) === weekday).map(({ date }) => date)).size
    return [{ weekday, days: count, a_day: amountOf(all.cost_micros / count), ...periodFigures(all) }]
  })
}

/** Whether the costs per conversion of the cheapest and the most expensive weekday differ by more than chance. */
const weekdaysDiffer = (days: ReadonlyArray<DayFigures>): boolean => {
  const byCpa = [...sumBy(days, ({ date }) => weekdayOf(date)).values()]
    .filter(({ conversions }) => conversions > 0)
    .toSorted((a, b) => a.cost_micros / a.conversions - b.cost_micros / b.conversions)
  const [lowest, highest] = [byCpa[0], byCpa.at(-1)]
  // The two are chosen as the furthest apart of all pairs.
  const pairs = (byCpa.length * (byCpa.length - 1)) / 2
  return lowest !== undefined && highest !== undefined && pairs > 0
    ? differ(byCost(lowest), byCost(highest), pairs)
    : false
}

/** On days on which it served: the budget, the spend, and the remainder. */
const budgetFact = (name: string, budget: number, days: ReadonlyArray<DayFigures>) => {
  const spent = sumAll(days).cost_micros
  const allowed = budget * days.length * microsPerUnit
  return {
    name,
    budget,
    allowed: amountOf(allowed),
    spend: amountOf(spent),
    used: percentText(spent, allowed),
    unspent: amountOf(Math.max(0, allowed - spent)),
    days: days.length,
    spent_out: daysSpentOut(budget, days)
  }
}

const targetFact = (name: string, target: number, days: ReadonlyArray<DayFigures>) => {
  const sums = sumAll(days)
  const { conversions, cpa } = periodFigures(sums)
  const exact = costPerConversion(sums)
  return {
    name,
    target,
    cpa,
    conversions,
    met: exact === null ? null : exact <= target * microsPerUnit,
    /** The deviation of the cost per conversion from its target. */
    off: exact === null ? null : percentChange(exact, target * microsPerUnit)
  }
}

const facts = (source: Source) => {
  const days = daysOfPeriod(source)
  const name = campaignNamer(source.campaigns)
  const served = source.campaigns
    .map((campaign) => ({
      ...campaign,
      name: name(campaign.slug),
      days: days.filter((day) => day.campaign === campaign.slug && hasServed(day))
    }))
    .filter((one) => one.days.length > 0)
  return {
    type: "performance" as const,
    ...reportHeader(source),
    trend_weeks: trendWeeks,
    spent_out_from: percentText(spentOutShare, 1)!,
    all: compareTotals(source),
    causes: causeFacts(source),
    campaigns: campaignFacts(source),
    weekdays: weekdayFacts(days),
    weekdays_differ: weekdaysDiffer(days),
    weeks: trendFacts(source, trendWeeks),
    budgets: served
      .filter(({ budget }) => budget > 0)
      .map(({ budget, days, name }) => budgetFact(name, budget, days))
      .toSorted((a, b) => b.spend - a.spend),
    targets: served.flatMap(({ days, name, target_cpa }) =>
      target_cpa === null ? [] : [targetFact(name, target_cpa, days)]
    ),
    serving: servingFacts(source),
    more_budget: moreBudgetFacts(source),
    next: nextStepsFacts(source)
  }
}
type PerformanceFacts = ReturnType<typeof facts>

type Weekday = PerformanceFacts["weekdays"][number]
type Budget = PerformanceFacts["budgets"][number]
type Target = PerformanceFacts["targets"][number]

const weekdaySection = ({ weekdays, weekdays_differ }: PerformanceFacts, money: MoneyFormat): Section => {
  const priced = weekdays
    .flatMap(({ cpa, weekday }) => (cpa === null ? [] : [{ cpa, weekday }]))
    .toSorted((a, b) => a.cpa - b.cpa)
  const [lowest, highest] = [priced[0], priced.at(-1)]
  return {
    heading: "Days of the week",
    about: "which days of the week were cheap and which were expensive",
    prose:
      lowest === undefined || highest === undefined || lowest === highest
        ? null
        : !weekdays_differ
          ? "The days differ no more than by chance."
          : `A conversion was cheapest on ${lowest.weekday}s (${money(lowest.cpa)}) and most expensive on ${highest.weekday}s (${money(highest.cpa)}).`,
    facts: { weekdays },
    body: table<Weekday>(
      [
        plain("Day", ({ weekday }) => weekday),
        amount("Spend a day", money, ({ a_day }) => a_day),
        figure("Clicks", ({ clicks }) => clicks),
        figure("Conversions", ({ conversions }) => conversions),
        figure("Conversions per click", ({ rate }) => rate),
        amount("Cost per conversion", money, ({ cpa }) => cpa)
      ],
      weekdays
    )
  }
}

const budgetProse = ({ budgets, spent_out_from }: PerformanceFacts): string => {
  const limited = budgets.filter(({ days, spent_out }) => spent_out * 2 >= days)
  const [leastUsed] = budgets
    .flatMap(({ name, used }) => (used === null ? [] : [{ name, used }]))
    .toSorted((a, b) => Number.parseFloat(a.used) - Number.parseFloat(b.used))
  return joinSentences(
    limited.length === 0
      ? `No campaign spent ${spent_out_from} of its budget on most days: budgets limited little.`
      : `On most days the budget ran out in ${joinWithAnd(limited.map(({ days, name, spent_out }) => `${strong(name)} (${spent_out} of ${pluralize(days, "day")})`))}: at least ${spent_out_from} of it was spent, so later searches may have been missed.`,
    leastUsed === undefined || budgets.length < 2
      ? null
      : `${strong(leastUsed.name)} used the smallest part of its budget: ${leastUsed.used}.`
  )
}

const budgetSection = (facts: PerformanceFacts, money: MoneyFormat): Section => ({
  heading: "Budgets",
  about: "which budgets ran out and which were left over",
  prose: facts.budgets.length === 0 ? "No campaign with figures has a budget." : budgetProse(facts),
  facts: { budgets: facts.budgets },
  body: table<Budget>(
    [
      quoted("Campaign", ({ name }) => name),
      amount("Budget a day", money, ({ budget }) => budget),
      figure("Used", ({ used }) => used),
      amount("Spend", money, ({ spend }) => spend),
      amount("Left over", money, ({ unspent }) => unspent),
      figure("Days spent out", ({ days, spent_out }) => `${spent_out} of ${days}`)
    ],
    facts.budgets
  )
})

const targetSection = ({ targets }: PerformanceFacts, money: MoneyFormat): Section => {
  const met = targets.filter((target) => target.met === true).map(({ name }) => strong(name))
  const missed = targets
    .filter((target) => target.met === false)
    .map(({ name, off }) => `${strong(name)} (${orUnknown(off, formatChange)})`)
  return {
    heading: "Targets",
    about: "which campaigns met their target cost per conversion",
    prose:
      targets.length === 0
        ? "No campaign with figures has a target cost per conversion."
        : joinSentences(
            met.length === 0 ? null : `${joinWithAnd(met)} met the target.`,
            missed.length === 0 ? null : `${joinWithAnd(missed)} missed it.`
          ),
    facts: { targets },
    body: table<Target>(
      [
        quoted("Campaign", ({ name }) => name),
        amount("Target", money, ({ target }) => target),
        amount("Cost per conversion", money, ({ cpa }) => cpa),
        figure("Difference", ({ off }) => formatChange(off)),
        plain("", ({ met }) => (met === null ? "nothing converted" : met ? "met" : "missed"))
      ],
      targets
    )
  }
}

const opening = (facts: PerformanceFacts, money: MoneyFormat): Section => ({
  about: "the opening of a monthly report: what was spent, what it brought, how both moved",
  facts: { all: facts.all, tracking: facts.causes.tracking },
  ...overview(facts, money, "This month", `**${trendWeeks} weeks**, ending with the last week of the month:`)
})

const campaignSection = ({ all, campaigns, causes }: PerformanceFacts, money: MoneyFormat): Section => ({
  heading: "Campaigns",
  about: "which campaigns moved the month's figures, and the recorded causes",
  prose: explainChanges(all, campaigns, causes, money),
  facts: { all, campaigns, causes },
  body: campaignTable(campaigns, money)
})

/** The performance report of a calendar month: campaigns, weekdays, trend, budgets and targets. */
export const performance = defineReport({
  purpose: "The last calendar month: campaigns, days of the week, budgets and targets.",
  lastPeriod: lastMonth,
  trendWeeks,
  readsTerms: false,
  facts,
  title: ({ period }) => `Performance in ${formatLongDay(period.from).replace(/^\d+ /, "")}`,
  sections: [
    subtitle(({ period }) => formatDateRange(period)),
    unless(
      withoutFigures("month"),
      opening,
      campaignSection,
      weekdaySection,
      budgetSection,
      targetSection,
      servingSection,
      moreBudgetSection
    ),
    nextSection,
    about(
      "the ad account's figures and change history as of the last sync, and Adwarden's activity log.",
      "past budgets and targets: days before a change are measured against today's values.",
      "impressions lost in the whole month: the shares are those of the last seven days with figures."
    )
  ]
})
