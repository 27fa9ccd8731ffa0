import { Effect, Layer } from "effect"
import type { PlanContext } from "../changes/edit.ts"
import { dailyRise, raisedBudgets, raisesSpend } from "../changes/guardrails/money.ts"
import { Holds } from "../changes/holds.ts"
import { planDifferences, toStoredPlan } from "../changes/stored-plan.ts"
import type { WriteRequest } from "../changes/write.ts"
import { movesOf, type PlannedWrite, summaryOf } from "../changes/write.ts"
import { ApprovalQueueFull, limits, randomId, stricterPolicy } from "../contract/index.ts"
import { Events } from "../events/events.ts"
import { actorColumns } from "../log/action-log.ts"
import { runSql } from "../storage/index.ts"
import { admitApproval, clearApproved } from "./decide.ts"
import { endOutdated, readAlike } from "./pending.ts"
import {
  completePreview,
  failureReason,
  pendingWriteExistsSql,
  previewHashOf,
  queuedPlanColumn,
  readQueuedPlan,
  releaseClaim,
  settleApproved,
  settleFailed,
  tellRequested
} from "./queued-write.ts"

/** The pending writes of an organization. */
interface QueueUse {
  /** The maximum number of pending writes. */
  readonly limit: number
  readonly pending: number
  /** The number of pending writes that this caller sent. */
  readonly own: number
}

/** The maximum number of pending writes of one caller: half of the queue, so one caller cannot fill it. */
export const callerLimit = (limit: number): number => Math.ceil(limit / 2)

/** Returns the error of a write that exceeds a queue limit. A write that stops spend is always accepted. */
export const queueProblem = (
  { limit, own, pending }: QueueUse,
  { stopsSpend }: { readonly stopsSpend: boolean }
): ApprovalQueueFull | null => {
  if (stopsSpend) return null
  if (pending >= limit) return new ApprovalQueueFull({ limit, of: "organization" })
  const callerMax = callerLimit(limit)
  return own >= callerMax ? new ApprovalQueueFull({ limit: callerMax, of: "caller" }) : null
}

/**
 * Whether a write needs approval. Writes of API keys and connected apps do if the organization requires it for
 * them, or if the key or app is held more strictly; a person's own writes never do.
 */
const isHeld = (
  { clearance: { caller }, operation }: WriteRequest,
  { rules: { approvalsFor, approvalsRequired } }: PlanContext,
  planned: PlannedWrite
): boolean => {
  if (!operation.held || caller.kind === "person") return false
  const policy = stricterPolicy(approvalsRequired ? approvalsFor : "off", caller.approvals)
  return policy === "every_change" || (policy === "raises" && raisesSpend(movesOf(planned)))
}

interface QueueCounts {
  readonly pending: number
  readonly own: number
  /** The caller's pending writes with the same operation and parameters. */
  readonly alike: ReadonlyArray<string> | null
}

/**
 * Finds the caller's pending write that would do the same, among those with the same parameters. The others were
 * planned before the campaign changed: they are outdated, unless one is being executed.
 */
const comparePending = (
  organization: number,
  alike: ReadonlyArray<string>,
  planned: PlannedWrite,
  preview: object
) =>
  Effect.gen(function* () {
    const outdated: Array<string> = []
    if (alike.length === 0) return { same: null, outdated }
    for (const { claimed, id, ...queued } of yield* readAlike(organization, alike)) {
      const plan = yield* readQueuedPlan(queued.plan, { organization, id })
      const same =
        plan === null
          ? previewHashOf(queued.preview) === previewHashOf(preview)
          : planDifferences(plan, planned).length === 0
      if (same) return { same: id, outdated: [] }
      if (!claimed) outdated.push(id)
    }
    return { same: null, outdated }
  })

/**
 * Puts a write into the approval queue with all data needed to run it as the requester. A caller's write that would do
 * the same is queued once, with the comment of the first request. One that was sent before the campaign changed is
 * replaced. Returns its id and whether it was queued before.
 */
const hold = (request: WriteRequest, context: PlanContext, planned: PlannedWrite, preview: object) =>
  Effect.gen(function* () {
    const { clearance, fingerprint, operation, parameters } = request
    const { caller, organization } = clearance
    const actor = actorColumns(caller)
    const [waiting] = yield* runSql<QueueCounts>`
      select count(*) as pending, count(*) filter (where own) as own,
        array_agg(id) filter (where own and fingerprint = ${fingerprint} and expires_at > now()) as alike
      from (select *, requester_user_id = ${actor.userId} and requester_key_id is not distinct from ${actor.keyId}
          and requester_connection_id is not distinct from ${actor.connectionId} as own from queued_writes) q
      where organization_id = ${organization.id} and status = 'pending'
        and (claimed_at is not null or expires_at > now())`
    const { alike, own, pending } = waiting!
    const { outdated, same } = yield* comparePending(organization.id, alike ?? [], planned, preview)
    if (same !== null) return { id: same, alreadyQueued: true }
    const limit = context.rules.approvalQueueLimit
    const left = { limit, pending: pending - outdated.length, own: own - outdated.length }
    const queueFull = queueProblem(left, planned)
    if (queueFull !== null) return yield* queueFull
    if (outdated.length > 0) yield* endOutdated(organization.id, outdated)
    const id = randomId("qw")
    const [campaign = null] = planned.actions.flatMap((action) => action.campaign?.id ?? [])
    const reserved = raisedBudgets(movesOf(planned))
    // Approvals compute the rise again. The stored one is for earlier versions, which may run beside this one.
    yield* runSql`
      insert into queued_writes (organization_id, id, operation, input, summary, preview, plan, campaign_id, fingerprint,
        requester_type, requester_user_id, requester_user_email, requester_key_id, requester_key_prefix,
        requester_key_last_four, requester_scopes, requester_connection_id, request_id, reserved_campaigns,
        reserved_budgets, daily_rise, comment, expires_at)
      values (${organization.id}, ${id}, ${operation.name}, ${JSON.stringify(parameters)}::jsonb,
        ${summaryOf(planned)}, ${JSON.stringify(preview)}::jsonb,
        ${JSON.stringify(queuedPlanColumn.write(toStoredPlan(planned)))}::jsonb, ${campaign}, ${fingerprint},
        ${actor.type}, ${actor.userId}, ${actor.email}, ${actor.keyId}, ${actor.prefix}, ${actor.lastFour},
        ${caller.scopes}, ${actor.connectionId}, ${clearance.request.id}, ${reserved.map(({ campaign }) => campaign)},
        ${reserved.map(({ budget }) => budget)}, ${dailyRise(movesOf(planned))},
        ${request.comment}, now() + make_interval(days => ${limits.approvalDays}::integer))`
    yield* tellRequested(organization.id, { id, operation: operation.name, summary: summaryOf(planned) })
    return { id, alreadyQueued: false }
  })

/** Answers the engine's questions about approvals. */
export const holdsLayer = Layer.effect(
  Holds,
  Effect.map(Events, (events): Holds["Type"] => ({
    isHeld,
    hold: (...held: Parameters<typeof hold>) => Effect.provideService(hold(...held), Events, events),
    completePreview,
    pendingExistsSql: pendingWriteExistsSql,
    clear: clearApproved,
    admit: ({ approver, id }, rise) => admitApproval(id, approver, rise),
    settle: (organization, id, ending) => {
      if (ending === "released") return releaseClaim(organization, id)
      const settled =
        "approved" in ending
          ? settleApproved(organization, id, ending.approved)
          : settleFailed(organization, id, failureReason(ending.failed))
      return Effect.provideService(settled, Events, events)
    }
  }))
)
