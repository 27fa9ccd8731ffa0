import type * as SqlClient from "@effect/sql/SqlClient"
import canonicalize from "canonicalize"
import { Effect } from "effect"
import { type OrganizationRules, readRules, rulesOf } from "../access/organizations.ts"
import { BudgetCapExceeded, Unavailable } from "../contract/index.ts"
import { readFirstRaises } from "../log/action-log.ts"
import type { OrganizationClearance } from "../request/clearance.ts"
import { makePlanningReader, type PlanningReader } from "../storage/index.ts"
import type { EngineError, PlanContext, Step } from "./edit.ts"
import { type BudgetMove, type Committed, moneyProblem } from "./guardrails/money.ts"
import { undoRefusal } from "./guardrails/refused-undo.ts"
import { type CodedWarning, isRaise, lossWarnings, raiseWarning } from "./guardrails/warnings.ts"
import type { BudgetCommitments } from "./organization.ts"
import type { Edits } from "./registries.ts"
import {
  type AnyWrite,
  movesOfSteps,
  type PlannedAction,
  type PlannedStep,
  type PlannedWrite,
  type QueuedSteps,
  stepsOf,
  type WriteRequest
} from "./write.ts"

/** The platform's response for a step, and the affected keys of the plan it was read for. */
interface StepRead {
  readonly affectedKeys: ReadonlyArray<string>
  readonly value: unknown
}

/** What was read from the platform before the transaction, for the write and for each of its steps. */
export interface PlatformReads {
  readonly ofWrite: unknown
  /** Keyed by the step's content, not its index: under the lock a write may have other steps than before. */
  readonly ofSteps: ReadonlyMap<string, StepRead>
}
export const noPlatformReads: PlatformReads = { ofWrite: undefined, ofSteps: new Map() }

/** The canonical JSON of a step: equal steps have equal keys. */
const stepKey = ({ input, kind, version }: Step): string => canonicalize([kind, version, input]) ?? ""

/** Returns the platform's response for a step. Skips computing the key if nothing was read. */
const stepReadOf = ({ ofSteps }: PlatformReads, step: Step): StepRead | undefined =>
  ofSteps.size === 0 ? undefined : ofSteps.get(stepKey(step))

export const makePlanContext = (
  clearance: OrganizationClearance,
  rules: OrganizationRules,
  committed: Committed,
  reader: PlanningReader
): PlanContext => ({ clearance, rules, committed, ...reader })

/** Reads the plan context without the lock, for previews and for platform reads before the transaction. */
export const readPlanContext = (
  commitments: BudgetCommitments["Type"],
  { clearance, parameters }: Pick<WriteRequest, "clearance" | "parameters">,
  write: Pick<AnyWrite, "reads">,
  queuedWriteId: string | null
) =>
  Effect.gen(function* () {
    const { id } = clearance.organization
    const reader = makePlanningReader()
    const [[rules], [committed]] = yield* reader.read(
      readRules(id),
      commitments.read(id, queuedWriteId),
      ...(write.reads?.(id, parameters, clearance.caller) ?? [])
    )
    return makePlanContext(clearance, rulesOf(rules!), committed!, reader)
  })

const busy = new Unavailable({
  retryAfter: 2,
  because: "Another change of the same setting is still being sent to the ad platform."
})

/** Whether the per-call budget limit applies to a write: not to an undo, nor past an owner's confirmation. */
const hasPerCallLimit = (write: AnyWrite, input: unknown): boolean =>
  write.isUndo !== true && write.pastPerCallLimit?.(input) !== true

/** Returns the limits that these budget moves exceed together, or null. */
export const exceededLimits = (
  { clearance, committed, rules }: PlanContext,
  moves: ReadonlyArray<BudgetMove>,
  options: { readonly perCall: boolean }
): BudgetCapExceeded | null => {
  const figures = moneyProblem(moves, { ...rules, committed }, options)
  const { currency } = clearance.organization
  return figures === null ? null : new BudgetCapExceeded({ ...figures, currency })
}

