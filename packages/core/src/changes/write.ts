import { hash } from "node:crypto"
import type * as SqlClient from "@effect/sql/SqlClient"
import canonicalize from "canonicalize"
import { type Effect, Either, Schema } from "effect"
import {
  type ActionId,
  type BudgetCapExceeded,
  type Input,
  idempotentInput,
  type OperationName,
  type Output,
  type ServiceError,
  ValidationError,
  type WarningCode,
  type WriteDeclaration
} from "../contract/index.ts"
import type { ExecutedStep } from "../log/action-log.ts"
import { renderSentence } from "../log/sentence.ts"
import type { PlatformCheck } from "../platform/model.ts"
import type { Caller } from "../request/caller.ts"
import type { OrganizationClearance } from "../request/clearance.ts"
import type { BoundStatement } from "../storage/index.ts"
import type { AnyEdit, DeclaredEdit, EngineError, NotRestorable, PlanContext, Planned, Step } from "./edit.ts"
import type { BudgetMove } from "./guardrails/money.ts"
import type { CodedWarning } from "./guardrails/warnings.ts"

/**
 * Returns the SHA-256 over values as canonical JSON (RFC 8785), in which the order of fields does not matter.
 */
export const fingerprint = (...parts: ReadonlyArray<unknown>): Buffer =>
  hash("sha256", canonicalize(JSON.parse(JSON.stringify(parts))) ?? "", "buffer")

/** The input fields that every write accepts. */
export interface CommonInput {
  readonly dry_run?: boolean
  readonly preview_hash?: string
  readonly idempotency_key?: string
  readonly comment?: string
}

/** A write to execute: its parameters, its caller, and its idempotency key. */
export interface WriteRequest {
  readonly operation: WriteDeclaration
  readonly clearance: OrganizationClearance
  /**
   * The decoded input, without fields that only control the call and without the organization, which is
   * already resolved.
   */
  readonly parameters: Readonly<Record<string, unknown>>
  readonly fingerprint: Buffer
  readonly idempotencyKey: string | null
  readonly previewHash: string | null
  /** The requester's reason. The same write with another reason is the same write. */
  readonly comment: string | null
}

const isIdempotent = Schema.is(Schema.Struct(idempotentInput))

/** Why an input cannot become a write; null if it can. Operations are decoded before, but forms of pages are not. */
export const idempotencyKeyProblem = (input: CommonInput): ValidationError | null =>
  isIdempotent(input)
    ? null
    : new ValidationError({
        fields: [{ path: "idempotency_key", message: "must be one line of 1 to 255 characters" }]
      })

export const toWriteRequest = (
  operation: WriteDeclaration,
  clearance: OrganizationClearance,
  input: CommonInput & Readonly<Record<string, unknown>>
): WriteRequest => {
  const {
    comment,
    dry_run: _,
    idempotency_key: key,
    org: __,
    preview_hash: previewHash,
    ...parameters
  } = input
  return {
    operation,
    clearance,
    parameters,
    fingerprint: fingerprint(operation.name, clearance.organization.id, parameters),
    idempotencyKey: key ?? null,
    previewHash: previewHash ?? null,
    comment: comment ?? null
  }
}

/** The steps that an approver saw, by action. */
export interface QueuedSteps {
  readonly actions: ReadonlyArray<{ readonly steps: ReadonlyArray<Step> }>
}

/** An action that an undo reverses. */
export interface UndoneAction {
  readonly action: ActionId
  readonly detail: string
  /** Whether it was undone before. */
  readonly undone: boolean
  /** Whether the undo reverses all actions of a write, as far as it can. */
  readonly whole?: true
  /** How many other actions of its write stand, of an undo of this action alone. */
  readonly others?: number
  /** Why this action stays, although others of its write are undone. */
  readonly left?: string
}

/** One action of a write, on one campaign, which is logged and undone as a unit. */
export interface ActionPlan {
  readonly op: string
  readonly campaign: { readonly id: number; readonly slug: string } | null
  readonly source: "dashboard" | "engine"
  readonly steps: ReadonlyArray<Step>
  /** Set if the steps are an undo: no action is created, and this one is marked as undone. */
  readonly undoes?: UndoneAction
  /** False for a write that is not an action: it is not logged and has no undo, as the operation declares. */
  readonly logged?: false
  /** Set if a background task completes it: until then it is neither listed nor undone. The task knows its id. */
  readonly completedByTask?: true
  /** The parts that cannot be restored. */
  readonly lost?: ReadonlyArray<NotRestorable>
}

