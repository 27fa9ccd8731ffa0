import type * as SqlClient from "@effect/sql/SqlClient"
import { type Effect, Either } from "effect"
import type {
  ActionId,
  BudgetCapExceeded,
  Input,
  OperationName,
  Output,
  ServiceError
} from "../contract/index.ts"
import type { PlatformCheck } from "../platform/model/index.ts"
import type { BoundStatement } from "../storage/index.ts"
import type { AnyEdit, EditKind, EngineError, NotRestorable, PlanContext, Planned, Step } from "./edit.ts"
import type { Sentence } from "./sentence.ts"

/** The steps that an approver was shown, by action. */
export interface QueuedSteps {
  readonly actions: ReadonlyArray<{ readonly steps: ReadonlyArray<Step> }>
}

/** An action that an undo takes back. */
export interface UndoneAction {
  readonly action: ActionId
  readonly detail: string
  /** Whether it was undone before. */
  readonly undone: boolean
}

/** One action of a write, on one campaign: what would be logged together and undone together. */
export interface ActionPlan {
  readonly op: string
  readonly campaign: { readonly id: number; readonly slug: string } | null
  readonly source: "dashboard" | "engine"
  readonly steps: ReadonlyArray<Step>
  /** Then its steps are a way back: no action is made, and this one is marked. */
  readonly undoes?: UndoneAction
  /** False for what is no action: it stands in no log and has no undo, as the operation says. */
  readonly logged?: false
  /** What of it cannot be brought back. */
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

/** All that a write would do, with what the rules say of it. */
export interface PlannedWrite {
  readonly actions: ReadonlyArray<PlannedAction>
  /** A breach of the limits on money. */
  readonly limits: BudgetCapExceeded | null
  /** The first thing that stands in the way, limits included. */
  readonly refusal: ServiceError | null
  readonly stopsSpend: boolean
}

export const stepsOf = ({ actions }: Pick<PlannedWrite, "actions">): ReadonlyArray<PlannedStep> =>
  actions.flatMap(({ planned }) => planned)

/**
 * Whether a plan changes nothing. A step that only accompanies others (the status of a recommendation) is no reason to
 * carry them out.
 */
export const isEmptyPlan = (planned: Pick<PlannedWrite, "actions">): boolean => {
  const steps = stepsOf(planned)
  const own = steps.filter(({ edit }) => edit.accompanies !== true)
  return (own.length > 0 ? own : steps).every(({ plan }) => plan.empty)
}

/** The one action of a write that always makes just one. */
export const singleAction = <A>(actions: ReadonlyArray<A>): A => {
  const [one, ...more] = actions
  if (one === undefined || more.length > 0) throw new Error(`One action was expected, not ${actions.length}`)
  return one
}

/** Whether a step was planned by just this kind of edit: then its plan is of the sort that this kind makes. */
const isPlannedBy =
  <In, Plan extends Planned, Trace, PlatformRead>(kind: EditKind<In, Plan, Trace, PlatformRead>) =>
  (step: PlannedStep): step is PlannedStep & { readonly plan: Plan } =>
    step.edit === kind

/** The plans of one kind of edit, as that kind made them. */
export const plansOf = <In, Plan extends Planned, Trace, PlatformRead>(
  planned: Pick<PlannedWrite, "actions">,
  kind: EditKind<In, Plan, Trace, PlatformRead>
): ReadonlyArray<Plan> =>
  stepsOf(planned)
    .filter(isPlannedBy(kind))
    .map(({ plan }) => plan)

/** A step that was carried out. */
export interface ExecutedStep {
  readonly kind: string
  readonly version: number
  readonly sentence: Sentence
  readonly trace: unknown
}

export interface ExecutedAction {
  readonly action: ActionId
  /** Whether it was undone by this, rather than made. */
  readonly undone: boolean
  readonly campaign: number | null
  readonly lost: ReadonlyArray<NotRestorable>
  readonly steps: ReadonlyArray<ExecutedStep>
}

/** What a write did. Everything an answer needs is in here, since another process may have to give it. */
export interface WriteResult {
  readonly actions: ReadonlyArray<ExecutedAction>
  /** Background work that can be followed. */
  readonly task: number | null
  /** Whether the platform hears of it afterwards. */
  readonly syncPending: boolean
  /** Why the platform does not hear of it yet, and what to do. A write without a preview reports all warnings here. */
  readonly warnings?: ReadonlyArray<string>
}

/** The traces of one kind of edit, decoded. */
export const tracesOf = <In, Plan extends Planned, Trace, PlatformRead>(
  { actions }: WriteResult,
  kind: EditKind<In, Plan, Trace, PlatformRead>
): ReadonlyArray<Trace> =>
  actions.flatMap(({ steps }) =>
    steps.flatMap((step) =>
      // It was written by this very version or one that it knows: what cannot be read is a defect.
      step.kind === kind.kind ? [Either.getOrThrow(kind.decodeTrace(step.trace))] : []
    )
  )

/**
 * A guarded operation: which actions it makes, and what its preview and answer look like. (Methods, not functions, so
 * that writes of any input fit into one registry.)
 */
interface GuardedWrite<In, Out, PlatformRead> {
  /** Whether it, or any of its edits, asks the platform before the transaction; then it is planned twice. */
  readonly readsPlatform?: boolean
  /** What its actions read first: it is read together with the lock, and they find it with `at.once`. */
  preload?(organization: number, input: In): { readonly key: string; readonly statement: BoundStatement }
  /** Whether it is a way back: then how far one call may move a budget does not bind it. */
  readonly isUndo?: boolean
  /** Whether its answer carries all warnings of the plan, because no preview shows them before. */
  readonly warnsInAnswer?: true
  /** What its own actions need to know from the platform, before the transaction. */
  readPlatform?(
    context: PlanContext,
    input: In
  ): Effect.Effect<PlatformRead, EngineError, SqlClient.SqlClient>
  /**
   * `asked` is undefined where the platform was not asked, as for a preview. `kept` is the plan of the queued write that
   * is being approved: a write whose actions depend on data that others replace takes its steps from there.
   */
  actions(
    context: PlanContext,
    input: In,
    platformRead: PlatformRead | undefined,
    queued: QueuedSteps | undefined
  ): Effect.Effect<ReadonlyArray<ActionPlan>, EngineError, SqlClient.SqlClient>
  /** What a dry run shows of the plan, and an approver. `check` is the platform's own, where it was asked. */
  preview(planned: PlannedWrite, check: PlatformCheck | null): Readonly<Record<string, unknown>>
  /** The answer to a plan that changes nothing: no action, no quota. */
  unchanged(planned: PlannedWrite): Out
  output(done: WriteResult): Out
  /** Where the platform's refusal is an outcome to tell rather than an error. */
  declined?(done: WriteResult, reason: string): Out
}

/** The write of an operation, and what it asks the platform itself, where it does. */
export type Write<Name extends OperationName, PlatformRead = undefined> = GuardedWrite<
  Input<Name>,
  Output<Name>,
  PlatformRead
>

/** The same, with all of that out of sight: what the engine runs. */
export type AnyWrite = GuardedWrite<unknown, unknown, unknown>
