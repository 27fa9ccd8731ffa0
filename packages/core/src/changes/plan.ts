import type * as SqlClient from "@effect/sql/SqlClient"
import { Effect } from "effect"
import { Unavailable } from "../contract/index.ts"
import type { OrganizationClearance } from "../pipeline/clearance.ts"
import type { At, Fails } from "./edit.ts"
import type { Edits } from "./edits.ts"
import { moneyProblem } from "./guardrails/money.ts"
import type { OrganizationRules } from "./organization.ts"
import type { AnyWrite, PlannedAction, PlannedStep, PlannedWrite } from "./write.ts"
import { stepsOf } from "./write.ts"

/** What was asked of the platform before the transaction, for the write itself and for each of its steps. */
export interface PlatformAnswers {
  readonly ofWrite: unknown
  /** By the step's place among all steps. */
  readonly ofSteps: ReadonlyMap<number, unknown>
}
export const noAnswers: PlatformAnswers = { ofWrite: undefined, ofSteps: new Map() }

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
  return {
    actions,
    limits,
    refusal: own ?? limits,
    stopsSpend: steps.length > 0 && steps.every(({ plan }) => plan.stopsSpend)
  }
}

/** One plan for dry run, execution, approval and undo: what was previewed is what happens. */
export const planWrite = (
  edits: Edits["Type"],
  write: AnyWrite,
  at: At,
  input: unknown,
  asked: PlatformAnswers = noAnswers
): Effect.Effect<PlannedWrite, Fails, SqlClient.SqlClient> =>
  Effect.gen(function* () {
    const plans = yield* write.actions(at, input, asked.ofWrite)
    const actions: Array<PlannedAction> = []
    let place = 0
    for (const action of plans) {
      const planned: Array<PlannedStep> = []
      for (const step of action.steps) {
        const edit = edits.get(step)
        const plan = yield* edit.plan(at, step.input, asked.ofSteps.get(place++))
        planned.push({ step, edit, plan })
      }
      actions.push({ ...action, planned })
    }
    return judge(write, at, actions)
  })

/** Asks the platform what only it can answer, of a plan that would go through; nothing of any other. */
export const askPlatform = (
  edits: Edits["Type"],
  write: AnyWrite,
  at: At,
  input: unknown,
  isWanted: (planned: PlannedWrite) => boolean
): Effect.Effect<PlatformAnswers, Fails, SqlClient.SqlClient> =>
  Effect.gen(function* () {
    const ofWrite = yield* write.ask?.(at, input) ?? Effect.succeed(undefined)
    const planned = yield* planWrite(edits, write, at, input, { ofWrite, ofSteps: new Map() })
    const ofSteps = new Map<number, unknown>()
    if (planned.refusal !== null || !isWanted(planned)) return { ofWrite, ofSteps }
    let place = 0
    for (const { edit, plan } of stepsOf(planned)) {
      if (!plan.empty && edit.ask !== undefined) ofSteps.set(place, yield* edit.ask(at, plan))
      place++
    }
    return { ofWrite, ofSteps }
  })

export const busyProblem = (touched: ReadonlySet<string>, planned: PlannedWrite): Unavailable | null =>
  stepsOf(planned).some(({ plan }) => !plan.empty && plan.touches.some((thing) => touched.has(thing)))
    ? busy
    : null

const unasked = new Unavailable({
  retryAfter: 1,
  because:
    "What stood in the way of this change went away while it waited, and the ad platform was not asked yet."
})

/**
 * The platform is asked before the lock, of a plan that would go through. One that came to go through only under the
 * lock was not asked about, and must not pass for one that was; what stops spend need not wait for that.
 */
export const unaskedProblem = (answers: PlatformAnswers, planned: PlannedWrite): Unavailable | null =>
  stepsOf(planned).some(
    ({ edit, plan }, place) =>
      !plan.empty && !plan.stopsSpend && edit.ask !== undefined && !answers.ofSteps.has(place)
  )
    ? unasked
    : null
