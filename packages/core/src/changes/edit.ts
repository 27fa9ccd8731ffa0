import type * as SqlClient from "@effect/sql/SqlClient"
import type { SqlError } from "@effect/sql/SqlError"
import { Effect, type Either, Schema } from "effect"
import type { OrganizationRules } from "../access/organizations.ts"
import type { ActionId, ServiceError } from "../contract/index.ts"
import type { PlanReads } from "../log/read-actions.ts"
import type { Sentence } from "../log/sentence.ts"
import type { LinkedAccount } from "../platform/ad-accounts.ts"
import type { ReadFailure } from "../platform/errors.ts"
import type { Mutation, PlatformChanges, Ref } from "../platform/model.ts"
import type { KnownSettings } from "../platform/outside-changes.ts"
import type { deferStatements } from "../storage/index.ts"
import type { Queue } from "../tasks/queue.ts"
import type { QueueDefinition } from "../tasks/queue-definition.ts"
import type { TaskDefinition } from "../tasks/task-kinds.ts"
import { startTask } from "../tasks/tasks.ts"
import type { BudgetMove, Committed } from "./guardrails/money.ts"
import type { TrafficLoss } from "./guardrails/warnings.ts"

/** The change that background work follows. */
interface BackgroundWorkOrigin {
  readonly organization: number
  /** Null if the change is not an action. */
  readonly action: string | null
  readonly requestedBy: number
  readonly stopsSpend: boolean
}

/**
 * Work that follows a change in the background. It starts in the transaction of the change, so neither exists
 * without the other.
 */
export interface BackgroundWork {
  /** Edits with the same key start the work once. */
  readonly key: string
  /** Returns the id of the task, if the work is a task. */
  readonly start: (
    queue: Queue["Type"],
    origin: BackgroundWorkOrigin
  ) => Effect.Effect<number | null, SqlError, SqlClient.SqlClient>
}

/** Background work as a job without a task. */
export const backgroundJob = <Data extends object>(
  definition: QueueDefinition<Data>,
  data: Data
): BackgroundWork => ({
  key: JSON.stringify([definition.name, data]),
  start: (queue, { organization, stopsSpend }) =>
    Effect.as(queue.send(definition, data, { organization, stopsSpend }), null)
})

/** Background work as a task that the caller can poll. */
export const backgroundTask = <Input extends object>(
  definition: TaskDefinition<Input>,
  input: Input,
  /** The campaign of the task, if it has one. */
  campaign: number | null
): BackgroundWork => ({
  key: JSON.stringify([definition.type, input, campaign]),
  start: (queue, origin) => startTask(queue, definition, { ...origin, input, campaign })
})

/** Starts the background work of an action, once per key. Returns the id of its task, if there is one. */
export const startBackgroundWork = Effect.fnUntraced(function* (
  queue: Queue["Type"],
  work: ReadonlyArray<BackgroundWork>,
  origin: BackgroundWorkOrigin
) {
  let task: number | null = null
  for (const one of new Map(work.map((one) => [one.key, one])).values()) {
    task = (yield* one.start(queue, origin)) ?? task
  }
  return task
})

/**
 * The organization, rules and caller that a plan is made for, and its reader: all edits of a plan see the same
 * state, at the cost of one read.
 */
export interface PlanContext extends PlanReads {
  readonly rules: OrganizationRules
  /** What counts under the organization's cap, reservations included. */
  readonly committed: Committed
}

/** An edit as data. It can be stored, and it can be the undo of another edit. */
export interface Step {
  readonly kind: string
  readonly version: number
  readonly input: unknown
}

/** The part of a plan that the engine uses. */
export interface Planned {
  readonly sentence: Sentence
  /** The state before and after, as data, which the preview_hash covers. */
  readonly hashedContent: unknown
  /**
   * For example "campaign/17/budget". Later actions with the same key conflict, and the key is busy while the
   * write is in progress.
   */
  readonly affectedKeys: ReadonlyArray<string>
  /** The budget moves that the money rules check. */
  readonly moves: ReadonlyArray<BudgetMove>
  /** The traffic that it would stop, of exclusions and paused keywords. */
  readonly loss?: TrafficLoss
  /** No quota, cap or launch check stops it, and its job has priority. */
  readonly stopsSpend: boolean
  readonly refusal: ServiceError | null
  /** Whether the plan has nothing to do. */
  readonly empty: boolean
}

