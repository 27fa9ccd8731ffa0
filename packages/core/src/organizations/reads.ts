import { Clock, Effect } from "effect"
import {
  type OrganizationDetail,
  readOrganization,
  readReachableOrganizations
} from "../access/organizations.ts"
import {
  readAccountsWithCampaigns,
  readConversionActions,
  readConversionsStopped
} from "../campaigns/index.ts"
import { committedMonthly, dailyHeadroom } from "../changes/guardrails/money.ts"
import { BudgetCommitments } from "../changes/organization.ts"
import { quotaOf, quotaResetAt, readUsed } from "../changes/quota.ts"
import { scopes as allScopes, type Output } from "../contract/index.ts"
import { readAccountTimeZones, readStoredAccounts, type StoredAccount } from "../platform/account-rows.ts"
import { connectionProblem } from "../platform/connection.ts"
import { localOf } from "../platform/local-time.ts"
import { handler, registerHandlers } from "../request/handler.ts"
import { Settings } from "../settings.ts"
import { Statements } from "../storage/index.ts"

type Detail = Output<"organizations.get">

const withConnection = (account: StoredAccount) => {
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
export type Overview = OrganizationDetail &
  Pick<
    Detail,
    | "committed_monthly"
    | "room_daily"
    | "writes_left_today"
    | "writes_per_day"
    | "writes_reset_at"
    | "time_zone"
    | "today"
    | "conversions_stopped_since"
    | "conversion_actions"
    | "ad_accounts"
  >

/** Reads one by its id. */
export const readOverview = Effect.gen(function* () {
  const statements = yield* Statements
  const { writeQuota } = yield* Settings
  const commitments = yield* BudgetCommitments
  return (organization: number) =>
    Effect.map(
      Effect.all(
        [
          Effect.map(Clock.currentTimeMillis, (millis) => new Date(millis)),
          statements.read(readOrganization(organization)),
          statements.read(commitments.read(organization, null)),
          statements.read(readUsed(organization)),
          statements.read(readStoredAccounts(organization)),
          statements.read(readAccountsWithCampaigns(organization)),
          statements.read(readConversionsStopped(organization)),
          statements.read(readAccountTimeZones(organization)),
          statements.read(readConversionActions(organization))
        ],
        { concurrency: "unbounded" }
      ),
      ([now, [row], [committed], [writes], accounts, withCampaigns, [signals], zones, actions]): Overview => {
        const time_zone = zones[0]?.zone ?? "UTC"
        // Only accounts with campaigns, or that are selected.
        const used = new Set(withCampaigns.map(({ account }) => account))
        return {
          ...row!,
          committed_monthly: committedMonthly(committed!),
          room_daily: dailyHeadroom(row!.max_spend, committed!),
          writes_left_today: quotaOf(writes!.used, writeQuota).remaining,
          writes_per_day: writeQuota,
          writes_reset_at: quotaResetAt(now),
          time_zone,
          today: localOf(now, time_zone).slice(0, 10),
          conversions_stopped_since: signals?.conversions_stopped_since ?? null,
          conversion_actions: actions,
          ad_accounts: accounts.filter(({ id, selected }) => selected || used.has(id)).map(withConnection)
        }
      }
    )
})

const getOrganization = handler(
  "organizations.get",
  Effect.map(
    readOverview,
    (overviewOf) =>
      ({ organization, scopes, effectiveRole }) =>
        Effect.map(
          overviewOf(organization.id),
          ({ approval_queue_limit: _, approvals_for, approvals_required, ...overview }) =>
            ({
              ...overview,
              approvals_required: approvals_required && approvals_for === "every_change",
              approval_policy: approvals_required ? approvals_for : "off",
              access: effectiveRole === "adops_team" ? "adops_team" : "membership",
              role: effectiveRole === "adops_team" ? null : effectiveRole,
              scopes: [...scopes],
              missing_scopes: allScopes.filter((scope) => !scopes.has(scope))
            }) as const
        )
  )
)

/** A key sees its own organization; a person sees theirs and those that their team manages. */
const listOrganizations = handler(
  "organizations.list",
  Effect.map(
    Statements,
    (statements) =>
      ({ caller }) =>
        Effect.map(
          statements.read(
            readReachableOrganizations(
              caller.userId,
              caller.kind === "api_key" ? caller.organization.id : null
            )
          ),
          (organizations) => ({ organizations, total: organizations.length, next_cursor: null })
        )
  )
)

export const organizationHandlers = registerHandlers(listOrganizations, getOrganization)
