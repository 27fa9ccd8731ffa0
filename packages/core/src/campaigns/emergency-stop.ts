import * as SqlClient from "@effect/sql/SqlClient"
import type { SqlError } from "@effect/sql/SqlError"
import { Context, Data, Effect, Layer } from "effect"
import {
  liftSuspension,
  readSuspension,
  type Suspension,
  suspendAccess
} from "../access/organization-access.ts"
import { underOrganizationLock } from "../access/organizations.ts"
import { withAuditEvent } from "../audit/trail.ts"
import { Changes } from "../changes/changes.ts"
import type { ExecuteOptions } from "../changes/holds.ts"
import type { Outcome } from "../changes/outcome.ts"
import { messageOf, NotFound, type Output, RoleDenied, randomId } from "../contract/index.ts"
import { Events, recordEvents } from "../events/events.ts"
import { readActionsOfRequests } from "../log/action-log.ts"
import { CampaignDirectory } from "../log/read-actions.ts"
import { administer } from "../pipeline/administer.ts"
import type { OrganizationClearance } from "../request/clearance.ts"
import { respondWith } from "../request/handler.ts"
import { bindStatement, runSql, Statements, statement } from "../storage/index.ts"
import { budgetLeftSql, type StoredCampaign } from "./campaign.ts"

/** A campaign that spends, or that may: one in error can still be live on the platform. */
export interface SpendingCampaign extends Pick<StoredCampaign, "slug" | "name" | "channel" | "budget_total"> {
  /** Daily; the larger one if the platform has another. */
  readonly budget: number | null
  /** What is left of its total budget; null with a daily one. */
  readonly budget_left: number | null
  /** The platform's name of a budget that other campaigns share. */
  readonly shared: string | null
}

const spendingBy = (condition: string) =>
  statement(`
  select c.slug, c.name, c.channel, ceil(greatest(c.budget, c.platform_budget)) as budget, c.budget_total,
    ${budgetLeftSql} as budget_left,
    case when c.platform_budget_shared then c.platform_budget_resource_name end as shared
  from campaigns c where c.organization_id = $1 and c.removed_at is null and ${condition}
  order by coalesce(greatest(c.budget, c.platform_budget), 0) + coalesce(${budgetLeftSql}, 0) desc, c.slug`)
const spending = spendingBy("(coalesce(c.wanted_state, c.state) = 'live' or c.state = 'error')")

/** Reads the campaigns that an emergency stop would pause, first what can spend most in a day. */
export const readSpending = (organization: number) =>
  bindStatement<SpendingCampaign>(spending, [organization])

const pauseWaiting = spendingBy(
  "c.platform_state = 'live' and coalesce(c.wanted_state, c.state) <> 'live' and c.state <> 'error'"
)

/** Reads the campaigns that are paused here and that the platform was last seen to run. */
export const readPauseWaiting = (organization: number) =>
  bindStatement<SpendingCampaign>(pauseWaiting, [organization])

/** An emergency stop that nobody has undone. */
export interface StopRow {
  readonly id: string
  /** How often it was pulled: pulling it again while it stands continues it. */
  readonly generation: number
  /** The requests that pulled it. Their pauses belong to it. */
  readonly requests: ReadonlyArray<string>
  readonly at: string
  /** The owner's email. */
  readonly by: string
  /** Whether it suspended keys and apps, so that undoing it lifts the suspension. */
  readonly suspendedAccess: boolean
}

/** A stop as it was last pulled. */
export type StopVersion = Pick<StopRow, "id" | "generation">

/** Whether this is the stop that stands, and nobody has pulled it again since. */
const isLatest = ({ generation, id }: StopVersion, standing: StopRow | null): boolean =>
  standing?.id === id && standing.generation === generation

/**
 * Finds the stop that stands; an organization has at most one. Versions before generations stored pauses with the id
 * of the stop as their request, so that one counts among the requests.
 */
const findStop = (organization: number) =>
  Effect.map(
    runSql<StopRow>`select id, cardinality(request_ids) as generation, array_prepend(id, request_ids) as requests,
        at, user_email as by, suspended_access as "suspendedAccess"
      from emergency_stops where organization_id = ${organization} and undone_at is null`,
    ([row]) => row ?? null
  )

