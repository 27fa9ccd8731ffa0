import type * as SqlClient from "@effect/sql/SqlClient"
import type { SqlError } from "@effect/sql/SqlError"
import { Effect } from "effect"
import { type LiveRequester, type Requester, readRequester, resolveRequester } from "../access/requester.ts"
import type { InsufficientScope, OrgAccessDenied, RoleDenied, Unauthorized } from "../contract/index.ts"
import type { AuditDraft } from "../request/audit-event.ts"
import type { OrganizationClearance } from "../request/clearance.ts"
import type { RequestFacts } from "../request/pipeline-request.ts"
import { runStatement } from "../storage/index.ts"
import { clearForOperation, type Requirements } from "./authorize.ts"

interface RequestContext {
  readonly request: RequestFacts
  readonly audit: AuditDraft
}
type RequesterError = Unauthorized | OrgAccessDenied | RoleDenied | InsufficientScope

/**
 * Authorizes a requester in their current role. A change is not executed if its key or connected app would
 * now be rejected, whoever approved it and however long it waited.
 */
export const authorizeRequester = (
  requester: Requester,
  row: LiveRequester | undefined,
  operation: Requirements,
  requestContext: RequestContext
): Effect.Effect<OrganizationClearance, RequesterError> =>
  Effect.flatMap(resolveRequester(requester, row), ({ caller, organization, role }) =>
    // The second factor of a person was checked when their request was admitted.
    clearForOperation(
      { organization, effectiveRole: role, secondFactorRequired: false },
      operation,
      caller,
      requestContext
    )
  )

/**
 * Reads and authorizes a requester on the open connection. Inside a transaction, it sees that transaction's
 * data.
 */
export const clearRequester = (
  requester: Requester,
  operation: Requirements,
  requestContext: RequestContext
): Effect.Effect<OrganizationClearance, RequesterError | SqlError, SqlClient.SqlClient> =>
  Effect.gen(function* () {
    const [row] = yield* runStatement(readRequester(requester))
    return yield* authorizeRequester(requester, row, operation, requestContext)
  })
