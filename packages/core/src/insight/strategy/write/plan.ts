import { type Goal, goals } from "../../detect/definition.ts"
import { bulletList, joinBlocks, joinSentences } from "../../markdown/text.ts"
import type { Strategy } from "../analyse/analyse.ts"
import type { StrategyFormat } from "./format.ts"
import { type StepText, stepText } from "./step.ts"

const headings: Readonly<Record<Goal, string>> = {
  stop: "### First: stop paying for nothing",
  grow: "### Then: put the money where it returns",
  win: "### Then: win searches that no campaign covers",
  tidy: "### When there is time: tidy up"
}

const renderStep = ({ effect, how, lines, title, why }: StepText, n: number): string =>
  joinBlocks(
    `**${n}. ${title}.**${why === "" ? "" : ` ${why}`}`,
    bulletList([...lines, `**Expected:** ${effect}.`, `**How:** ${how}.`])
  )

const instructions = ({ facts: { organization } }: Strategy, { call }: StrategyFormat): string =>
  `Nothing here happens by itself. A detector leaves a recommendation; ${call("recommendations.apply")} shows what it would do and, with \`dry_run\` false, does it; ${call("actions.undo")} takes it back.${
    organization.approvals_required
      ? " Changes that come through a key or a connected app wait for a person's approval in this organization."
      : ""
  } One call moves a budget by at most ${organization.api_budget_change_limit_pct}%. Take one group at a time and give it two weeks, or nobody can tell what worked.`

const savingsNote = ({ waste }: Strategy, { money }: StrategyFormat): string | null =>
  waste.atLeast > 0
    ? `The savings of the first steps overlap, since a search and the keyword that answered it may be the same money: together they come to at least ${money(waste.atLeast)} in 30 days, each keyword and search counted once. It is cost that bought nothing; a campaign limited by its budget will spend it elsewhere.`
    : null

const budgetNote = (
  { facts: { organization }, plan }: Strategy,
  { wholeMoney }: StrategyFormat
): string | null => {
  if (plan.moreEachMonth === 0) return null
  const cap =
    organization.max_spend === null
      ? ""
      : `, and all daily budgets together would commit ${wholeMoney(plan.committedAfter)} of the cap of ${wholeMoney(organization.max_spend)}`
  return `Raised budgets cost up to ${wholeMoney(plan.moreEachMonth)} a month more${cap}.`
}

/** States how to measure the result. */
const followUp = (
  { facts: { organization }, performance, waste }: Strategy,
  { call, money }: StrategyFormat
): string | null => {
  const { cpa } = performance.total
  if (cpa === null) return null
  const aim =
    waste.cpaWithout === null || waste.atLeast === 0
      ? `it is ${money(cpa)} today`
      : `it is ${money(cpa)} today and would be ${money(waste.cpaWithout)} without the waste`
  return joinBlocks(
    "### In 30 days",
    `Look at the cost of a conversion with ${call("performance.get", { org: organization.slug })}: ${aim}. Then ask for the next strategy with ${call("strategy.generate", { org: organization.slug })}.`
  )
}

/** Renders the plan in order of priority. */
export const planSection = (strategy: Strategy, format: StrategyFormat): string => {
  const { steps } = strategy.plan
  if (steps.length === 0) {
    return joinBlocks(
      "## The plan",
      "The audit found nothing to do: leave the campaigns as they are and look again in a month."
    )
  }
  const numbered = steps.map((step, n) => ({
    goal: step.goal,
    text: renderStep(stepText(step, strategy, format), n + 1)
  }))
  return joinBlocks(
    "## The plan",
    instructions(strategy, format),
    joinSentences(savingsNote(strategy, format), budgetNote(strategy, format)),
    ...goals.flatMap((goal) => {
      const ofGoal = numbered.filter((one) => one.goal === goal)
      return ofGoal.length === 0 ? [] : [headings[goal], ...ofGoal.map(({ text }) => text)]
    }),
    followUp(strategy, format)
  )
}
