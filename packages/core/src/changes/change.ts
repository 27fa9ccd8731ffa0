import type * as SqlClient from "@effect/sql/SqlClient"
import type { SqlError } from "@effect/sql/SqlError"
import type { Effect } from "effect"
import type {
  ActionId,
  Failure,
  Input,
  OperationName,
  Output,
  Unavailable,
  ValidationError
} from "../contract/index.ts"
import type { OrganizationClearance } from "../pipeline/clearance.ts"
import type { OrganizationRules } from "./organization.ts"

/** Where and for whom a change is planned. */
export interface Setting {
  readonly clearance: OrganizationClearance
  readonly organization: OrganizationRules
  /** The queued write that is being approved, whose own reservation must not stand in its way. */
  readonly approving: string | null
  /** What `ask` brought back; nothing where it was not asked. */
  readonly asked?: unknown
}

/** A change under way: the action that it will be known by. */
export interface Act {
  readonly id: ActionId
  readonly clearance: OrganizationClearance
  readonly queuedWrite: string | null
}

type Fails<Name extends OperationName> = Failure<Name> | ValidationError | SqlError

/**
 * A guarded write. Preview, execution, approval and undo all go through its plan, so that none of them can
 * skip a guardrail, and what was previewed is what happens.
 */
export interface Change<Name extends OperationName, Plan> {
  /** Statements the present and says what would happen. */
  readonly plan: (
    setting: Setting,
    input: Input<Name>
  ) => Effect.Effect<Plan, Fails<Name>, SqlClient.SqlClient>
  /**
   * What only the platform can answer: asked before the transaction, which must not wait for it, and only of a
   * plan that would go through. Previews and replayed calls ask nothing. What it brings back, the plan that is
   * executed finds in its setting.
   */
  readonly ask?: (setting: Setting, plan: Plan) => Effect.Effect<unknown, Fails<Name> | Unavailable>
  /** What a dry run shows of the plan. */
  readonly preview: (plan: Plan) => Readonly<Record<string, unknown>>
  /** Why the plan may not be executed; a pure look at what the guardrails said. */
  readonly refusal: (plan: Plan) => Failure<Name> | null
  /** The answer to a plan that changes nothing: no action, no quota. Null where there is something to do. */
  readonly unchanged: (plan: Plan) => Output<Name> | null
  /** What to say and reserve while a person decides. */
  readonly held: (plan: Plan) => { readonly campaign: number | null; readonly reserve: number }
  /** Writes the plan down with its inverse, inside the transaction. */
  readonly apply: (plan: Plan, act: Act) => Effect.Effect<Applied<Name>, Fails<Name>, SqlClient.SqlClient>
}

/**
 * done: it is executed once the transaction commits. finish: it has to go to the platform first; the
 * transaction only wrote down that it is under way (an action that is executing, and a job that finishes it
 * should this host die), and `finish` does it after the commit. When `finish` fails, it has itself marked the
 * action as failed and given the quota back, or left both to the job because the outcome is unknown.
 */
export type Applied<Name extends OperationName> =
  | { readonly done: Output<Name> }
  | { readonly finish: Effect.Effect<Output<Name>, Fails<Name> | Unavailable> }
