import { Effect } from "effect"
import { ActionId, randomId } from "../contract/index.ts"
import { type ExecutedStep, insertAction } from "../log/action-log.ts"
import { deferStatements } from "../storage/index.ts"
import { type PlanContext, type Route, startBackgroundWork } from "./edit.ts"
import type { Engine } from "./engine.ts"
import { actionKey, insertExecution, newExecutionId } from "./executions.ts"
import { isRaise } from "./guardrails/warnings.ts"
import { codesOf, executedWarningsOf, warningsOf } from "./preview.ts"
import { spendQuota } from "./quota.ts"
import { applyConsequences, markAllUndone, toUndoneBy } from "./settle.ts"
import type { ExecutionProgress } from "./stored.ts"
import {
  type AnyWrite,
  type ExecutedAction,
  movesOfSteps,
  type PlannedAction,
  type PlannedWrite,
  type UndoOutcome,
  type WriteRequest
} from "./write.ts"

/** The result of the transaction: an outcome, or an execution that the platform must complete first. */
export type ExecutionResult =
  | { readonly kind: "executed"; readonly output: unknown }
  | { readonly kind: "open"; readonly execution: string }

interface AppliedAction {
  readonly plan: PlannedAction
  readonly done: ExecutedAction
  readonly routes: ReadonlyArray<Route>
}

/** Applies the edits of one action; null if none has anything to do. */
const applyAction = Effect.fnUntraced(function* (plan: PlannedAction, context: PlanContext) {
  const steps = plan.planned.filter((step) => !step.plan.empty)
  if (steps.length === 0) return null
  const action = plan.undoes?.action ?? ActionId.make(randomId("act"))
  const applyContext = { action, context, write: deferStatements }
  // Budget moves come first in the log, because people look for those.
  const applied = yield* Effect.forEach(
    steps.toSorted((a, b) => b.plan.moves.length - a.plan.moves.length),
    ({ edit, plan }) => Effect.map(edit.apply(plan, applyContext), (trace) => ({ edit, plan, trace }))
  )
  const done: ExecutedAction = {
    action,
    undone: plan.undoes !== undefined,
    campaign: plan.campaign?.id ?? null,
    lost: plan.lost ?? [],
    steps: applied.map(
      ({ edit, plan, trace }): ExecutedStep => ({
        kind: edit.kind,
        version: edit.version,
        sentence: plan.sentence,
        trace
      })
    )
  }
  const routes = applied.map(({ edit, plan, trace }) => edit.route(plan, trace))
  const appliedAction: AppliedAction = { plan, done, routes }
  return appliedAction
})

const affectedKeysOf = ({ planned }: PlannedAction): ReadonlyArray<string> => [
  ...new Set(planned.flatMap(({ plan }) => (plan.empty ? [] : plan.affectedKeys)))
]

const isFirst = (route: Route): boolean => route.to === "first"
const waitsForPlatform = ({ routes }: AppliedAction): boolean => routes.some(isFirst)

/**
 * Returns the account of a platform-first write. All edits of a write must share one route: a mix could end
 * partly done. Only the actions of an undo can differ, because it reports each of them.
 */
const platformFirstAccount = (
  applied: ReadonlyArray<AppliedAction>,
  mayEndPartly: boolean
): Effect.Effect<string | null> => {
  const routes = applied.flatMap((one) => one.routes)
  const accounts = new Set(routes.flatMap((route) => (route.to === "first" ? [route.account] : [])))
  if (accounts.size === 0) return Effect.succeed(null)
  const mixed = (some: ReadonlyArray<Route>) => some.some(isFirst) && !some.every(isFirst)
  return accounts.size > 1 || (mayEndPartly ? applied.some((one) => mixed(one.routes)) : mixed(routes))
    ? Effect.dieMessage("A write may not mix routes to the platform, nor go to two accounts first")
    : Effect.succeed([...accounts][0]!)
}

