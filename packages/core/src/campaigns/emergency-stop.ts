import * as SqlClient from "@effect/sql/SqlClient"
import type { SqlError } from "@effect/sql/SqlError"
import { Context, Effect, Layer } from "effect"
import { underOrganizationLock } from "../access/organization-lock.ts"
import { liftSuspension, readSuspension, type Suspension, suspendAccess } from "../access/suspension.ts"
import { withAuditEvent } from "../audit/trail.ts"
import { readActionsOfRequest } from "../changes/action-log.ts"
import { CampaignDirectory } from "../changes/campaign-directory.ts"
import { Changes } from "../changes/changes.ts"
import type { Outcome } from "../changes/outcome.ts"
import { messageOf, NotFound, type Output, RoleDenied } from "../contract/index.ts"
import type { OrganizationClearance } from "../request/clearance.ts"
import type { Endpoint } from "../request/endpoint.ts"
import { respondWith } from "../request/handler.ts"
import { Statements } from "../storage/index.ts"
import {
  findStop,
  markStopUndone,
  readSpending,
  type SpendingCampaign,
  type StopRow,
  startStop
} from "./stop-rows.ts"

/** A campaign that could not be paused or resumed, with the reason as a sentence. */
export interface FailedCampaign {
  readonly slug: string
  readonly name: string
  readonly reason: string
}

/** What an emergency stop did. */
export interface StopResult {
  readonly paused: number
  readonly failed: ReadonlyArray<FailedCampaign>
}

/** What undoing a stop did. */
export interface StopUndone {
  readonly resumed: number
  readonly failed: ReadonlyArray<FailedCampaign>
}

/** A campaign that the standing stop paused. */
export interface StoppedCampaign {
  readonly slug: string
  readonly name: string
  readonly action: string
  /** Whether the pause was undone since. */
  readonly undone: boolean
  /** The platform has not confirmed the pause: the problem as a sentence, or "" while it is being sent. */
  readonly waits: string | null
}

/** What an owner sees before a stop, and while one stands. */
export interface StopState {
  readonly suspension: Suspension | null
  readonly spending: ReadonlyArray<SpendingCampaign>
  readonly standing: (StopRow & { readonly campaigns: ReadonlyArray<StoppedCampaign> }) | null
}

export interface EmergencyStopShape {
  /** For owners. */
  readonly read: (clearance: OrganizationClearance) => Effect.Effect<StopState, RoleDenied | SqlError>
  /** For owners: suspends all keys and apps, and pauses every live campaign. */
  readonly stop: (organization: string) => Endpoint<StopResult>
  /** For owners: undoes every pause of the standing stop and lifts the suspension that the stop made. */
  readonly undo: (organization: string) => Endpoint<StopUndone>
}

/** How often a campaign is tried again that another change keeps busy. */
const busyRetries = 3
const isBusy = (outcome: Outcome): boolean =>
  outcome.kind === "refused" && outcome.error._tag === "unavailable"

/** Why an undo restored nothing, or null if it did. */
const undoProblem = (outcome: Outcome): string | null => {
  if (outcome.kind === "refused") return messageOf(outcome.error)
  if (outcome.kind === "held") return null
  const { not_restored, undone } = outcome.output as Partial<Output<"actions.undo">>
  return undone === false ? (not_restored?.[0]?.reason ?? "Nothing was left to restore.") : null
}

