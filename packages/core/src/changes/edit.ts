import type * as SqlClient from "@effect/sql/SqlClient"
import type { SqlError } from "@effect/sql/SqlError"
import { type Effect, type Either, Schema } from "effect"
import type { ActionId, ServiceError } from "../contract/index.ts"
import type { PlatformChanges } from "../platform/model/index.ts"
import type { OrganizationClearance } from "../request/clearance.ts"
import type { BackgroundWork } from "./background-work.ts"
import type { BudgetMove } from "./guardrails/money.ts"
import type { OrganizationRules } from "./organization.ts"
import type { PlatformFirst } from "./platform-first.ts"
import type { Sentence } from "./sentence.ts"

/** Where and for whom something is planned. */
export interface PlanContext {
  readonly clearance: OrganizationClearance
  readonly rules: OrganizationRules
  /** What all daily budgets of the organization commit, reservations included. */
  readonly committed: number
  /** Reads something once for all edits of one planning: they see one picture, and it costs one read. */
  readonly readOnce: <A, E, R>(key: string, read: Effect.Effect<A, E, R>) => Effect.Effect<A, E, R>
}

/** An edit as data: it can be stored, and it can be the way back of another. */
export interface Step {
  readonly kind: string
  readonly version: number
  readonly input: unknown
}

/** All that the engine sees of a plan. */
export interface Planned {
  readonly sentence: Sentence
  /** From what to what, as data: what a preview_hash vouches for. */
  readonly hashedContent: unknown
  /** "campaign/17/budget": what conflicts with later actions, and what is busy while this is under way. */
  readonly affectedKeys: ReadonlyArray<string>
  /** What the money rules must know. */
  readonly moves: ReadonlyArray<BudgetMove>
  /** No quota, cap or launch check stops it, and its job goes first. */
  readonly stopsSpend: boolean
  readonly refusal: ServiceError | null
  /** Whether there is nothing to do. */
  readonly empty: boolean
}

/** How a plan reaches the platform: not at all, after the commit in the background, or before it counts here. */
export type Route =
  | { readonly to: "local" }
  | { readonly to: "after"; readonly work: ReadonlyArray<BackgroundWork> }
  | { readonly to: "first"; readonly account: string }

/** A change under way: what it will be known by. */
interface ApplyContext {
  /** The action that the edit is part of; for a way back the action that it undoes. */
  readonly action: ActionId
  readonly context: PlanContext
}

/** What of an edit can no longer be taken back, and why. */
export interface NotRestorable {
  readonly what: string
  readonly reason: string
}

/** What of a trace still is as the edit set it. */
export interface Restorable<Trace> {
  readonly standing: Trace | null
  readonly lost: ReadonlyArray<NotRestorable>
}

export type EngineError = ServiceError | SqlError
type Sql<A, E = SqlError> = Effect.Effect<A, E, SqlClient.SqlClient>

/**
 * One kind of edit: the smallest thing that can be done and taken back. The feature that owns the data owns the
 * whole of it; the engine runs it and knows none by name. (Methods, not functions, so that kinds of any input fit
 * into one registry.)
 */
export interface EditKind<In, Plan extends Planned, Trace, PlatformRead = unknown> {
  readonly kind: string
  readonly version: number
  decodeInput(stored: unknown): Either.Either<In, unknown>
  decodeTrace(stored: unknown): Either.Either<Trace, unknown>
  /** What only the platform can answer: asked before the transaction, of a plan that would go through. */
  readPlatform?(context: PlanContext, plan: Plan): Effect.Effect<PlatformRead, EngineError>
  /** Reads the present and says what would happen. Under the organization's lock when it counts. */
  plan(context: PlanContext, input: In, platformRead: PlatformRead | undefined): Sql<Plan, EngineError>
  /** What will probably go wrong, for previews and approvers. */
  warnings?(context: PlanContext, plan: Plan): Sql<ReadonlyArray<string>>
  /** The changes that the platform would receive, for its own check beforehand; null where the plan does not reach it. */
  platformChanges?(context: PlanContext, plan: Plan): Sql<PlatformChanges | null>
  /**
   * The error of a plan that must not be executed where the platform's own check refuses it, such as a launch. Null where
   * it is executed all the same: then the check only advises.
   */
  refusedThere?(plan: Plan, reason: string): ServiceError | null
  /** Of a plan that reaches the platform after the commit: why it waits and what to do; null where nothing keeps it. */
  waitReason?(plan: Plan): string | null
  /** Writes the plan down, inside the transaction; answers what it set and what was there. */
  apply(plan: Plan, applyContext: ApplyContext): Sql<Trace>
  /** Said of a plan once it is written down, since what it made may have to be named. */
  route(plan: Plan, trace: Trace): Route
  readonly platformFirst?: PlatformFirst<Trace>
  /** It tells of the other edits of its action: where none of them stands any more, neither does it. */
  readonly accompanies?: true
  /** Asked of the platform before an undo: why the trace no longer stands there, or null. */
  readDrift?(context: PlanContext, trace: Trace, since: string): Effect.Effect<string | null, SqlError>
  restorable(context: PlanContext, trace: Trace): Sql<Restorable<Trace>>
  /** "Daily budget of boiler-repair", for what cannot be brought back. */
  describe(context: PlanContext, trace: Trace): Sql<string>
  /** The way back, which is an edit like any other. */
  reverse(standing: Trace): Step
}

export type AnyEdit = EditKind<unknown, Planned, unknown>

type EditDefinition<In, InStored, Plan extends Planned, Trace, TraceStored, PlatformRead> = Omit<
  EditKind<In, Plan, Trace, PlatformRead>,
  "decodeInput" | "decodeTrace"
> & {
  readonly input: Schema.Schema<In, InStored>
  readonly trace: Schema.Schema<Trace, TraceStored>
}

/** Declares a kind of edit; what is stored of it is decoded by its schemas when it is read again. */
export const defineEdit = <In, InStored, Plan extends Planned, Trace, TraceStored, PlatformRead = unknown>({
  input,
  trace,
  ...rest
}: EditDefinition<In, InStored, Plan, Trace, TraceStored, PlatformRead>): EditKind<
  In,
  Plan,
  Trace,
  PlatformRead
> => ({
  ...rest,
  decodeInput: Schema.decodeUnknownEither(input),
  decodeTrace: Schema.decodeUnknownEither(trace)
})

/** An edit to be made. */
export const makeStep = <In, Plan extends Planned, Trace, PlatformRead>(
  { kind, version }: EditKind<In, Plan, Trace, PlatformRead>,
  input: In
): Step => ({ kind, version, input })
