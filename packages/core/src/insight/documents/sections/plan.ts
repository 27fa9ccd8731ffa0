import { sumAmounts } from "../../amounts.ts"
import { type Goal, goals } from "../../detect/definition.ts"
import { bulletList, joinBlocks, joinSentences } from "../../markdown.ts"
import { lowerBoundReason, savingMeaning } from "../../savings/sentences.ts"
import type { Section } from "../document.ts"
import type { StrategyFacts } from "../strategy-source.ts"
import type { AccountPerformance, StrategyFormat } from "./account.ts"
import type { Demand } from "./demand.ts"
import { budgetMoves, planSteps, type StepText, stepText } from "./steps.ts"
import type { Waste } from "./waste.ts"

export const buildPlan = (
  facts: StrategyFacts,
  performance: AccountPerformance,
  waste: Waste,
  demand: Demand
) => {
  const moves = budgetMoves(facts, performance, waste)
  const raises = moves.filter(({ from, to, canWait }) => to > from && !canWait)
  const moreEachMonth = sumAmounts(raises.map(({ from, to }) => (to - from) * 30))
  return {
    steps: planSteps(facts, performance, waste, moves, demand),
    /** The monthly sum of the raised budgets, and what they commit beside the cap. */
    moreEachMonth,
    committedAfter: facts.organization.committedMonthly + moreEachMonth
  }
}

interface PlanFacts {
  readonly facts: Pick<StrategyFacts, "organization">
  readonly performance: AccountPerformance
  readonly waste: Waste
  readonly plan: ReturnType<typeof buildPlan>
}

const headings: Readonly<Record<Goal, string>> = {
  stop: "### First: stop the waste",
  grow: "### Then: put the money where it returns",
  win: "### Then: win searches that no campaign covers",
  tidy: "### When there is time: tidy up"
}

const renderStep = ({ effect, how, lines, title, why }: StepText, n: number): string =>
  joinBlocks(
    `**${n}. ${title}.**${why === "" ? "" : ` ${why}`}`,
    bulletList([...lines, `**Expected:** ${effect}.`, ...(how === undefined ? [] : [`**How:** ${how}.`])])
  )

const instructions = ({
  approvals_required: held,
  api_budget_change_limit_pct: limit
}: StrategyFacts["organization"]) =>
  joinSentences(
    "Nothing here happens by itself. Each change can be previewed before it is made, and undone afterwards.",
    held ? "Changes by programs wait for a person's approval in this organization." : null,
    `A single change can move a budget by at most ${limit}%.`,
    "Take one group at a time and wait two weeks; otherwise nobody can see what worked."
  )

const savingsNote = ({ waste }: PlanFacts, { money }: StrategyFormat): string | null =>
  waste.atLeast > 0
    ? `The first steps partly save the same money. Together they come to at least ${money(waste.atLeast)} in 30 days; each keyword and search term counts once. ${lowerBoundReason} ${savingMeaning(waste.boughtNothing ? 0 : null)}`
    : null

const budgetNote = (
  { facts: { organization }, plan }: PlanFacts,
  { shortMoney }: StrategyFormat
): string | null => {
  if (plan.moreEachMonth === 0) return null
  const { max_spend: cap } = organization
  return `Raised budgets cost up to ${shortMoney(plan.moreEachMonth)} more a month${cap === null ? "" : `, and all budgets together would commit ${shortMoney(plan.committedAfter)} of the cap of ${shortMoney(cap)}`}.`
}

/** States how to measure the result. */
const followUp = ({ performance, waste }: PlanFacts, { money }: StrategyFormat): string | null => {
  const { cpa } = performance.all.now
  if (cpa === null) return null
  const aim =
    waste.cpaWithout === null || waste.atLeast === 0
      ? ""
      : `; without the waste it would be ${money(waste.cpaWithout)}`
  return joinBlocks(
    "### In 30 days",
    `Compare the cost per conversion: it is ${money(cpa)} today${aim}. Then generate the next strategy.`
  )
}

/** Renders the plan in order of priority. */
export const planSection = (strategy: PlanFacts, format: StrategyFormat): Section => {
  const heading = "The plan"
  const { steps } = strategy.plan
  if (steps.length === 0)
    return {
      heading,
      body: "The audit found nothing to do. Leave the campaigns as they are and check again in a month."
    }
  const numbered = steps.map((step, n) => ({
    goal: step.goal,
    text: renderStep(stepText(step, strategy, format), n + 1)
  }))
  return {
    heading,
    body: joinBlocks(
      instructions(strategy.facts.organization),
      joinSentences(savingsNote(strategy, format), budgetNote(strategy, format)),
      ...goals.flatMap((goal) => {
        const ofGoal = numbered.filter((one) => one.goal === goal)
        return ofGoal.length === 0 ? [] : [headings[goal], ...ofGoal.map(({ text }) => text)]
      }),
      followUp(strategy, format)
    )
  }
}
