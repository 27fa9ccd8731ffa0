import type * as SqlClient from "@effect/sql/SqlClient"
import type { SqlError } from "@effect/sql/SqlError"
import { Clock, Context, Effect, Layer } from "effect"
import { Connections, Invitations, Keys, Members } from "../access/index.ts"
import { readSetup } from "../access/organizations.ts"
import { readCampaignNames } from "../campaigns/index.ts"
import { syncDefaults } from "../campaigns/sync/report.ts"
import { daysIn, plusDays } from "../contract/index.ts"
import { readStoredAccounts } from "../platform/account-rows.ts"
import { type FirstSync, readFirstSyncs } from "../platform/account-sync.ts"
import { localOf } from "../platform/local-time.ts"
import type { OrganizationClearance } from "../request/clearance.ts"
import { Statements } from "../storage/index.ts"

/** How far the first sync of an account is, counted in what it reads. */
export interface FirstSyncProgress {
  readonly id: string
  readonly name: string | null
  readonly connectedAt: string
  readonly state: "waiting" | "reading" | "stopped"
  /** Why it stopped; null otherwise. */
  readonly problem: string | null
  /** The campaigns that were read; null before. */
  readonly campaigns: number | null
  readonly daysRead: number
  readonly days: number
}

/** The steps of a new organization. */
export interface Setup {
  /** Whether owners see the checklist: it is not put away, and a step is open. */
  readonly shown: boolean
  /** The linked accounts, by name. */
  readonly accounts: ReadonlyArray<string>
  readonly approvalsDecided: boolean
  /** The keys that work, and the apps of this person. */
  readonly keys: number
  readonly apps: ReadonlyArray<string>
  readonly members: number
  readonly invited: number
  readonly firstSyncs: ReadonlyArray<FirstSyncProgress>
}

/** Counts what the first sync of an account has read. It reads days from the oldest to yesterday. */
export const firstSyncProgress = (
  { connected_at, has_structure, id, name, problem, running, through, time_zone }: FirstSync,
  campaigns: number,
  now: Date
): FirstSyncProgress => {
  const days = syncDefaults.historyDays
  const yesterday = plusDays(localOf(now, time_zone ?? "UTC").slice(0, 10), -1)
  const left = through === null ? days : Math.max(0, daysIn(through, yesterday) - 1)
  return {
    id,
    name,
    connectedAt: connected_at,
    state: running ? "reading" : problem === null ? "waiting" : "stopped",
    problem: running ? null : problem,
    campaigns: has_structure ? campaigns : null,
    daysRead: Math.max(0, days - left),
    days
  }
}

interface SetupShape {
  /** With `anyway`, also what was put away. */
  readonly of: (clearance: OrganizationClearance, anyway: boolean) => Effect.Effect<Setup, SqlError>
}

const make = Effect.gen(function* () {
  const statements = yield* Statements
  const keys = yield* Keys
  const connections = yield* Connections
  const members = yield* Members
  const invitations = yield* Invitations

  const progress = (organization: number) =>
    Effect.map(
      Effect.all(
        [
          statements.read(readFirstSyncs(organization)),
          statements.read(readCampaignNames(organization)),
          Clock.currentTimeMillis
        ],
        { concurrency: "unbounded" }
      ),
      ([rows, campaigns, now]) =>
        rows.map((row) =>
          firstSyncProgress(
            row,
            campaigns.filter(({ account, removed }) => account === row.id && !removed).length,
            new Date(now)
          )
        )
    )

  const of = ({ caller, organization: { id, slug } }: OrganizationClearance, anyway: boolean) =>
    Effect.gen(function* () {
      const [decisions] = yield* statements.read(readSetup(id))
      const { approvals_decided } = decisions!
      const setup_hidden = decisions!.setup_hidden && !anyway
      const read = yield* Effect.all(
        {
          accounts: statements.read(readStoredAccounts(id)),
          keys: setup_hidden ? Effect.succeed([]) : keys.list(slug),
          apps: setup_hidden ? Effect.succeed([]) : connections.list(caller.userId),
          members: setup_hidden ? Effect.succeed([]) : members.list(id),
          invited: setup_hidden ? Effect.succeed([]) : invitations.listOpen(id),
          firstSyncs: progress(id)
        },
        { concurrency: "unbounded" }
      )
      const setup: Omit<Setup, "shown"> = {
        accounts: read.accounts.flatMap(({ id, name, status }) =>
          status === "not_linked" ? [] : [name || id]
        ),
        approvalsDecided: approvals_decided,
        keys: read.keys.filter(({ status }) => status === "active" || status === "rotated").length,
        apps: read.apps.map(({ client }) => client),
        members: read.members.length,
        invited: read.invited.length,
        firstSyncs: read.firstSyncs
      }
      return { ...setup, shown: !setup_hidden }
    })

  const shape: SetupShape = { of }
  return shape
})

/** Reads how far a new organization is set up, and what its first sync has read. */
export class SetupSteps extends Context.Tag("@adwarden/SetupSteps")<SetupSteps, SetupShape>() {
  static readonly layer: Layer.Layer<
    SetupSteps,
    never,
    Statements | Keys | Connections | Members | Invitations | SqlClient.SqlClient
  > = Layer.effect(SetupSteps, make)
}
