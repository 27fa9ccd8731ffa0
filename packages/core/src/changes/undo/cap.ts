import { Effect } from "effect"
import { MonthlyCapExceeded } from "../../contract/index.ts"
import { capMaximum } from "../guardrails/monthly-cap.ts"
import { budgetsBeside, type OrganizationRules } from "../organization.ts"
import type { Way } from "./kind.ts"

const moves = (ways: ReadonlyArray<Way>) => ways.flatMap(({ budget }) => budget ?? [])

/** How much more the daily budgets would add up to. */
export const budgetRise = (ways: ReadonlyArray<Way>): number =>
  moves(ways).reduce((sum, { from, to }) => sum + to - from, 0)

/** Going back is no reason to pass the monthly cap; how far one call may move a budget does not bind it. */
export const capProblem = (rules: OrganizationRules, ways: ReadonlyArray<Way>, approving: string | null) =>
  Effect.gen(function* () {
    for (const { campaign, from, to } of moves(ways)) {
      if (rules.maxSpend === null || to <= from) continue
      const beside = yield* budgetsBeside(rules.id, campaign, approving)
      const others = beside + budgetRise(ways) - (to - from)
      const most = capMaximum({ maxSpend: rules.maxSpend, others, current: from })!
      if (to > most) return new MonthlyCapExceeded({ monthly_cap: rules.maxSpend, allowed_max_daily: most })
    }
    return null
  })
