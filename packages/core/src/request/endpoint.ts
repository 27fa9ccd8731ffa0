import type { SqlError } from "@effect/sql/SqlError"
import type { Effect } from "effect"
import type { Role, ServiceError } from "../contract/index.ts"
import type { RequestFacts } from "../http/request.ts"
import type { Actor } from "./audit-event.ts"
import type { Caller, OrganizationFacts } from "./caller.ts"
import type { Clearance, OperatorClearance, OrganizationClearance, RequestClearance } from "./clearance.ts"
import type { HandlerResponse } from "./handler.ts"
import type { Rate } from "./limits.ts"

/**
 * An error that is not of the table, because only the host of this entrance can render it: OAuth's have a shape
 * of their own. The audit trail needs no more of it than this.
 */
export interface EndpointError {
  readonly _tag: string
  readonly statusCode: number
  readonly errorCode: string
  /** Whom it concerned, where that became known on the way: somebody who could not sign in, say. */
  readonly actor?: Pick<Actor, "actor_type" | "user_email">
}

export const isEndpointError = <E extends EndpointError>(error: ServiceError | E): error is E =>
  "statusCode" in error

type Work<Out, E> = Effect.Effect<HandlerResponse<Out>, ServiceError | E | SqlError>

export interface EndpointSettings {
  /** What the audit trail calls it: never in a caller's words; null for a path that is not there. */
  readonly name: string | null
  /** The status of a success, 200 unless it says otherwise. */
  readonly successStatus?: number
  /**
   * Rates of its own beside the caller's; they are taken in their order, and the first that is used up refuses.
   * Which they are may depend on where the request comes from.
   */
  readonly limit?: Rate | ((request: RequestFacts) => Effect.Effect<ReadonlyArray<Rate>, SqlError>)
}

/**
 * A way in for what is no operation of the contract: a protocol's own messages, what people decide, what
 * operators do, signing in, and paths that are not there. Made for one request, with its input inside; it says
 * who may enter, and what it does runs on the clearance that the door gives those.
 */
export type Endpoint<Out, E extends EndpointError = never> = EndpointSettings &
  (
    | { readonly admits: "anyone"; readonly run: (clearance: RequestClearance) => Work<Out, E> }
    /** Whoever is recognised, or only some kinds of callers. */
    | {
        readonly admits: "callers"
        readonly kinds?: ReadonlyArray<Caller["kind"]>
        readonly run: (clearance: Clearance) => Work<Out, E>
      }
    /** People who are members of an organization (its slug), perhaps with a role at least. */
    | {
        readonly admits: "members"
        readonly organization: string
        readonly role: Role | null
        readonly run: (clearance: OrganizationClearance) => Work<Out, E>
      }
    /** Those on the service's own machine, who may name the person they act for, in an organization or in none. */
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