/**
 * Starts a stop, or continues the one that stands: then later pauses belong to it too, and are undone with it. Either
 * way an undo that is under way ends before its next resume. The caller holds the organization's lock.
 */
const startStop = (
  organization: number,
  by: { readonly userId: number; readonly email: string },
  request: string,
  suspendedAccess: boolean
) =>
  Effect.gen(function* () {
    const standing = yield* findStop(organization)
    if (standing === null) {
      const id = randomId("stop")
      yield* runSql`insert into emergency_stops
          (organization_id, id, user_id, user_email, request_ids, suspended_access)
        values (${organization}, ${id}, ${by.userId}, ${by.email}, ${[request]}, ${suspendedAccess})`
      const summary = "All spend of the organization was stopped"
      return yield* recordEvents(organization, { type: "emergency_stop.on", data: { stop_id: id, summary } })
    }
    return yield* runSql`update emergency_stops set request_ids = array_append(request_ids, ${request}),
        suspended_access = suspended_access or ${suspendedAccess}
      where organization_id = ${organization} and id = ${standing.id}`
  })

const markStopUndone = (organization: number, id: string, by: string) =>
  runSql`update emergency_stops set undone_at = now(), undone_by_email = ${by}
    where organization_id = ${organization} and id = ${id} and undone_at is null`

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

/**
 * The stop was pulled again after the page was shown on which somebody undid it. The later stop wins: it pauses again
 * what the undo had resumed by then, and nothing else is resumed.
 */
export class StopOvertaken extends Data.TaggedError("StopOvertaken")<{ readonly resumed: number }> {
  readonly statusCode = 409
  readonly errorCode = "undo_conflict"
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
  /** Paused here, but the platform was last seen to run them. */
  readonly pauseWaiting: ReadonlyArray<SpendingCampaign>
  readonly standing: (StopRow & { readonly campaigns: ReadonlyArray<StoppedCampaign> }) | null
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
  const events = yield* Events
  const withEvents = Effect.provideService(Events, events)

  const withName = (clearance: OrganizationClearance, operation: string) => ({
    ...clearance.audit,
    operation
  })

  /** A change like any other, with its own action, audit event and undo. A person's is never held. */
  const execute = (
    clearance: OrganizationClearance,
    operation: "campaigns.set_state" | "actions.undo",
    input: Readonly<Record<string, unknown>>,
    options?: ExecuteOptions
  ) => {
    const cleared = { ...clearance, audit: withName(clearance, operation) }
    const attempt = (left: number): Effect.Effect<Outcome, SqlError> =>
      Effect.flatMap(changes.execute(operation, cleared, input, options), (outcome) =>
        left > 0 && isBusy(outcome) ? Effect.delay(attempt(left - 1), "1 second") : Effect.succeed(outcome)
      )
    return attempt(busyRetries)
  }

  /** First of all, no key or app can start a campaign again. */
  const begin = (clearance: OrganizationClearance) => {
    const { caller, organization, request } = clearance
    return withAuditEvent(
      withName(clearance, "organizations.suspend_access"),
      underOrganizationLock(
        organization.id,
        Effect.flatMap(suspendAccess(organization.id, caller.userId), (suspended) =>
          startStop(organization.id, caller, request.id, suspended)
        ).pipe(withEvents)
      )
    )
  }

  const stop = Effect.fnUntraced(function* (clearance: OrganizationClearance) {
    yield* begin(clearance)
    const failed: Array<FailedCampaign> = []
    let paused = 0
    for (const { name, slug } of yield* statements.read(readSpending(clearance.organization.id))) {
      const outcome = yield* execute(clearance, "campaigns.set_state", { slug, state: "paused" })
      if (outcome.kind === "refused") failed.push({ slug, name, reason: messageOf(outcome.error) })
      else paused += 1
    }
    return respondWith<StopResult>({ paused, failed })
  })