/** Returns what an undo of a whole write does with each action; undefined for every other write. */
const undoOutcomes = (
  planned: PlannedWrite,
  applied: ReadonlyArray<AppliedAction>
): ReadonlyArray<UndoOutcome> | undefined => {
  const undone = new Set(applied.map(({ done }) => done.action))
  const outcomes = planned.actions.flatMap(({ campaign, undoes }): ReadonlyArray<UndoOutcome> => {
    if (undoes?.whole !== true) return []
    const { action, left } = undoes
    const why = left ?? (undone.has(action) || undoes.undone ? undefined : "Nothing was left to restore.")
    return [{ action, campaign: campaign?.slug ?? null, ...(why === undefined ? {} : { left: why }) }]
  })
  return outcomes.length === 0 ? undefined : outcomes
}

/** Executes a plan in the open transaction, under the organization's lock, and records the result. */
export const executePlan = Effect.fnUntraced(function* (
  engine: Engine,
  write: AnyWrite,
  request: WriteRequest,
  context: PlanContext,
  planned: PlannedWrite,
  queuedWriteId: string | null
) {
  const { clearance, operation } = request
  const organization = clearance.organization.id
  const warnsInAnswer = write.isUndo === true || write.warnsInAnswer === true
  const warnings = warnsInAnswer ? yield* warningsOf(context, planned) : executedWarningsOf(planned)
  const warningCodes = codesOf(planned)
  const appliedActions = (yield* Effect.forEach(planned.actions, (plan) =>
    applyAction(plan, context)
  )).filter((one) => one !== null)
  const routes = appliedActions.flatMap((one) => one.routes)
  const account = yield* platformFirstAccount(appliedActions, write.isUndo === true)
  const id = newExecutionId()
  const origin = { organization, requestedBy: clearance.caller.userId, stopsSpend: planned.stopsSpend }
  let task: number | null = null
  for (const { done, plan, routes } of appliedActions) {
    const state = account === null && plan.completedByTask !== true ? "executed" : "executing"
    const logged = plan.logged !== false
    if (logged && !done.undone) {
      const raisedFrom = movesOfSteps(plan.planned).find(isRaise)?.from ?? null
      yield* deferStatements(
        insertAction(clearance, { ...plan, affectedKeys: affectedKeysOf(plan), raisedFrom }, done, {
          state,
          execution: id,
          queuedWrite: queuedWriteId,
          comment: request.comment
        })
      )
    }
    const work = routes.flatMap((route) => (route.to === "first" ? [] : (route.work ?? [])))
    const details = { ...origin, action: logged ? done.action : null }
    task = (yield* startBackgroundWork(engine.queue, work, details)) ?? task
  }
  const waiting = account === null ? appliedActions : appliedActions.filter(waitsForPlatform)
  const settled = appliedActions.filter((one) => !waiting.includes(one)).map(({ done }) => done)
  const undoes = undoOutcomes(planned, appliedActions)
  const work: ExecutionProgress = {
    version: 1,
    actions: waiting.map(({ done }) => done),
    ...(settled.length === 0 ? {} : { settled }),
    ...(undoes === undefined ? {} : { undoes }),
    task,
    syncPending: routes.some((route) => route.to === "after"),
    ...(warnings.length === 0 ? {} : { warnings }),
    ...(warningCodes.length === 0 ? {} : { warningCodes }),
    account,
    looked: false
  }
  const common = { id, queuedWrite: queuedWriteId, usesQuota: true }
  if (account !== null) {
    const affectedKeys = waiting.flatMap(({ plan: { planned: steps, undoes } }) => [
      ...(undoes === undefined ? [] : [actionKey(undoes.action)]),
      ...steps.flatMap(({ plan }) => plan.affectedKeys)
    ])
    yield* markAllUndone(organization, settled, toUndoneBy(clearance.audit, queuedWriteId))
    const open = insertExecution(request, { ...common, state: "open", work, affectedKeys, answer: null })
    yield* deferStatements(spendQuota(organization), open)
    yield* engine.scheduleFinish(organization, id)
    return { kind: "open", execution: id } satisfies ExecutionResult
  }
  const output = write.output(work)
  const executed = { ...common, state: "executed", work: null, affectedKeys: [], answer: { output } } as const
  yield* deferStatements(spendQuota(organization), insertExecution(request, executed))
  const details = { audit: clearance.audit, queuedWrite: queuedWriteId, status: operation.success }
  yield* applyConsequences(engine.holds, organization, work, details, output)
  return { kind: "executed", output } satisfies ExecutionResult
})
