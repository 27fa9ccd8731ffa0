import type * as SqlClient from "@effect/sql/SqlClient"
import type { SqlError } from "@effect/sql/SqlError"
import type { Effect } from "effect"
import type { Role, ServiceError } from "../contract/index.ts"
import type { RequestFacts } from "../http/request-facts.ts"
import type { Caller, OrganizationFacts } from "./caller.ts"
import type {
  Actor,
  Clearance,
  OperatorClearance,
  OrganizationClearance,
  RequestClearance
} from "./clearance.ts"
import type { HandlerResponse } from "./handler.ts"
import type { Rate } from "./limits.ts"

/**
 * An error outside the contract's error table, because only this endpoint's host can render it. OAuth errors,
 * for example, have their own shape. The audit trail needs only these fields.
 */
export interface EndpointError {
  readonly _tag: string
  readonly statusCode: number
  readonly errorCode: string
  /** The person it concerns, if the endpoint identified one: for example, a person whose sign-in failed. */
  readonly actor?: Pick<Actor, "actor_type" | "user_email">
}

export const isEndpointError = <E extends EndpointError>(error: ServiceError | E): error is E =>
  "statusCode" in error

/** The pipeline provides the database. */
type Work<Out, E> = Effect.Effect<HandlerResponse<Out>, ServiceError | E | SqlError, SqlClient.SqlClient>

export interface EndpointSettings {
  /** The name in the audit trail. It never contains a caller's text, and is null for an unknown path. */
  readonly name: string | null
  /** The status code of a success; 200 by default. */
  readonly successStatus?: number
  /** Whether a person must have signed in or confirmed their password in this session lately. */
  readonly needsConfirmation?: true
  /**
   * Additional rate limits besides the caller's. They are taken in order, and the first exhausted limit
   * rejects the request. A function can choose them by the request's origin.
   */
  readonly limit?:
    | Rate
    | ((request: RequestFacts) => Effect.Effect<ReadonlyArray<Rate>, SqlError, SqlClient.SqlClient>)
}

/**
 * Work that the pipeline runs besides the contract's operations: protocol messages, people's decisions,
 * operators' commands, sign-in and unknown paths. It is created for one request and contains the input. It
 * states who is admitted, and runs with the clearance that the pipeline issues.
 */
export type Endpoint<Out, E extends EndpointError = never> = EndpointSettings &
  (
    | { readonly admits: "anyone"; readonly run: (clearance: RequestClearance) => Work<Out, E> }
    /** Recognised callers, or only some kinds of them. */
    | {
        readonly admits: "callers"
        readonly kinds?: ReadonlyArray<Caller["kind"]>
        readonly run: (clearance: Clearance) => Work<Out, E>
      }
    /** Members of an organization (its slug), optionally with a minimum role. */
    | {
        readonly admits: "members"
        readonly organization: string
        readonly role: Role | null
        readonly run: (clearance: OrganizationClearance) => Work<Out, E>
      }
    /**
     * Members of an organization as above, and operators: alone, on behalf of anybody if `run` itself reads what that
     * person may do, or both. On behalf of a member, an operator always has the rights of that member.
     */
    | {
        readonly admits: "members and operators"
        readonly organization: string
        readonly role: Role | null
        readonly operators: { readonly alone: boolean; readonly onBehalfOfAnybody: boolean }
        readonly run: (clearance: AdministratorClearance) => Work<Out, E>
      }
    /**
     * Operators on the service's own machine, optionally on behalf of a person, in an organization or in
     * none.
     */
    | {
        readonly admits: "operators"
        readonly organization: string
        readonly run: (clearance: OperatorClearance<OrganizationFacts>) => Work<Out, E>
      }
    | {
        readonly admits: "operators"
        readonly organization: null
        readonly run: (clearance: OperatorClearance<null>) => Work<Out, E>
      }
  )

/** The clearance of a member, or of an operator: alone (the caller is null) or on behalf of anybody. */
export type AdministratorClearance = OrganizationClearance | OperatorClearance<OrganizationFacts>

/** Whether a member acts, and not an operator. */
export const isMember = (clearance: AdministratorClearance): clearance is OrganizationClearance =>
  "effectiveRole" in clearance
