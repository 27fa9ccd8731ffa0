import { Effect } from "effect"
import { dailyHeadroom, daysInCap } from "../changes/guardrails/money.ts"
import { BudgetCommitments, type Committed, committedStatement } from "../changes/organization.ts"
import { quotaOf, writesUsedSql } from "../changes/quota.ts"
import type { Output } from "../contract/index.ts"
import {
  type ConnectionFacts,
  connectionFactsSql,
  connectionProblem,
  joinLoginSql
} from "../platform/connection.ts"
import { Settings } from "../settings.ts"
import { Statements, statement } from "../storage/index.ts"

type Detail = Output<"organizations.get">
interface AccountRow {
  readonly id: string
  readonly platform: string
  readonly status: Detail["ad_accounts"][number]["status"]
  readonly connection: ConnectionFacts
}
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
> & {
  readonly ad_accounts: ReadonlyArray<AccountRow>
  readonly writes_used: number
  readonly approval_queue_limit: number
}

/** Only accounts with campaigns, or that are selected. */
const overview = statement(`
select o.slug, o.name, o.plan, o.currency, o.max_spend, o.api_budget_change_limit_pct, o.approvals_required,
  o.approval_queue_limit,
  ${writesUsedSql} as writes_used,
  case when t.id is null then null else json_build_object('name', t.name) end as adops_team,
  (select coalesce(json_agg(json_build_object('id', a.id, 'platform', a.platform, 'status', a.status,
     'connection', ${connectionFactsSql}) order by a.id), '[]')
   from ad_accounts a ${joinLoginSql}
   where a.organization_id = o.id and (a.selected
     or exists (select from campaigns c where c.organization_id = a.organization_id and c.ad_account_id = a.id
       and c.removed_at is null)
     or exists (select from ad_account_access x
       where x.organization_id = a.organization_id and x.ad_account_id = a.id and x.selected))) as ad_accounts
from organizations o left join adops_teams t on t.id = o.adops_team_id
where o.id = $1`)

const withConnection = ({ connection, ...account }: AccountRow) => {
  const problem = connectionProblem(connection)
  return { ...account, connection: problem === null ? "ok" : "broken", connection_problem: problem } as const
}

/** An organization's rules, committed budgets and ad accounts, independent of the caller. */
export type Overview = Omit<Row, "ad_accounts" | "writes_used"> &
  Pick<Detail, "committed_monthly" | "room_daily" | "writes_left_today" | "ad_accounts">

const overviewFrom = (
  { ad_accounts, writes_used, ...row }: Row,
  committedDaily: number,
  writeQuota: number
): Overview => ({
  ...row,
  committed_monthly: committedDaily * daysInCap,
  room_daily: dailyHeadroom(row.max_spend, committedDaily),
  writes_left_today: quotaOf(writes_used, writeQuota).remaining,
  ad_accounts: ad_accounts.map(withConnection)
})

/** Reads one by its id. */
export const readOverview = Effect.gen(function* () {
  const statements = yield* Statements
  const { writeQuota } = yield* Settings
  const readCommitted = committedStatement((yield* BudgetCommitments).committed)
  return (organization: number) =>
    Effect.map(
      Effect.all(
        [
          statements.query<Row>(overview, [organization]),
          statements.query<Committed>(readCommitted, [organization, null])
        ],
        { concurrency: 2 }
      ),
      ([[row], [committed]]) => overviewFrom(row!, committed!.sum, writeQuota)
    )
})
