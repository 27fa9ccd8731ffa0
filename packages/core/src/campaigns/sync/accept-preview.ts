import { createHash } from "node:crypto"
import * as SqlClient from "@effect/sql/SqlClient"
import { Duration, Effect } from "effect"
import { readRules } from "../../access/organization-rules.ts"
import { daysInCap } from "../../changes/guardrails/money.ts"
import { BudgetCommitments } from "../../changes/organization.ts"
import { AdAccountNotLinked } from "../../contract/index.ts"
import { AdAccounts } from "../../platform/ad-accounts.ts"
import { taskFailure } from "../../platform/errors.ts"
import type { ExternalChange, PlatformCampaign } from "../../platform/model/index.ts"
import { runSqlText, Statements } from "../../storage/index.ts"
import { campaignCommitmentSql } from "../budget-commitments.ts"
import type { StoredCampaign } from "../stored-campaign.ts"
import { platformBudget, stateOf } from "./plan-campaigns.ts"

type Value = string | number | null

/** What accepting the external changes of a campaign would do. */
export interface AcceptPreview {
  readonly campaign: string
  readonly changes: ReadonlyArray<Pick<ExternalChange, "at" | "by" | "what">>
  /** The settings here that would get the platform's values. Ads and keywords follow as `changes` says. */
  readonly would_change: ReadonlyArray<{
    readonly field: "name" | "state" | "budget" | "target_cpa"
    readonly from: Value
    readonly to: Value
  }>
  /** What the organization's daily budgets commit in a month, now and then. */
  readonly committed_monthly: { readonly from: number; readonly to: number }
  readonly monthly_cap: number | null
  /** Covers everything above: accepting is refused if the platform shows something else by then. */
  readonly preview_hash: string
}

/** Why there is no preview, as a sentence. */
export interface NoAcceptPreview {
  readonly problem: string
}

interface Row
  extends Pick<StoredCampaign, "name" | "state" | "budget" | "target_cpa" | "platform_resource_name"> {
  readonly id: number
  readonly account: string | null
  readonly budgetRef: string | null
  readonly synced: string | null
  readonly committed: number
}

const row = `select c.id, c.name, c.state, c.budget, c.target_cpa, c.ad_account_id as account,
  c.platform_resource_name, c.platform_budget_resource_name as "budgetRef", c.last_synced_at as synced,
  ${campaignCommitmentSql} as committed
from campaigns c where c.organization_id = $1 and c.slug = $2 and c.removed_at is null`

/** The maximum time that a waiting person gives the platform. */
const timeout = Duration.seconds(10)

const settingsOf = (local: Row, remote: PlatformCampaign): AcceptPreview["would_change"] => {
  const drafted = local.state === "draft" && remote.state !== "live"
  const all = [
    { field: "name", from: local.name, to: remote.name },
    { field: "state", from: local.state, to: drafted ? "draft" : stateOf(remote) },
    { field: "budget", from: local.budget, to: Math.ceil(platformBudget(remote)) },
    { field: "target_cpa", from: local.target_cpa, to: remote.targetCpa }
  ] as const
  return all.filter(({ from, to }) => from !== to)
}

const unreadable = (message: string): NoAcceptPreview => ({
  problem: `The ad platform could not be read. ${message}`
})

/** Makes the function that reads what accepting would do. It changes nothing. */
export const makeAcceptPreview = Effect.gen(function* () {
  const accounts = yield* AdAccounts
  const statements = yield* Statements
  const commitments = yield* BudgetCommitments
  const sql = yield* SqlClient.SqlClient

  const readRemote = (organization: number, account: string, ref: string, since: Date) =>
    Effect.flatMap(accounts.get(organization, account), (linked) =>
      Effect.all([linked.platform.campaign(linked, ref), linked.platform.changesSince(linked, since)], {
        concurrency: "unbounded"
      })
    ).pipe(
      Effect.timeout(timeout),
      Effect.catchIf(
        (error) => error._tag !== "SqlError",
        (error) =>
          Effect.succeed(
            unreadable(
              error._tag === "TimeoutException" ? "It did not answer in time." : taskFailure(error).message
            )
          )
      )
    )

  return Effect.fnUntraced(
    function* (organization: number, slug: string) {
      const [found] = yield* runSqlText<Row>(row, [organization, slug])
      if (found === undefined) return unreadable("It has no campaign of this name.")
      const { account, budgetRef, platform_resource_name: ref, synced } = found
      if (account === null || ref === null || synced === null) return yield* new AdAccountNotLinked()
      const read = yield* readRemote(organization, account, ref, new Date(synced))
      if ("problem" in read) return read
      const [remote, changes] = read
      if (remote === null) return unreadable("The campaign is no longer there.")
      const [[committed], [rules]] = yield* Effect.all([
        statements.read(commitments.read(organization, null)),
        statements.read(readRules(organization))
      ])
      const budget = Math.ceil(platformBudget(remote))
      // A pending raise stays reserved.
      const after = found.committed > (found.budget ?? 0) ? Math.max(found.committed, budget) : budget
      const shown = {
        campaign: slug,
        changes: changes
          .filter((change) => change.campaign === ref || change.resource === budgetRef)
          .map(({ at, by, what }) => ({ at, by, what })),
        would_change: settingsOf(found, remote),
        committed_monthly: {
          from: committed!.sum * daysInCap,
          to: (committed!.sum - found.committed + after) * daysInCap
        },
        monthly_cap: rules!.max_spend
      }
      const preview_hash = createHash("sha256")
        .update(JSON.stringify([shown.changes, shown.would_change]))
        .digest("base64url")
      const preview: AcceptPreview = { ...shown, preview_hash }
      return preview
    },
    (effect) => Effect.provideService(effect, SqlClient.SqlClient, sql)
  )
})