const make = Effect.gen(function* () {
  const sql = yield* SqlClient.SqlClient
  const statements = yield* Statements
  const changes = yield* Changes
  const directory = yield* CampaignDirectory

  const withName = (clearance: OrganizationClearance, operation: string) => ({
    ...clearance.audit,
    operation
  })

  /** A change like any other, with its own action, audit event and undo. A person's is never held. */
  const execute = (
    clearance: OrganizationClearance,
    operation: "campaigns.set_state" | "actions.undo",
    input: Readonly<Record<string, unknown>>
  ) => {
    const cleared = { ...clearance, audit: withName(clearance, operation) }
    const attempt = (left: number): Effect.Effect<Outcome, SqlError> =>
      Effect.flatMap(changes.execute(operation, cleared, input), (outcome) =>
        left > 0 && isBusy(outcome) ? Effect.delay(attempt(left - 1), "1 second") : Effect.succeed(outcome)
      )
    return attempt(busyRetries)
  }

  /** First of all, no key or app can start a campaign again. */
  const begin = (clearance: OrganizationClearance) => {
    const { caller, organization } = clearance
    return withAuditEvent(
      withName(clearance, "organizations.suspend_access"),
      underOrganizationLock(
        organization.id,
        Effect.flatMap(suspendAccess(organization.id, caller.userId), (suspended) =>
          startStop(organization.id, caller, suspended)
        )
      )
    )
  }

  const stop = Effect.fnUntraced(function* (clearance: OrganizationClearance) {
    const { result } = yield* begin(clearance)
    const id = "output" in result ? result.output : ""
    // One id joins the actions, and is stored with each of them.
    const grouped = { ...clearance, request: { ...clearance.request, id } }
    const failed: Array<FailedCampaign> = []
    let paused = 0
    for (const { name, slug } of yield* statements.read(readSpending(clearance.organization.id))) {
      const outcome = yield* execute(grouped, "campaigns.set_state", { slug, state: "paused" })
      if (outcome.kind === "refused") failed.push({ slug, name, reason: messageOf(outcome.error) })
      else paused += 1
    }
    return respondWith<StopResult>({ paused, failed })
  })

  const actionsOf = (organization: number, stop: StopRow) =>
    Effect.gen(function* () {
      const actions = yield* readActionsOfRequest(organization, stop.id, stop.at)
      const campaigns = yield* directory.find(
        organization,
        actions.map(({ campaign }) => campaign)
      )
      return actions.flatMap(({ campaign, id, undone }): ReadonlyArray<StoppedCampaign> => {
        const found = campaigns.get(campaign)
        if (found === undefined) return []
        const waits = found.unsyncedKeys.length === 0 ? null : (found.syncError ?? "")
        return [{ slug: found.slug, name: found.name, action: id, undone, waits }]
      })
    })

  const read = ({ organization: { id } }: OrganizationClearance) =>
    Effect.gen(function* () {
      const [suspension, spending, stop] = yield* Effect.all(
        [readSuspension(id), statements.read(readSpending(id)), findStop(id)],
        { concurrency: "unbounded" }
      )
      const standing = stop === null ? null : { ...stop, campaigns: yield* actionsOf(id, stop) }
      return { suspension, spending, standing } satisfies StopState
    })

  const finishUndo = (clearance: OrganizationClearance, stop: StopRow) => {
    const { id } = clearance.organization
    const end = markStopUndone(id, stop.id, clearance.caller.email)
    const lift = stop.suspendedAccess ? liftSuspension(id) : Effect.void
    return underOrganizationLock(id, Effect.zipRight(end, lift))
  }

  /** Campaigns first: if the service stops in between, the stop still stands and can be undone again. */
  const undo = (clearance: OrganizationClearance) =>
    Effect.gen(function* () {
      const { id } = clearance.organization
      const stop = yield* findStop(id)
      if (stop === null)
        return yield* new NotFound({ what: "An emergency stop that stands", next: "It was already undone." })
      const failed: Array<FailedCampaign> = []
      let resumed = 0
      for (const { action, name, slug, undone } of yield* actionsOf(id, stop)) {
        if (undone) continue
        const outcome = yield* execute(clearance, "actions.undo", { id: action })
        const reason = undoProblem(outcome)
        if (reason !== null) failed.push({ slug, name, reason })
        else resumed += 1
      }
      const ended = finishUndo(clearance, stop)
      return yield* withAuditEvent(clearance.audit, Effect.as(ended, { resumed, failed }))
    })

  const forOwners = { admits: "members", role: "owner" } as const
  const shape: EmergencyStopShape = {
    read: (clearance) =>
      clearance.effectiveRole === "owner"
        ? Effect.provideService(read(clearance), SqlClient.SqlClient, sql)
        : Effect.fail(new RoleDenied({ required_role: "owner" })),
    stop: (organization) => ({ ...forOwners, name: "organizations.stop", organization, run: stop }),
    undo: (organization) => ({
      ...forOwners,
      needsConfirmation: true,
      name: "organizations.undo_stop",
      organization,
      run: (clearance: OrganizationClearance) => undo(clearance)
    })
  }
  return shape
})

/**
 * Stops all spend of an organization at once. It works while approvals are on, with the quota used up, behind a
 * broken platform login and while a sync runs, because a pause by a person does.
 */
export class EmergencyStop extends Context.Tag("@adwarden/EmergencyStop")<
  EmergencyStop,
  EmergencyStopShape
>() {
  static readonly layer = Layer.effect(EmergencyStop, make)
}
