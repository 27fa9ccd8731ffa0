import type * as SqlClient from "@effect/sql/SqlClient"
import type { SqlError } from "@effect/sql/SqlError"
import { type Effect, type Either, Schema } from "effect"
import type { ActionId, ServiceError } from "../contract/index.ts"
import type { OrganizationClearance } from "../pipeline/clearance.ts"
import type { AfterWork } from "./after.ts"
import type { BudgetMove } from "./guardrails/money.ts"
import type { OrganizationRules } from "./organization.ts"
import type { PlatformChanges } from "./platform-check.ts"
import type { PlatformFirst } from "./platform-first.ts"
import type { Sentence } from "./sentence.ts"

/** Where and for whom something is planned. */
export interface At {
  readonly clearance: OrganizationClearance
  readonly rules: OrganizationRules
  /** What all daily budgets of the organization commit, reservations included. */
  readonly committed: number
  /** Reads something once for all edits of one planning: they see one picture, and it costs one read. */
  readonly once: <A, E, R>(key: string, read: Effect.Effect<A, E, R>) => Effect.Effect<A, E, R>
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
  readonly essence: unknown
  /** "campaign/17/budget": what conflicts with later actions, and what is busy while this is under way. */
  readonly touches: ReadonlyArray<string>
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
  | { readonly to: "after"; readonly work: ReadonlyArray<AfterWork> }
  | { readonly to: "first"; readonly account: string }

/** A change under way: what it will be known by. */
interface Act {
  /** The action that the edit is part of; for a way back the action that it undoes. */
  readonly action: ActionId
  readonly at: At
}

/** What of an edit can no longer be taken back, and why. */
export interface NotRestorable {
  readonly what: string
  readonly reason: string
}

/** What of a trace still is as the edit set it. */
export interface Restorable<Trace> {
  readonly stands: Trace | null
  readonly lost: ReadonlyArray<NotRestorable>
}

export type Fails = ServiceError | SqlError
type Sql<A, E = SqlError> = Effect.Effect<A, E, SqlClient.SqlClient>

/**
 * One kind of edit: the smallest thing that can be done and taken back. The feature that owns the data owns the
 * whole of it; the engine runs it and knows none by name. (Methods, not functions, so that kinds of any input fit
 * into one registry.)
 */
export interface EditKind<In, Plan extends Planned, Trace, Seen = unknown> {
  readonly kind: string
  readonly version: number
  decodeInput(stored: unknown): Either.Either<In, unknown>
  decodeTrace(stored: unknown): Either.Either<Trace, unknown>
  /** What only the platform can answer: asked before the transaction, of a plan that would go through. */
  ask?(at: At, plan: Plan): Effect.Effect<Seen, Fails>
  /** Reads the present and says what would happen. Under the organization's lock when it counts. */
  plan(at: At, input: In, seen: Seen | undefined): Sql<Plan, Fails>
  /** What will probably go wrong, for previews and approvers. */
  warnings?(at: At, plan: Plan): Sql<ReadonlyArray<string>>
  /** The changes that the platform would receive, for its own check beforehand; null where the plan does not reach it. */
  platformChanges?(at: At, plan: Plan): Sql<PlatformChanges | null>
  /**
   * The error of a plan that must not be executed where the platform's own check refuses it, such as a launch. Null where
   * it is executed all the same: then the check only advises.
   */
  refusedThere?(plan: Plan, reason: string): ServiceError | null
  /** Of a plan that reaches the platform after the commit: why it waits and what to do; null where nothing keeps it. */
  waits?(plan: Plan): string | null
  /** Writes the plan down, inside the transaction; answers what it set and what was there. */
  apply(plan: Plan, act: Act): Sql<Trace>
  /** Said of a plan once it is written down, since what it made may have to be named. */
  route(plan: Plan, trace: Trace): Route
  readonly first?: PlatformFirst<Trace>
  /** It tells of the other edits of its action: where none of them stands any more, neither does it. */
  readonly accompanies?: true
  /** Asked of the platform before an undo: why the trace no longer stands there, or null. */
  askDrift?(at: At, trace: Trace, since: string): Effect.Effect<string | null, SqlError>
  restorable(at: At, trace: Trace): Sql<Restorable<Trace>>
  /** "Daily budget of boiler-repair", for what cannot be brought back. */
  describe(at: At, trace: Trace): Sql<string>
  /** The way back, which is an edit like any other. */
  reverse(stands: Trace): Step
}

export type AnyEdit = EditKind<unknown, Planned, unknown>

type Declared<In, InStored, Plan extends Planned, Trace, TraceStored, Seen> = Omit<
  EditKind<In, Plan, Trace, Seen>,
  "decodeInput" | "decodeTrace"
> & {
  readonly input: Schema.Schema<In, InStored>
  readonly trace: Schema.Schema<Trace, TraceStored>
}

/** Declares a kind of edit; what is stored of it is decoded by its schemas when it is read again. */
export const edit = <In, InStored, Plan extends Planned, Trace, TraceStored, Seen = unknown>({
  input,
  trace,
  ...rest
}: Declared<In, InStored, Plan, Trace, TraceStored, Seen>): EditKind<In, Plan, Trace, Seen> => ({
  ...rest,
  decodeInput: Schema.decodeUnknownEither(input),
  decodeTrace: Schema.decodeUnknownEither(trace)
})

/** An edit to be made. */
export const step = <In, Plan extends Planned, Trace, Seen>(
  { kind, version }: EditKind<In, Plan, Trace, Seen>,
  input: In
): Step => ({ kind, version, input })
