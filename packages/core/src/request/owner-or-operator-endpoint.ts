import type * as SqlClient from "@effect/sql/SqlClient"
import type { SqlError } from "@effect/sql/SqlError"
import type { Effect } from "effect"
import type { ServiceError } from "../contract/index.ts"
import type { OrganizationFacts } from "./caller.ts"
import type { RequestClearance } from "./clearance.ts"
import type { Endpoint, EndpointSettings } from "./endpoint.ts"
import type { HandlerResponse } from "./handler.ts"

/**
 * The two kinds of callers that manage an organization: its owners, and operators on the service's own
 * machine.
 */
export type OwnerOrOperator = "owner" | "operator"

/** The common part of both clearances. */
export interface OwnerOrOperatorClearance extends Pick<RequestClearance, "audit" | "caller"> {
  readonly organization: OrganizationFacts
}

/** An endpoint for owners and operators: the same work with either clearance. */
export const ownerOrOperatorEndpoint = <Out>(
  by: OwnerOrOperator,
  name: string,
  organization: string,
  run: (
    clearance: OwnerOrOperatorClearance
  ) => Effect.Effect<HandlerResponse<Out>, ServiceError | SqlError, SqlClient.SqlClient>,
  settings: Pick<EndpointSettings, "needsConfirmation"> = {}
): Endpoint<Out> =>
  by === "owner"
    ? { ...settings, name, admits: "members", organization, role: "owner", run }
    : { name, admits: "operators", organization, run }
