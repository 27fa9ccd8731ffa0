import type * as SqlClient from "@effect/sql/SqlClient"
import type { SqlError } from "@effect/sql/SqlError"
import { Effect } from "effect"
import { type Access, secondFactorProblem, suspensionProblem } from "../access/organization-access.ts"
import { type LiveRequester, type Requester, readRequester, resolveRequester } from "../access/requester.ts"
import {
  type AnyOperation,
  decodeInput,
  type EffectiveRole,
  InsufficientScope,
  maxScopes,
  type OperationName,
  type OrgAccessDenied,
  type Output,
  operationByName,
  type Role,
  RoleDenied,
  renderOutputMentions,
  roleFor,
  roles,
  type Scope,
  type ServiceError,
  type Unauthorized
} from "../contract/index.ts"
import type { Caller, PersonCaller } from "../request/caller.ts"
import {
  type AuditDraft,
  type Clearance,
  mintClearance,
  type OrganizationClearance
} from "../request/clearance.ts"
import { type BuiltHandler, Handlers } from "../request/handler.ts"
import type { RequestFacts } from "../request/pipeline-request.ts"
import { runSql } from "../storage/index.ts"

/** Ad-operations staff have no role: they rank below all of them, at -1. */
const rank = (effectiveRole: EffectiveRole): number =>
  (roles as ReadonlyArray<EffectiveRole>).indexOf(effectiveRole)

/** What an operation, or a write for people only, requires of its caller. */
export type Requirements = Pick<AnyOperation, "role" | "scope">

/** Returns the error for a scope that the credential lacks, in any organization. */
export const scopeProblem = (
  operation: Pick<AnyOperation, "scope">,
  granted: ReadonlyArray<Scope>
): InsufficientScope | null =>
  operation.scope === null || granted.includes(operation.scope)
    ? null
    : new InsufficientScope({ required_scope: operation.scope })

/**
 * Returns why a person with this effective role and these scopes cannot call the operation, or null. A
 * missing role is reported before a missing scope, because no scope would help. So is a scope that the role
 * cannot use here.
 */
export const accessProblem = (
  operation: Requirements,
  granted: ReadonlyArray<Scope>,
  effectiveRole: EffectiveRole
): InsufficientScope | RoleDenied | null => {
  if (operation.role !== null && rank(effectiveRole) < rank(operation.role)) {
    return new RoleDenied({ required_role: operation.role })
  }
  const missing = scopeProblem(operation, granted)
  if (missing !== null) return missing
  return operation.scope === null || maxScopes(effectiveRole).has(operation.scope)
    ? null
    : new RoleDenied({ required_role: roleFor(operation.scope) })
}

/**
 * Returns whether a caller could call the operation in some organization. The role of a token's person depends on the
 * organization, so only its scopes count.
 */
export const mayCall = (operation: Requirements, caller: Caller): boolean =>
  (caller.kind === "api_key"
    ? accessProblem(operation, caller.scopes, caller.role)
    : scopeProblem(operation, caller.scopes)) === null

const mint = (access: Access, caller: Caller, requestContext: Pick<Clearance, "request" | "audit">) => {
  const allowed = maxScopes(access.effectiveRole)
  return mintClearance<OrganizationClearance>({
    caller,
    request: requestContext.request,
    audit: { ...requestContext.audit, organization_id: access.organization.id },
    scopes: new Set(caller.scopes.filter((scope) => allowed.has(scope))),
    organization: access.organization,
    effectiveRole: access.effectiveRole
  })
}

/** Returns the caller's clearance for an operation in an organization, or the error. */
export const clearForOperation = (
  access: Access,
  operation: Requirements,
  caller: Caller,
  requestContext: Pick<Clearance, "request" | "audit">
): Effect.Effect<OrganizationClearance, InsufficientScope | OrgAccessDenied | RoleDenied> => {
  const problem =
    suspensionProblem(caller, access.organization) ??
    secondFactorProblem(caller, access) ??
    accessProblem(operation, caller.scopes, access.effectiveRole)
  return problem === null ? Effect.succeed(mint(access, caller, requestContext)) : Effect.fail(problem)
}

/** Returns a person's clearance for an endpoint. A required role is a minimum. */
export const clearForEndpoint = (
  access: Access,
  role: Role | null,
  caller: PersonCaller,
  requestContext: Pick<Clearance, "request" | "audit">
): Effect.Effect<OrganizationClearance, OrgAccessDenied | RoleDenied> => {
  const roleProblem =
    role !== null && rank(access.effectiveRole) < rank(role) ? new RoleDenied({ required_role: role }) : null
  const problem = secondFactorProblem(caller, access) ?? roleProblem
  return problem === null ? Effect.succeed(mint(access, caller, requestContext)) : Effect.fail(problem)
}

/**
 * Runs an operation inside a page's own request, with the clearance of its person. The operation's role and
 * scope are required and its input is decoded, as for every other caller. Only reads and previews can run: the
 * page's audit event is the only one. With `dry_run`, pages can also preview writes that have no preview in the API,
 * such as an undo: the engine plans each write in the same way.
 */
type ReadOperation = <Name extends OperationName>(
  clearance: OrganizationClearance,
  name: Name,
  input?: Readonly<Record<string, unknown>>
) => Effect.Effect<Output<Name>, ServiceError | SqlError>

/** The engine previews with `dry_run`. Handlers that are not the engine's report no quota. */
const changesNothing = (
  operation: AnyOperation,
  { quota }: BuiltHandler,
  input: Readonly<Record<string, unknown>>
): boolean => operation.effect === "read" || (quota !== null && input["dry_run"] === true)

export const makeOperationReader: Effect.Effect<ReadOperation, never, Handlers> = Effect.map(
  Handlers,
  (handlers) =>
    <Name extends OperationName>(
      clearance: OrganizationClearance,
      name: Name,
      input: Readonly<Record<string, unknown>> = {}
    ) =>
      Effect.gen(function* () {
        const operation = operationByName.get(name)
        const handler = handlers.find(name)
        if (operation === undefined || handler === undefined || !changesNothing(operation, handler, input))
          return yield* Effect.dieMessage(`A page cannot run ${name}.`)
        const { caller, effectiveRole, organization } = clearance
        const problem = accessProblem(operation, caller.scopes, effectiveRole)
        if (problem !== null) return yield* Effect.fail<ServiceError>(problem)
        // The contract knows the field only where callers can send it.
        const { dry_run, ...values } = input
        const decoded = decodeInput(operation, {
          ...(operation.effect === "guarded" ? input : values),
          ...(operation.organization === "named" ? { org: organization.slug } : {})
        })
        if (!decoded.ok) return yield* decoded.error
        const sent = dry_run === true ? { ...(decoded.input as object), dry_run } : decoded.input
        const { result } = yield* handler.handle(clearance, sent)
        if ("refused" in result) return yield* Effect.fail(result.refused)
        return renderOutputMentions("dashboard", operation, result.output) as Output<Name>
      })
)

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
    const [row] = yield* runSql(readRequester(requester))
    return yield* authorizeRequester(requester, row, operation, requestContext)
  })
