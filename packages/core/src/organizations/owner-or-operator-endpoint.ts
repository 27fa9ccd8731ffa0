import type { SqlError } from "@effect/sql/SqlError"
import type { Effect } from "effect"
import type { ServiceError } from "../contract/index.ts"
import type { OrganizationFacts } from "../request/caller.ts"
import type { RequestClearance } from "../request/clearance.ts"
import type { Endpoint } from "../request/endpoint.ts"
import type { HandlerResponse } from "../request/handler.ts"

/** Who runs an organization: its owners, and whoever is on the service's own machine. */
export type OwnerOrOperator = "owner" | "operator"

/** What both of them come in with. */
export interface OwnerOrOperatorClearance extends Pick<RequestClearance, "audit" | "caller"> {
  readonly organization: OrganizationFacts
}

/** An entrance for those who run the organization: the same work on either's clearance. */
export const ownerOrOperatorEndpoint = <Out>(
  by: OwnerOrOperator,
  name: string,
  organization: string,
  run: (clearance: OwnerOrOperatorClearance) => Effect.Effect<HandlerResponse<Out>, ServiceError | SqlError>
): Endpoint<Out> =>
  by === "owner"
    ? { name, admits: "members", organization, role: "owner", run }
    : { name, admits: "operators", organization, run }
