import { Effect } from "effect"
import { ActionId, randomId } from "../contract/index.ts"
import { unawaited } from "../storage/index.ts"
import { actionRecord } from "./action-log.ts"
import { beginAfterWork } from "./after.ts"
import type { Asking } from "./asking.ts"
import type { At, Route } from "./edit.ts"
import type { Engine } from "./engine.ts"
import { executionRecord, newExecutionId, touchOf } from "./executions.ts"
import { waitingOf, warningsOf } from "./preview.ts"
import { quotaSpent } from "./quota.ts"
import { consequences } from "./settle.ts"
import type { Work } from "./stored.ts"
import type { AnyWrite, DoneAction, DoneStep, PlannedAction, PlannedWrite } from "./write.ts"

/** What the transaction came to: an answer, or an execution that the platform must do first. */
export type CarriedOut =
  | { readonly is: "executed"; readonly output: unknown }
  | { readonly is: "open"; readonly execution: string }

interface Carried {
  readonly plan: PlannedAction
  readonly done: DoneAction
  readonly routes: ReadonlyArray<Route>
}

/** Applies the edits of one action; null where none of them has anything to do. */
const applyAction = Effect.fnUntraced(function* (plan: PlannedAction, at: At) {
  const steps = plan.planned.filter((step) => !step.plan.empty)
  if (steps.length === 0) return null
  const action = plan.undoes?.action ?? ActionId.make(randomId("act"))
  const act = { action, at }
  // Money first: that is what people look for in the log.
  const applied = yield* Effect.forEach(
    steps.toSorted((a, b) => b.plan.moves.length - a.plan.moves.length),
    ({ edit, plan }) => Effect.map(edit.apply(plan, act), (trace) => ({ edit, plan, trace }))
  )
  const done: DoneAction = {
    action,
    undone: plan.undoes !== undefined,
    campaign: plan.campaign?.id ?? null,
    lost: plan.lost ?? [],
    steps: applied.map(
      ({ edit, plan, trace }): DoneStep => ({
        kind: edit.kind,
        version: edit.version,
        sentence: plan.sentence,
        trace
      })
    )
  }
  const routes = applied.map(({ edit, plan, trace }) => edit.route(plan, trace))
  const carried: Carried = { plan, done, routes }
  return carried
})

/** A write goes to the platform first, or after, or not at all: half of each could end half done. */
const firstAccount = (routes: ReadonlyArray<Route>): Effect.Effect<string | null> => {
  const accounts = new Set(routes.flatMap((route) => (route.to === "first" ? [route.account] : [])))
  if (accounts.size === 0) return Effect.succeed(null)
  return accounts.size > 1 || routes.some((route) => route.to !== "first")
    ? Effect.dieMessage("A write may not mix routes to the platform, nor go to two accounts first")
    : Effect.succeed([...accounts][0]!)
}

/** Carries a plan out in the transaction that is open, under the organization's lock, and writes down what it does. */
export const carryOut = Effect.fnUntraced(function* (
  engine: Engine,
  write: AnyWrite,
  asking: Asking,
  at: At,
  planned: PlannedWrite,
  approving: string | null
) {
  const { clearance, operation } = asking
  const organization = clearance.organization.id
  const warnsInAnswer = write.wayBack === true || write.warnsInAnswer === true
  const warnings = warnsInAnswer ? yield* warningsOf(at, planned) : waitingOf(planned)
  const carried = (yield* Effect.forEach(planned.actions, (plan) => applyAction(plan, at))).filter(
    (one) => one !== null
  )
  const routes = carried.flatMap((one) => one.routes)
  const account = yield* firstAccount(routes)
  const followed = { organization, requestedBy: clearance.caller.userId, stopsSpend: planned.stopsSpend }
  let task: number | null = null
  for (const { done, plan, routes } of carried) {
    const state = account === null ? "executed" : "executing"
    const logged = plan.logged !== false
    if (logged && !done.undone) {
      yield* unawaited(actionRecord(clearance, plan, done, { state, queuedWrite: approving }))
    }
    const work = routes.flatMap((route) => (route.to === "after" ? route.work : []))
    const of = { ...followed, action: logged ? done.action : null }
    task = (yield* beginAfterWork(engine.queue, work, of)) ?? task
  }
  const id = newExecutionId()
  const work: Work = {
    version: 1,
    actions: carried.map(({ done }) => done),
    task,
    syncPending: routes.some((route) => route.to === "after"),
    ...(warnings.length === 0 ? {} : { warnings }),
    account,
    looked: false
  }
  const common = { id, queuedWrite: approving, spent: true }
  if (account !== null) {
    const touches = planned.actions.flatMap(({ planned: steps, undoes }) => [
      ...(undoes === undefined ? [] : [touchOf(undoes.action)]),
      ...steps.flatMap(({ plan }) => plan.touches)
    ])
    const open = executionRecord(asking, { ...common, state: "open", work, touches, answer: null })
    yield* unawaited(quotaSpent(organization), open)
    yield* engine.finishLater(organization, id)
    return { is: "open", execution: id } satisfies CarriedOut
  }
  const output = write.answer(work)
  const executed = { ...common, state: "executed", work: null, touches: [], answer: { output } } as const
  yield* unawaited(quotaSpent(organization), executionRecord(asking, executed))
  const of = { audit: clearance.audit, queuedWrite: approving, status: operation.success }
  yield* consequences(organization, work, of, output)
  return { is: "executed", output } satisfies CarriedOut
})
