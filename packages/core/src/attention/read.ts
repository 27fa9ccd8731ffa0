import type { SqlError } from "@effect/sql/SqlError"
import { Effect } from "effect"
import { readCaps } from "../access/organizations.ts"
import { type PendingSummary, readPendingSummaries } from "../approvals/pending.ts"
import {
  decodeTrouble,
  readCampaignTroubles,
  readNamesOfCampaigns,
  readOrganizationSignals,
  readSilentActions
} from "../campaigns/index.ts"
import type { Committed } from "../changes/guardrails/money.ts"
import { BudgetCommitments } from "../changes/organization.ts"
import { namingCampaigns, slugsIn } from "../log/sentence.ts"
import { platformLabel } from "../platform/labels.ts"
import {
  readAddedChannels,
  readBrokenLogins,
  readSelectedAccounts,
  unusableAccount
} from "../platform/logins.ts"
import type { BoundStatement } from "../storage/index.ts"
import { readFailedTasks } from "../tasks/task-rows.ts"
import { type AttentionFacts, type AttentionItem, attentionOf } from "./model.ts"

const nothingCommitted: Committed = { daily: 0, totals: 0 }

/** What needs people in an organization, with the facts that lists show beside it. */
export interface OrganizationAttention {
  readonly items: ReadonlyArray<AttentionItem>
  readonly signals: AttentionFacts["signals"]
  /** The budgets that count under the cap. */
  readonly committed: Committed
  /** The name of the ad platform of the selected account; "the ad platform" without one. */
  readonly adPlatform: string
}

type Run<R> = <Row extends object>(
  statement: BoundStatement<Row>
) => Effect.Effect<ReadonlyArray<Row>, SqlError, R>

const grouped = <Row extends { readonly organization_id: number }>(rows: ReadonlyArray<Row>) => {
  const groups = Map.groupBy(rows, ({ organization_id }) => organization_id)
  return (organization: number): ReadonlyArray<Row> => groups.get(organization) ?? []
}

/** Says the campaigns of pending writes by their names, where they were stored with their short names. */
const withNames = <R>(pending: ReadonlyArray<PendingSummary>, run: Run<R>) =>
  Effect.gen(function* () {
    if (pending.length === 0) return pending
    const names = grouped(
      yield* run(
        readNamesOfCampaigns(
          pending.map(({ organization_id }) => organization_id),
          pending.flatMap(({ summary }) => slugsIn(summary))
        )
      )
    )
    return pending.map((write) => ({
      ...write,
      summary: namingCampaigns(write.summary, names(write.organization_id))
    }))
  })

/**
 * Reads what needs people: of some organizations, or of all (null), in one round of as many statements as there are
 * sources, whatever the number of organizations. Organizations without anything have no entry.
 */
export const readAttention = <R>(organizations: ReadonlyArray<number> | null, run: Run<R>) =>
  Effect.gen(function* () {
    const { readSums } = yield* BudgetCommitments
    const rows = yield* Effect.all(
      {
        pending: run(readPendingSummaries(organizations)),
        logins: run(readBrokenLogins(organizations)),
        // No notice is sent about accounts that were never connected, and all of them would be many.
        accounts: organizations === null ? Effect.succeed([]) : run(readSelectedAccounts(organizations)),
        channels: run(readAddedChannels(organizations)),
        tasks: run(readFailedTasks(organizations)),
        campaigns: run(readCampaignTroubles(organizations)),
        signals: run(readOrganizationSignals(organizations)),
        actions: run(readSilentActions(organizations)),
        caps: run(readCaps(organizations)),
        sums: run(readSums(organizations))
      },
      { concurrency: "unbounded" }
    )
    const pending = yield* withNames(rows.pending, run)
    const of = {
      pending: grouped(pending),
      logins: grouped(rows.logins),
      accounts: grouped(rows.accounts),
      channels: grouped(rows.channels),
      tasks: grouped(rows.tasks),
      campaigns: grouped(rows.campaigns),
      signals: grouped(rows.signals),
      caps: grouped(rows.caps),
      actions: grouped(rows.actions),
      sums: grouped(rows.sums)
    }
    const ids = new Set(Object.values(rows).flatMap((each) => each.map(({ organization_id: id }) => id)))
    return new Map(
      [...ids].map((id): readonly [number, OrganizationAttention] => {
        const facts: AttentionFacts = {
          pending: of.pending(id),
          logins: of.logins(id),
          accounts: of.accounts(id).flatMap((account) => unusableAccount(account) ?? []),
          channels: of.channels(id),
          tasks: of.tasks(id),
          campaigns: of.campaigns(id).map(decodeTrouble),
          signals: of.signals(id)[0] ?? null,
          actions: of.actions(id),
          cap: of.caps(id)[0]?.max_spend ?? null,
          committed: of.sums(id)[0] ?? nothingCommitted
        }
        const [account] = of.accounts(id)
        return [
          id,
          {
            items: attentionOf(facts),
            signals: facts.signals,
            committed: facts.committed,
            adPlatform: account === undefined ? "the ad platform" : platformLabel(account.platform)
          }
        ]
      })
    )
  })

/** The entry of an organization without anything. */
export const noAttention: OrganizationAttention = {
  items: [],
  signals: null,
  committed: nothingCommitted,
  adPlatform: "the ad platform"
}
