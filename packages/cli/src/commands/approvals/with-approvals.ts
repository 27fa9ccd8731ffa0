import { type ApprovalRefusal, Approvals, type ApprovalsShape } from "@adwarden/core"
import type { ServiceError } from "@adwarden/core/contract"
import type { SqlError } from "@effect/sql/SqlError"
import { Effect } from "effect"
import { withServices } from "../with-services.ts"

/** Does something with the approval queue of the database that is meant. */
export const withApprovals = <A>(
  use: (approvals: ApprovalsShape) => Effect.Effect<A, ApprovalRefusal | ServiceError | SqlError>
) => withServices(Effect.flatMap(Approvals, use))