  const actionsOf = (organization: number, stop: StopRow) =>
    Effect.gen(function* () {
      const actions = yield* readActionsOfRequests(organization, stop.requests, stop.at)
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
      const [suspension, spending, pauseWaiting, stop] = yield* Effect.all(
        [
          readSuspension(id),
          statements.read(readSpending(id)),
          statements.read(readPauseWaiting(id)),
          findStop(id)
        ],
        { concurrency: "unbounded" }
      )
      const standing = stop === null ? null : { ...stop, campaigns: yield* actionsOf(id, stop) }
      return { suspension, spending, pauseWaiting, standing } satisfies StopState
    })

  /** Fails unless the stop that stands is this one, as it was last pulled. Runs under the organization's lock. */
  const requireLatest = (organization: number, stop: StopVersion) =>
    Effect.flatMap(findStop(organization), (standing) =>
      isLatest(stop, standing)
        ? Effect.void
        : Effect.fail(new NotFound({ what: "The emergency stop as it was when it was undone" }))
    )

  /** Ends the stop, unless somebody pulled it again. If another owner's undo was faster, nothing is left to do. */
  const finishUndo = (clearance: OrganizationClearance, stop: StopRow, resumed: number) => {
    const { id } = clearance.organization
    return underOrganizationLock(
      id,
      Effect.gen(function* () {
        const standing = yield* findStop(id)
        if (standing === null) return
        if (!isLatest(stop, standing)) return yield* new StopOvertaken({ resumed })
        yield* markStopUndone(id, stop.id, clearance.caller.email)
        const summary = "The emergency stop was undone"
        yield* recordEvents(id, { type: "emergency_stop.off", data: { stop_id: stop.id, summary } })
        if (stop.suspendedAccess) yield* liftSuspension(id)
      }).pipe(withEvents)
    )
  }

  /** Campaigns first: if the service stops in between, the stop still stands and can be undone again. */
  const undo = (clearance: OrganizationClearance, seen: StopVersion) =>
    Effect.gen(function* () {
      const { id } = clearance.organization
      const stop = yield* findStop(id)
      if (stop === null)
        return yield* new NotFound({ what: "An emergency stop that stands", next: "It was already undone." })
      if (!isLatest(seen, stop)) return yield* new StopOvertaken({ resumed: 0 })
      const precondition = requireLatest(id, stop)
      const failed: Array<FailedCampaign> = []
      let resumed = 0
      for (const { action, name, slug, undone } of yield* actionsOf(id, stop)) {
        if (undone) continue
        const outcome = yield* execute(clearance, "actions.undo", { id: action }, { precondition })
        const reason = undoProblem(outcome)
        if (reason === null) resumed += 1
        else if (isLatest(stop, yield* findStop(id))) failed.push({ slug, name, reason })
        else break
      }
      const ended = finishUndo(clearance, stop, resumed)
      return yield* withAuditEvent(clearance.audit, Effect.as(ended, { resumed, failed }))
    })

  return {
    /** For owners. */
    read: (clearance: OrganizationClearance): Effect.Effect<StopState, RoleDenied | SqlError> =>
      clearance.effectiveRole === "owner"
        ? Effect.provideService(read(clearance), SqlClient.SqlClient, sql)
        : Effect.fail(new RoleDenied({ required_role: "owner" })),
    administration: {
      /** Suspends all keys and apps, and pauses every live campaign. */
      "organizations.stop": administer("organizations.stop", stop),
      /**
       * Undoes every pause of the standing stop and lifts the suspension that the stop made. It undoes the stop that the
       * owner saw; a stop that is pulled again before the undo has ended wins.
       */
      "organizations.undo_stop": administer("organizations.undo_stop", undo)
    }
  }
})

/**
 * Stops all spend of an organization at once. It works while approvals are on, with the quota used up, behind a
 * broken platform login and while a sync runs, because a pause by a person does.
 */
export class EmergencyStop extends Context.Tag("@adwarden/EmergencyStop")<
  EmergencyStop,
  Effect.Effect.Success<typeof make>
>() {
  static readonly layer = Layer.effect(EmergencyStop, make)
}