/** Returns the first refused step's reason, else the problem of all steps together. */
const applyRules = (
  write: AnyWrite,
  input: unknown,
  context: PlanContext,
  actions: ReadonlyArray<PlannedAction>,
  codedWarnings: ReadonlyArray<CodedWarning>
): PlannedWrite => {
  const steps = stepsOf({ actions }).filter(({ plan }) => !plan.empty)
  const moves = steps.flatMap(({ plan }) => plan.moves)
  const limits = exceededLimits(context, moves, { perCall: hasPerCallLimit(write, input) })
  const ownRefusal = steps.find(({ plan }) => plan.refusal !== null)?.plan.refusal ?? null
  const refusal = ownRefusal ?? limits
  return {
    actions,
    limits,
    refusal: refusal !== null && write.isUndo === true ? undoRefusal(refusal, steps) : refusal,
    codedWarnings,
    stopsSpend: steps.length > 0 && steps.every(({ plan }) => plan.stopsSpend)
  }
}

/** Returns the warnings about raises that continue earlier ones of the same credential. Most writes raise nothing. */
const raiseWarnings = Effect.fnUntraced(function* (
  { clearance, read, rules }: PlanContext,
  actions: ReadonlyArray<PlannedAction>
) {
  const raises = movesOfSteps(stepsOf({ actions })).filter(isRaise)
  const campaigns = raises.flatMap(({ campaign }) => campaign ?? [])
  if (campaigns.length === 0) return []
  const { caller, organization } = clearance
  const [rows] = yield* read(readFirstRaises(organization.id, campaigns, caller))
  const limits = { changeLimitPercent: rules.changeLimitPercent, currency: organization.currency }
  return raises.flatMap((raise) => {
    const first = rows.find(({ campaign }) => campaign === raise.campaign)
    return first === undefined ? [] : (raiseWarning(raise, first.from, limits) ?? [])
  })
})

/** Returns the warnings that count, each once. An undo raises nothing: it restores. */
const codedWarningsOf = Effect.fnUntraced(function* (
  write: AnyWrite,
  context: PlanContext,
  actions: ReadonlyArray<PlannedAction>
) {
  const losses = actions.flatMap(({ campaign, planned }) =>
    lossWarnings(
      planned.flatMap(({ plan }) => (plan.empty ? [] : (plan.loss ?? []))),
      actions.length > 1 ? (campaign?.slug ?? null) : null
    )
  )
  const raises = write.isUndo === true ? [] : yield* raiseWarnings(context, actions)
  return [...new Map([...losses, ...raises].map((warning) => [warning.text, warning])).values()]
})

/**
 * Plans a write. Dry run, execution, approval and undo share this plan, so the preview equals the execution.
 */
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
  const codedWarnings = yield* codedWarningsOf(write, context, actions)
  return applyRules(write, input, context, actions, codedWarnings)
})

/**
 * Reads from the platform what a plan needs, if the plan passes the rules. `check` fails if the platform
 * would refuse a plan that must then not start.
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

/** Returns an error if a step affects a key that another write in progress holds. */
export const busyProblem = (busyKeys: ReadonlySet<string>, planned: PlannedWrite): Unavailable | null =>
  stepsOf(planned).some(
    ({ plan: { affectedKeys, empty } }) => !empty && affectedKeys.some((key) => busyKeys.has(key))
  )
    ? busy
    : null

const platformNotRead = new Unavailable({
  retryAfter: 1,
  because:
    "What this change would do became another while it waited, and the ad platform was not asked about that yet."
})

/** Whether the platform was read for this step with the same affected keys. */
const wasRead = (platformReads: PlatformReads, { plan, step }: PlannedStep): boolean => {
  const readKeys = stepReadOf(platformReads, step)?.affectedKeys
  return (
    readKeys?.length === plan.affectedKeys.length && readKeys.every((key, n) => key === plan.affectedKeys[n])
  )
}

/**
 * The platform is read before the lock, for a plan that passes the rules then. A step that passes only under
 * the lock was not read, so the write must be retried. A step that stops spend does not need the read.
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