/** How a plan reaches the platform: not at all, after the commit in the background, or before the commit. */
export type Route =
  | {
      readonly to: "local" /** Work that the platform does not see. */
      readonly work?: ReadonlyArray<BackgroundWork>
    }
  | { readonly to: "after"; readonly work: ReadonlyArray<BackgroundWork> }
  | { readonly to: "first"; readonly account: string }

/** The ids of the change that is being applied. */
interface ApplyContext {
  /** The action that the edit belongs to; for an undo, the action that it undoes. */
  readonly action: ActionId
  readonly context: PlanContext
  /** Runs statements whose rows nobody needs. The commit waits for them and fails with their error. */
  readonly write: typeof deferStatements
}

/** A part of an edit that can no longer be undone, and the reason. */
export interface NotRestorable {
  readonly what: string
  readonly reason: string
}

/** The part of a trace that is still as the edit set it. */
export interface Restorable<Trace> {
  readonly standing: Trace | null
  readonly lost: ReadonlyArray<NotRestorable>
}

export type EngineError = ServiceError | SqlError
type Sql<A, E = SqlError> = Effect.Effect<A, E, SqlClient.SqlClient>

/** A trace with its new sentence, if less was left to do than planned. */
interface UpdatedStep<Trace> {
  readonly trace: Trace
  readonly sentence: Sentence
}

/**
 * How an edit that the platform must do first is finished. Edits of one account are sent in one request,
 * which the platform applies completely or not at all. Every method is idempotent.
 */
export interface PlatformFirst<Trace, Remote = unknown> {
  /** The input field that the platform's refusal concerns. */
  readonly field: string
  /** Reads the platform's current state of the edit. */
  readRemote(
    account: LinkedAccount,
    organization: number,
    trace: Trace
  ): Effect.Effect<Remote, ReadFailure | SqlError>
  /**
   * Before anything is sent: removes items that already exist in the platform, because others created them.
   */
  excludeExisting?(organization: number, trace: Trace, remote: Remote): Sql<UpdatedStep<Trace> | null>
  /** Returns the mutations that are still to be sent; none if the platform has all items. */
  missing(trace: Trace, remote: Remote): ReadonlyArray<Mutation>
  /**
   * Completes the edit in the transaction that settles it. `refs` are the resource names of the missing
   * items.
   */
  complete(organization: number, trace: Trace, remote: Remote, refs: ReadonlyArray<Ref>): Sql<Trace>
  /** Discards the edit in the transaction that settles it, once it has certainly not been done. */
  discard(organization: number, trace: Trace): Sql<void>
}

/** A step in progress, with the platform's current state of it. */
export interface PlatformStep {
  readonly first: PlatformFirst<unknown>
  readonly trace: unknown
  readonly remote: unknown
}

/** What names a kind of edit, and decodes what is stored of it. */
interface EditIdentity<In, Trace> {
  readonly kind: string
  readonly version: number
  decodeInput(stored: unknown): Either.Either<In, unknown>
  decodeTrace(stored: unknown): Either.Either<Trace, unknown>
}

/**
 * One kind of edit: the smallest unit that can be executed and undone. The feature that owns the data owns
 * the kind; the engine runs it and refers to none by name. (Methods, not functions, so kinds of any input fit
 * into one registry.)
 */