export interface PlannedStep {
  readonly step: Step
  readonly edit: AnyEdit
  readonly plan: Planned
}

export interface PlannedAction extends ActionPlan {
  readonly planned: ReadonlyArray<PlannedStep>
}

/** Everything a write would do, with the verdict of the rules. */
export interface PlannedWrite {
  readonly actions: ReadonlyArray<PlannedAction>
  /** The exceeded budget limits. */
  readonly limits: BudgetCapExceeded | null
  /** The first problem, limits included. */
  readonly refusal: ServiceError | null
  /** The warnings that count. */
  readonly codedWarnings: ReadonlyArray<CodedWarning>
  readonly stopsSpend: boolean
}

export const stepsOf = ({ actions }: Pick<PlannedWrite, "actions">): ReadonlyArray<PlannedStep> =>
  actions.flatMap(({ planned }) => planned)

/**
 * Returns the one-sentence summary that the approver reads: the requester, then the change, budget changes
 * first.
 */
export const summaryOf = (planned: PlannedWrite): string =>
  planned.actions
    .filter(({ undoes }) => undoes?.left === undefined)
    .map(({ campaign, planned: steps, undoes }) => {
      const sentences = steps
        .filter(({ plan }) => !plan.empty)
        .toSorted((a, b) => b.plan.moves.length - a.plan.moves.length)
        .map(({ plan }) => renderSentence(plan.sentence))
        .join("; ")
      const what = `${campaign?.slug ?? "the organization"}: ${sentences}`
      return undoes === undefined ? what : `Undo ${JSON.stringify(undoes.detail)} on ${what}`
    })
    .join(" · ")

/** The budget moves of a write. */
export const movesOf = (planned: PlannedWrite): ReadonlyArray<BudgetMove> => movesOfSteps(stepsOf(planned))

export const movesOfSteps = (steps: ReadonlyArray<PlannedStep>): ReadonlyArray<BudgetMove> =>
  steps.flatMap(({ plan }) => (plan.empty ? [] : plan.moves))

/**
 * Whether a plan changes nothing. A step that only accompanies others (the status of a recommendation) does
 * not count.
 */
export const isEmptyPlan = (planned: Pick<PlannedWrite, "actions">): boolean => {
  const steps = stepsOf(planned)
  const own = steps.filter(({ edit }) => edit.accompanies !== true)
  return (own.length > 0 ? own : steps).every(({ plan }) => plan.empty)
}

/** Returns the action of a write that always has exactly one. */
export const singleAction = <A>(actions: ReadonlyArray<A>): A => {
  const [one, ...more] = actions
  if (one === undefined || more.length > 0) throw new Error(`One action was expected, not ${actions.length}`)
  return one
}

/** Whether a step was planned by this kind of edit, so that its plan has this kind's type. */
const isPlannedBy =
  <In, Plan extends Planned, Trace, PlatformRead, R>({
    kind,
    version
  }: DeclaredEdit<In, Plan, Trace, PlatformRead, R>) =>
  (step: PlannedStep): step is PlannedStep & { readonly plan: Plan } =>
    step.edit.kind === kind && step.edit.version === version

/** Returns the plans of one kind of edit. */
export const plansOf = <In, Plan extends Planned, Trace, PlatformRead, R>(
  planned: Pick<PlannedWrite, "actions">,
  edit: DeclaredEdit<In, Plan, Trace, PlatformRead, R>
): ReadonlyArray<Plan> =>
  stepsOf(planned)
    .filter(isPlannedBy(edit))
    .map(({ plan }) => plan)

export interface ExecutedAction {
  readonly action: ActionId
  /** Whether this write undid the action rather than created it. */
  readonly undone: boolean
  readonly campaign: number | null
  readonly lost: ReadonlyArray<NotRestorable>
  readonly steps: ReadonlyArray<ExecutedStep>
}

/** What an undo of a whole write did with one of its actions. */
export interface UndoOutcome {
  readonly action: ActionId
  readonly campaign: string | null
  /** Why it stays; absent if it is undone. */
  readonly left?: string
}

