import type * as SqlClient from "@effect/sql/SqlClient"
import canonicalize from "canonicalize"
import { Effect } from "effect"
import { Unavailable } from "../contract/index.ts"
import type { OrganizationClearance } from "../pipeline/clearance.ts"
import type { At, Fails, Planned, Step } from "./edit.ts"
import type { Edits } from "./edits.ts"
import { moneyProblem } from "./guardrails/money.ts"
import { refusedUndo } from "./guardrails/refused-undo.ts"
import type { OrganizationRules } from "./organization.ts"
import type { AnyWrite, KeptSteps, PlannedAction, PlannedStep, PlannedWrite } from "./write.ts"
import { stepsOf } from "./write.ts"

/** What the platform said of a step, and what the plan touched that it was asked about. */
interface StepAnswer {
  readonly touches: ReadonlyArray<string>
  readonly said: unknown
}

/** What was asked of the platform before the transaction, for the write itself and for each of its steps. */
export interface PlatformAnswers {
  readonly ofWrite: unknown
  /** By what the step is, never by its place: under the lock a write may come to other steps than were asked about. */
  readonly ofSteps: ReadonlyMap<string, StepAnswer>
}
export const noAnswers: PlatformAnswers = { ofWrite: undefined, ofSteps: new Map() }

/** All that a step is, as text in the one form that JSON has for it: the same step has the same. */
const identityOf = ({ input, kind, version }: Step): string => canonicalize([kind, version, input]) ?? ""

/** The answer about just this step; nothing is worked out where nothing was asked. */
const answerTo = ({ ofSteps }: PlatformAnswers, step: Step): StepAnswer | undefined =>
  ofSteps.size === 0 ? undefined : ofSteps.get(identityOf(step))

export const planningAt = (
  clearance: OrganizationClearance,
  rules: OrganizationRules,
  committed: number,
  first: ReadonlyArray<readonly [string, unknown]> = []
): At => {
  const read = new Map<string, unknown>(first)
  return {
    clearance,
    rules,
    committed,
    once: <A, E, R>(key: string, effect: Effect.Effect<A, E, R>) =>
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
const judge = (write: AnyWrite, at: At, actions: ReadonlyArray<PlannedAction>): PlannedWrite => {
  const steps = stepsOf({ actions }).filter(({ plan }) => !plan.empty)
  const moves = steps.flatMap(({ plan }) => plan.moves)
  const rules = { ...at.rules, committed: at.committed }
  const limits = moneyProblem(moves, rules, { perCall: write.wayBack !== true })
  const own = steps.find(({ plan }) => plan.refusal !== null)?.plan.refusal ?? null
  const refusal = own ?? limits
  return {
    actions,
    limits,
    refusal: refusal !== null && write.wayBack === true ? refusedUndo(refusal, steps) : refusal,
    stopsSpend: steps.length > 0 && steps.every(({ plan }) => plan.stopsSpend)
  }
}

/** One plan for dry run, execution, approval and undo: what was previewed is what happens. */
export const planWrite = Effect.fnUntraced(function* (
  edits: Edits["Type"],
  write: AnyWrite,
  at: At,
  input: unknown,
  asked: PlatformAnswers = noAnswers,
  kept?: KeptSteps
) {
  const plans = yield* write.actions(at, input, asked.ofWrite, kept)
  const actions: Array<PlannedAction> = []
  for (const action of plans) {
    const planned: Array<PlannedStep> = []
    for (const step of action.steps) {
      const edit = edits.get(step)
      const plan = yield* edit.plan(at, step.input, answerTo(asked, step)?.said)
      planned.push({ step, edit, plan })
    }
    actions.push({ ...action, planned })
  }
  return judge(write, at, actions)
})

/**
 * Asks the platform what only it can answer, of a plan that would go through; nothing of any other. `check` fails where
 * the platform would refuse a plan that must not start then.
 */
export const askPlatform = (
  edits: Edits["Type"],
  write: AnyWrite,
  at: At,
  input: unknown,
  isWanted: (planned: PlannedWrite) => boolean,
  check: (planned: PlannedWrite) => Effect.Effect<void, Fails, SqlClient.SqlClient>,
  kept?: KeptSteps
): Effect.Effect<PlatformAnswers, Fails, SqlClient.SqlClient> =>
  Effect.gen(function* () {
    const ofWrite = yield* write.ask?.(at, input) ?? Effect.succeed(undefined)
    const planned = yield* planWrite(edits, write, at, input, { ofWrite, ofSteps: new Map() }, kept)
    const ofSteps = new Map<string, StepAnswer>()
    if (planned.refusal !== null || !isWanted(planned)) return { ofWrite, ofSteps }
    for (const { edit, plan, step } of stepsOf(planned)) {
      if (plan.empty || edit.ask === undefined) continue
      ofSteps.set(identityOf(step), { touches: plan.touches, said: yield* edit.ask(at, plan) })
    }
    yield* check(planned)
    return { ofWrite, ofSteps }
  })

/** Whether any of these would touch what another change has on its way. */
export const busyWith = (underWay: ReadonlySet<string>, plans: ReadonlyArray<Planned>): Unavailable | null =>
  plans.some(({ empty, touches }) => !empty && touches.some((thing) => underWay.has(thing))) ? busy : null

export const busyProblem = (underWay: ReadonlySet<string>, planned: PlannedWrite): Unavailable | null =>
  busyWith(
    underWay,
    stepsOf(planned).map(({ plan }) => plan)
  )

const unasked = new Unavailable({
  retryAfter: 1,
  because:
    "What this change would do became another while it waited, and the ad platform was not asked about that yet."
})

/** Whether the platform was asked about a plan: about this step, and where it touched the same things. */
const wasAsked = (answers: PlatformAnswers, { plan, step }: PlannedStep): boolean => {
  const touched = answerTo(answers, step)?.touches
  return touched?.length === plan.touches.length && touched.every((thing, n) => thing === plan.touches[n])
}

/**
 * The platform is asked before the lock, of a plan that would go through. What came to go through, or to be done, only
 * under the lock was not asked about, and must not pass for what was; what stops spend need not wait for that.
 */
export const unaskedProblem = (answers: PlatformAnswers, planned: PlannedWrite): Unavailable | null =>
  stepsOf(planned).some(
    (one) => !one.plan.empty && !one.plan.stopsSpend && one.edit.ask !== undefined && !wasAsked(answers, one)
  )
    ? unasked
    : null
