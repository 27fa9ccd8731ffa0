import { Effect } from "effect"
import { cappedOrganizations } from "../../../access/organizations.ts"
import { daysInCap } from "../../../changes/guardrails/money.ts"
import { BudgetCommitments } from "../../../changes/organization.ts"
import { moneyFormatter, pagePaths } from "../../../contract/index.ts"
import { runStatement } from "../../../storage/index.ts"
import { type NoticeKind, reasonFor } from "../notice-kind.ts"

/** Whether daily budgets commit more than 90% of a monthly cap. */
export const isNearlyCommitted = (dailyBudgets: number, maxSpend: number): boolean =>
  dailyBudgets * daysInCap * 10 > maxSpend * 9

const committedDaily = (organization: number) =>
  Effect.flatMap(BudgetCommitments, ({ read }) =>
    Effect.map(runStatement(read(organization, null)), ([row]) => row?.sum ?? 0)
  )

/** A monthly cap that daily budgets commit by more than 90%. */
export const spendCapNotice: NoticeKind = {
  name: "spend_cap",
  roles: ["owner", "admin"],
  emailTells: "all",
  current: Effect.gen(function* () {
    const { readAll } = yield* BudgetCommitments
    const dailyOf = new Map(
      (yield* runStatement(readAll)).map(({ organization, sum }) => [organization, sum])
    )
    return (yield* cappedOrganizations)
      .filter(({ id, max_spend }) => isNearlyCommitted(dailyOf.get(id) ?? 0, max_spend))
      .map(({ id }) => ({ organization_id: id, subject: "cap" }))
  }),
  draft: ({ currency, id, max_spend: cap, name, slug }) =>
    Effect.map(committedDaily(id), (daily) => {
      if (cap === null || !isNearlyCommitted(daily, cap)) return null
      const money = moneyFormatter(currency)
      const committed = daily * daysInCap
      const percent = cap === 0 ? 100 : Math.floor((committed / cap) * 100)
      return {
        subject: `Budgets of ${name} commit ${percent}% of the monthly cap`,
        paragraphs: [
          `Daily budgets of ${name} commit ${money(committed)} in 30 days, ${percent}% of the cap of ${money(cap)}. Changes above the cap are refused.`
        ],
        button: { label: "Open the limits", path: pagePaths.settings(slug), link: null },
        closing: [
          "Lower budgets that you do not need, or ask an owner to raise the cap.",
          "The next email about it comes only after the budgets fell below 90% and rose again.",
          reasonFor("an owner or admin")
        ]
      }
    })
}