/** The result of a write. It has all data of the response, because another process may have to send it. */
export interface WriteResult {
  readonly actions: ReadonlyArray<ExecutedAction>
  /** The actions that were executed at once, while `actions` waited for the platform: only an undo mixes them. */
  readonly settled?: ReadonlyArray<ExecutedAction>
  /** Of an undo of a whole write: all its actions, the named one first. */
  readonly undoes?: ReadonlyArray<UndoOutcome>
  /** The task of the background work, if there is one. */
  readonly task: number | null
  /** Whether the platform receives the change after the commit. */
  readonly syncPending: boolean
  /**
   * Why the platform does not receive the change yet, and what to do; and the warnings that count. A write without a
   * preview reports all warnings here.
   */
  readonly warnings?: ReadonlyArray<string>
  /** The codes of the warnings that count. */
  readonly warningCodes?: ReadonlyArray<WarningCode>
}

/** Returns the warnings of an executed change, as its response carries them. */
export const warningsIn = ({ warningCodes, warnings }: WriteResult) => ({
  ...(warnings === undefined ? {} : { warnings }),
  ...(warningCodes === undefined ? {} : { warning_codes: warningCodes })
})

/** Returns the decoded traces of one kind of edit. */
export const tracesOf = <In, Plan extends Planned, Trace, PlatformRead, R>(
  { actions }: WriteResult,
  kind: DeclaredEdit<In, Plan, Trace, PlatformRead, R>
): ReadonlyArray<Trace> =>
  actions.flatMap(({ steps }) =>
    steps.flatMap((step) =>
      // This version, or one that it knows, wrote the trace, so a decoding failure is a defect.
      step.kind === kind.kind ? [Either.getOrThrow(kind.decodeTrace(step.trace))] : []
    )
  )

/**
 * A guarded operation: the actions it makes, its preview and its response. (Methods, not functions, so writes
 * of any input fit into one registry.)
 */
interface GuardedWrite<In, Out, PlatformRead> {
  /**
   * Whether the write or one of its edits reads from the platform before the transaction; it is then planned
   * twice.
   */
  readonly readsPlatform?: boolean
  /** Whether a preview needs `readPlatform` too. */
  readonly previewReadsPlatform?: true
  /** What its actions read first. The engine reads it together with the lock. */
  reads?(organization: number, input: In, caller: Caller): ReadonlyArray<BoundStatement>
  /** Whether it is an undo, which the per-call budget limit does not apply to. */
  readonly isUndo?: boolean
  /** Whether the per-call budget limit does not apply to an input, because an owner confirmed it. */
  pastPerCallLimit?(input: In): boolean
  /** Whether its response carries all warnings of the plan, because it has no preview. */
  readonly warnsInAnswer?: true
  /** Reads what its own actions need from the platform, before the transaction. */
  readPlatform?(
    context: PlanContext,
    input: In
  ): Effect.Effect<PlatformRead, EngineError, SqlClient.SqlClient>
  /**
   * `platformRead` is undefined if the platform was not read, as in most previews. `queued` is the plan of the queued
   * write that is being approved: a write whose actions depend on replaceable data takes its steps from it.
   */
  actions(
    context: PlanContext,
    input: In,
    platformRead: PlatformRead | undefined,
    queued: QueuedSteps | undefined
  ): Effect.Effect<ReadonlyArray<ActionPlan>, EngineError, SqlClient.SqlClient>
  /**
   * Returns what a dry run and an approver see of the plan. `check` is the platform's verdict, if it was
   * requested.
   */
  preview(planned: PlannedWrite, check: PlatformCheck | null): Readonly<Record<string, unknown>>
  /** Returns the response to a plan that changes nothing: no action, no quota. */
  unchanged(planned: PlannedWrite): Out
  output(done: WriteResult): Out
  /** Returns the response if the platform's refusal is an outcome rather than an error. */
  declined?(done: WriteResult, reason: string): Out
}

/** The write of an operation, and the type of its platform read, if it has one. */
export type Write<Name extends OperationName, PlatformRead = undefined> = GuardedWrite<
  Input<Name>,
  Output<Name>,
  PlatformRead
>

/** A write without its type parameters, as the engine runs it. */
export type AnyWrite = GuardedWrite<unknown, unknown, unknown>
