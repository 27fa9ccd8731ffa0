import { blocks, bullets } from "../../markdown/text.ts"
import type { Strategy } from "../analyse/analyse.ts"
import { type Goal, goals } from "../analyse/steps.ts"
import { type StepText, stepText } from "./step.ts"
import type { Voice } from "./voice.ts"

const headings: Readonly<Record<Goal, string>> = {
  stop: "### First: stop paying for nothing",
  grow: "### Then: put the money where it returns",
  win: "### Then: win what nobody here answers",
  tidy: "### When there is time: tidy up"
}

const written = ({ effect, how, lines, title, why }: StepText, n: number): string =>
  blocks(
    `**${n}. ${title}.**${why === "" ? "" : ` ${why}`}`,
    bullets([...lines, `**Expected:** ${effect}.`, `**How:** ${how}.`])
  )

const howto = ({ facts: { organization } }: Strategy, { call }: Voice): string =>
  `Nothing here happens by itself. A detector leaves a recommendation; ${call("recommendations.apply")} shows what it would do and, with \`dry_run\` false, does it; ${call("actions.undo")} takes it back.${
    organization.approvalsRequired
      ? " Changes that come through a key or a connected app wait for a person's approval in this organization."
      : ""
  } One call moves a budget by at most ${organization.changeLimitPercent}%. Take one group at a time and give it two weeks, or nobody can tell what worked.`

const freed = ({ waste }: Strategy, { money }: Voice): string | null =>
  waste.atLeast > 0
    ? `The savings of the first steps overlap, since a search and the keyword that answered it may be the same money: together they come to at least ${money(waste.atLeast)} in 30 days, each keyword and search counted once. It is cost that bought nothing; a campaign limited by its budget will spend it elsewhere.`
    : null

const committed = ({ facts: { organization }, plan }: Strategy, { whole }: Voice): string | null => {
  if (plan.moreEachMonth === 0) return null
  const cap =
    organization.maxSpend === null
      ? ""
      : `, and all daily budgets together would commit ${whole(plan.committedAfter)} of the cap of ${whole(organization.maxSpend)}`
  return `Raised budgets cost up to ${whole(plan.moreEachMonth)} a month more${cap}.`
}

/** How anybody will see whether it worked. */
const measured = (
  { facts: { organization }, standing, waste }: Strategy,
  { call, money }: Voice
): string | null => {
  const { cpa } = standing.total
  if (cpa === null) return null
  const aim =
    waste.cpaWithout === null || waste.atLeast === 0
      ? `it is ${money(cpa)} today`
      : `it is ${money(cpa)} today and would be ${money(waste.cpaWithout)} without the waste`
  return blocks(
    "### In 30 days",
    `Look at the cost of a conversion with ${call("performance.get", { org: organization.org })}: ${aim}. Then ask for the next strategy with ${call("strategy.generate", { org: organization.org })}.`
  )
}

/** What to do, in the order in which it is worth doing. */
export const planSection = (strategy: Strategy, voice: Voice): string => {
  const { steps } = strategy.plan
  if (steps.length === 0) {
    return blocks(
      "## The plan",
      "The audit found nothing to do: leave the campaigns as they are and look again in a month."
    )
  }
  const numbered = steps.map((step, n) => ({
    goal: step.goal,
    text: written(stepText(step, strategy, voice), n + 1)
  }))
  return blocks(
    "## The plan",
    howto(strategy, voice),
    [freed(strategy, voice), committed(strategy, voice)].filter((sentence) => sentence !== null).join(" "),
    ...goals.flatMap((goal) => {
      const own = numbered.filter((one) => one.goal === goal)
      return own.length === 0 ? [] : [headings[goal], ...own.map(({ text }) => text)]
    }),
    measured(strategy, voice)
  )
}