interface EditKind<In, Plan extends Planned, Trace, PlatformRead = unknown> extends EditIdentity<In, Trace> {
  /** Reads what only the platform knows, before the transaction, for a plan that passes the rules. */
  readPlatform?(context: PlanContext, plan: Plan): Effect.Effect<PlatformRead, EngineError>
  /**
   * Reads the current state and plans the edit. Runs under the organization's lock when the plan is executed.
   */
  plan(context: PlanContext, input: In, platformRead: PlatformRead | undefined): Sql<Plan, EngineError>
  /** Warnings about likely problems, for previews and approvers. */
  warnings?(context: PlanContext, plan: Plan): Sql<ReadonlyArray<string>>
  /**
   * The mutations that the platform would receive, for its own check; null if the plan does not reach the
   * platform.
   */
  platformChanges?(context: PlanContext, plan: Plan): Sql<PlatformChanges | null>
  /** What the service knows of the settings that the plan would write; null if it reaches no campaign there. */
  knownSettings?(context: PlanContext, plan: Plan): KnownSettings | null
  /**
   * The error if the platform's check refuses a plan that must then not be executed, such as a launch. Null
   * if the check only advises.
   */
  refusedThere?(plan: Plan, reason: string): ServiceError | null
  /**
   * Why a plan that reaches the platform after the commit waits, and what to do; null if nothing delays it.
   */
  waitReason?(plan: Plan): string | null
  /**
   * Writes the plan to the database, inside the transaction. Returns the trace: the value it set and the one
   * before.
   */
  apply(plan: Plan, applyContext: ApplyContext): Sql<Trace>
  /** The route of a plan, given its trace, because the route may name rows that the edit created. */
  route(plan: Plan, trace: Trace): Route
  readonly platformFirst?: PlatformFirst<Trace>
  /** The edit describes the other edits of its action: if none of them stands, it does not either. */
  readonly accompanies?: true
  /** Whether its undo restores the campaign itself, so that it can be undone on a discarded one. */
  readonly restoresCampaign?: true
  /** Reads from the platform before an undo why the trace no longer stands there; null if it does. */
  readDrift?(context: PlanContext, trace: Trace): Sql<string | null>
  restorable(context: PlanContext, trace: Trace): Sql<Restorable<Trace>>
  /** For example "Daily budget of boiler-repair", for parts that cannot be restored. */
  describe(context: PlanContext, trace: Trace): Sql<string>
  /** The undo, which is an edit like any other. */
  reverse(standing: Trace): Step
}

export type AnyEdit = EditKind<unknown, Planned, unknown>

type EditRules<In, Plan extends Planned, Trace, PlatformRead> = Omit<
  EditKind<In, Plan, Trace, PlatformRead>,
  keyof EditIdentity<In, Trace>
>

interface EditSchemas<In, InStored, Trace, TraceStored> {
  readonly kind: string
  readonly version: number
  readonly input: Schema.Schema<In, InStored>
  readonly trace: Schema.Schema<Trace, TraceStored>
}

/** A kind of edit as operations name it, to make its steps and to find its plans and traces. */
export interface DeclaredEdit<In, Plan extends Planned, Trace, PlatformRead = unknown, R = never>
  extends EditIdentity<In, Trace> {
  /** Acquires the services of its rules, once. */
  readonly make: Effect.Effect<EditKind<In, Plan, Trace, PlatformRead>, never, R>
}

/** Declares a kind of edit whose rules use services. Its schemas decode stored inputs and traces. */
export const defineEditWith = <
  In,
  InStored,
  Plan extends Planned,
  Trace,
  TraceStored,
  PlatformRead = unknown,
  R = never
>(
  { input, kind, trace, version }: EditSchemas<In, InStored, Trace, TraceStored>,
  rules: Effect.Effect<EditRules<In, Plan, Trace, PlatformRead>, never, R>
): DeclaredEdit<In, Plan, Trace, PlatformRead, R> => {
  const identity: EditIdentity<In, Trace> = {
    kind,
    version,
    decodeInput: Schema.decodeUnknownEither(input),
    decodeTrace: Schema.decodeUnknownEither(trace)
  }
  return { ...identity, make: Effect.map(rules, (rules) => ({ ...rules, ...identity })) }
}

/** Declares a kind of edit. */
export const defineEdit = <In, InStored, Plan extends Planned, Trace, TraceStored, PlatformRead = unknown>({
  input,
  kind,
  trace,
  version,
  ...rules
}: EditSchemas<In, InStored, Trace, TraceStored> & EditRules<In, Plan, Trace, PlatformRead>): DeclaredEdit<
  In,
  Plan,
  Trace,
  PlatformRead
> =>
  defineEditWith(
    { kind, version, input, trace },
    Effect.succeed(rules as EditRules<In, Plan, Trace, PlatformRead>)
  )

/** Creates a step of an edit kind. */
export const makeStep = <In>({ kind, version }: EditIdentity<In, unknown>, input: In): Step => ({
  kind,
  version,
  input
})
