import { Effect } from "effect"
import { readAccountsWithCampaigns } from "../campaigns/index.ts"
import { dailyHeadroom, daysInCap } from "../changes/guardrails/money.ts"
import { BudgetCommitments } from "../changes/organization.ts"
import { quotaOf, readUsed } from "../changes/quota.ts"
import type { Output } from "../contract/index.ts"
import { type AccountSummary, readAccountSummaries } from "../platform/account-rows.ts"
import { connectionProblem } from "../platform/connection.ts"
import { Settings } from "../settings.ts"
import { Statements, statement } from "../storage/index.ts"

type Detail = Output<"organizations.get">
type Row = Pick<
  Detail,
  | "slug"
  | "name"
  | "plan"
  | "currency"
  | "max_spend"
  | "api_budget_change_limit_pct"
  | "approvals_required"
  | "adops_team"
> & { readonly approval_queue_limit: number }

const overview = statement(`
select o.slug, o.name, o.plan, o.currency, o.max_spend, o.api_budget_change_limit_pct, o.approvals_required,
  o.approval_queue_limit, case when t.id is null then null else json_build_object('name', t.name) end as adops_team
from organizations o left join adops_teams t on t.id = o.adops_team_id
where o.id = $1`)

const withConnection = (account: AccountSummary) => {
  const { id, platform, status } = account
  const problem = connectionProblem(account)
  return {
    id,
    platform,
    status,
    connection: problem === null ? "ok" : "broken",
    connection_problem: problem
  } as const
}

/** An organization's rules, committed budgets and ad accounts, independent of the caller. */
export type Overview = Row &
  Pick<Detail, "committed_monthly" | "room_daily" | "writes_left_today" | "ad_accounts">

/** Reads one by its id. */
export const readOverview = Effect.gen(function* () {
  const statements = yield* Statements
  const { writeQuota } = yield* Settings
  const commitments = yield* BudgetCommitments
  return (organization: number) =>
    Effect.map(
      Effect.all(
        [
          statements.query<Row>(overview, [organization]),
          statements.read(commitments.read(organization, null)),
          statements.read(readUsed(organization)),
          statements.read(readAccountSummaries(organization)),
          statements.read(readAccountsWithCampaigns(organization))
        ],
        { concurrency: "unbounded" }
      ),
      ([[row], [committed], [writes], accounts, withCampaigns]): Overview => {
        // Only accounts with campaigns, or that are selected.
        const used = new Set(withCampaigns.map(({ account }) => account))
        return {
          ...row!,
          committed_monthly: committed!.sum * daysInCap,
          room_daily: dailyHeadroom(row!.max_spend, committed!.sum),
          writes_left_today: quotaOf(writes!.used, writeQuota).remaining,
          ad_accounts: accounts.filter(({ id, selected }) => selected || used.has(id)).map(withConnection)
        }
      }
    )
})
