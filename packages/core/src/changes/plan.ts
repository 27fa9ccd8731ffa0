import type * as SqlClient from "@effect/sql/SqlClient"
import canonicalize from "canonicalize"
import { Effect } from "effect"
import { Unavailable } from "../contract/index.ts"
import type { OrganizationClearance } from "../request/clearance.ts"
import type { EngineError, PlanContext, Planned, Step } from "./edit.ts"
import type { Edits } from "./edits.ts"
import { moneyProblem } from "./guardrails/money.ts"
import { undoRefusal } from "./guardrails/refused-undo.ts"
import type { OrganizationRules } from "./organization.ts"
import type { AnyWrite, PlannedAction, PlannedStep, PlannedWrite, QueuedSteps } from "./write.ts"
import { stepsOf } from "./write.ts"

/** What the platform said of a step, and what the plan touched that it was asked about. */
interface StepRead {
  readonly affectedKeys: ReadonlyArray<string>
  readonly value: unknown
}

/** What was asked of the platform before the transaction, for the write itself and for each of its steps. */
export interface PlatformReads {
  readonly ofWrite: unknown
  /** By what the step is, never by its place: under the lock a write may come to other steps than were asked about. */
  readonly ofSteps: ReadonlyMap<string, StepRead>
}
export const noPlatformReads: PlatformReads = { ofWrite: undefined, ofSteps: new Map() }

/** All that a step is, as text in the one form that JSON has for it: the same step has the same. */
const stepKey = ({ input, kind, version }: Step): string => canonicalize([kind, version, input]) ?? ""

/** The answer about just this step; nothing is worked out where nothing was asked. */
const stepReadOf = ({ ofSteps }: PlatformReads, step: Step): StepRead | undefined =>
  ofSteps.size === 0 ? undefined : ofSteps.get(stepKey(step))

export const makePlanContext = (
  clearance: OrganizationClearance,
  rules: OrganizationRules,
  committed: number,
  preloaded: ReadonlyArray<readonly [string, unknown]> = []
): PlanContext => {
  const read = new Map<string, unknown>(preloaded)
  return {
    clearance,
    rules,
    committed,
    readOnce: <A, E, R>(key: string, effect: Effect.Effect<A, E, R>) =>
      Effect.suspend(() =>
        read.has(key)
          ? Effect.succeed(read.get(key) as A)
          : Effect.tap(effect, (value) => Effect.sync(() => read.set(key, value)))
      )
  }
}

const busy = new Unavailable({
  retryAfter: 2,
  because: "Another change of the same thing is still on its way to the ad platform."
})

/** Where a step of a write is refused, the first one's reason is told; then what all of them together may not do. */
const applyRules = (
  write: AnyWrite,
  context: PlanContext,
  actions: ReadonlyArray<PlannedAction>
): PlannedWrite => {
  const steps = stepsOf({ actions }).filter(({ plan }) => !plan.empty)
  const moves = steps.flatMap(({ plan }) => plan.moves)
  const rules = { ...context.rules, committed: context.committed }
  const limits = moneyProblem(moves, rules, { perCall: write.isUndo !== true })
  const ownRefusal = steps.find(({ plan }) => plan.refusal !== null)?.plan.refusal ?? null
  const refusal = ownRefusal ?? limits
  return {
    actions,
    limits,
    refusal: refusal !== null && write.isUndo === true ? undoRefusal(refusal, steps) : refusal,
    stopsSpend: steps.length > 0 && steps.every(({ plan }) => plan.stopsSpend)
  }
}

/** One plan for dry run, execution, approval and undo: what was previewed is what happens. */
export const planWrite = Effect.fnUntraced(function* (
  edits: Edits["Type"],
  write: AnyWrite,
  context: PlanContext,
  input: unknown,
  platformReads: PlatformReads = noPlatformReads,
  queued?: QueuedSteps
) {
  const plans = yield* write.actions(context, input, platformReads.ofWrite, queued)
  const actions: Array<PlannedAction> = []
  for (const action of plans) {
    const planned: Array<PlannedStep> = []
    for (const step of action.steps) {
      const edit = edits.get(step)
      const plan = yield* edit.plan(context, step.input, stepReadOf(platformReads, step)?.value)
      planned.push({ step, edit, plan })
    }
    actions.push({ ...action, planned })
  }
  return applyRules(write, context, actions)
})

/**
 * Asks the platform what only it can answer, of a plan that would go through; nothing of any other. `check` fails where
 * the platform would refuse a plan that must not start then.
 */
export const readPlatform = (
  edits: Edits["Type"],
  write: AnyWrite,
  context: PlanContext,
  input: unknown,
  isRelevant: (planned: PlannedWrite) => boolean,
  check: (planned: PlannedWrite) => Effect.Effect<void, EngineError, SqlClient.SqlClient>,
  queued?: QueuedSteps
): Effect.Effect<PlatformReads, EngineError, SqlClient.SqlClient> =>
  Effect.gen(function* () {
    const ofWrite = yield* write.readPlatform?.(context, input) ?? Effect.succeed(undefined)
    const planned = yield* planWrite(edits, write, context, input, { ofWrite, ofSteps: new Map() }, queued)
    const ofSteps = new Map<string, StepRead>()
    if (planned.refusal !== null || !isRelevant(planned)) return { ofWrite, ofSteps }
    for (const { edit, plan, step } of stepsOf(planned)) {
      if (plan.empty || edit.readPlatform === undefined) continue
      ofSteps.set(stepKey(step), {
        affectedKeys: plan.affectedKeys,
        value: yield* edit.readPlatform(context, plan)
      })
    }
    yield* check(planned)
    return { ofWrite, ofSteps }
  })

/** Whether any of these would touch what another change has on its way. */
export const busyKeysProblem = (
  busyKeys: ReadonlySet<string>,
  plans: ReadonlyArray<Planned>
): Unavailable | null =>
  plans.some(({ empty, affectedKeys }) => !empty && affectedKeys.some((key) => busyKeys.has(key)))
    ? busy
    : null

export const busyProblem = (busyKeys: ReadonlySet<string>, planned: PlannedWrite): Unavailable | null =>
  busyKeysProblem(
    busyKeys,
    stepsOf(planned).map(({ plan }) => plan)
  )

const platformNotRead = new Unavailable({
  retryAfter: 1,
  because:
    "What this change would do became another while it waited, and the ad platform was not asked about that yet."
})

/** Whether the platform was asked about a plan: about this step, and where it touched the same things. */
const wasRead = (platformReads: PlatformReads, { plan, step }: PlannedStep): boolean => {
  const readKeys = stepReadOf(platformReads, step)?.affectedKeys
  return (
    readKeys?.length === plan.affectedKeys.length && readKeys.every((key, n) => key === plan.affectedKeys[n])
  )
}

/**
 * The platform is asked before the lock, of a plan that would go through. What came to go through, or to be done, only
 * under the lock was not asked about, and must not pass for what was; what stops spend need not wait for that.
 */
export const platformReadProblem = (
  platformReads: PlatformReads,
  planned: PlannedWrite
): Unavailable | null =>
  stepsOf(planned).some(
    (one) =>
      !one.plan.empty &&
      !one.plan.stopsSpend &&
      one.edit.readPlatform !== undefined &&
      !wasRead(platformReads, one)
  )
    ? platformNotRead
    : null
