import type { SqlError } from "@effect/sql/SqlError"
import type { Effect } from "effect"
import type { ServiceError } from "../contract/index.ts"
import type { OrganizationFacts } from "../request/caller.ts"
import type { Entry } from "../request/clearance.ts"
import type { Entrance } from "../request/entrance.ts"
import type { Reply } from "../request/handler.ts"

/** Who runs an organization: its owners, and whoever is on the service's own machine. */
export type RunBy = "owner" | "operator"

/** What both of them come in with. */
export interface Entered extends Pick<Entry, "audit" | "caller"> {
  readonly organization: OrganizationFacts
}

/** An entrance for those who run the organization: the same work on either's clearance. */
export const forThoseWhoRun = <Out>(
  by: RunBy,
  name: string,
  organization: string,
  run: (entered: Entered) => Effect.Effect<Reply<Out>, ServiceError | SqlError>
): Entrance<Out> =>
  by === "owner"
    ? { name, admits: "members", organization, role: "owner", run }
    : { name, admits: "operators", organization, run }
