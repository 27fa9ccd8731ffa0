import { Effect } from "effect"
import { type Access, OrganizationAccess } from "../access/organization-access.ts"
import {
  type AnyOperation,
  decodeInput,
  type NamedRecord,
  OrgAccessDenied,
  type OwnedResource,
  recordNotFound,
  type ServiceError,
  ValidationError
} from "../contract/index.ts"
import type { Caller } from "../request/caller.ts"
import { type Clearance, mintClearance } from "../request/clearance.ts"
import type { RawInput, RequestFacts } from "../request/pipeline-request.ts"
import { clearForOperation, scopeProblem } from "./authorize.ts"
import type { RequestState } from "./finish-request.ts"

const recordOf: Readonly<Record<OwnedResource, NamedRecord>> = {
  task: "task",
  queued_write: "queued write",
  recommendation: "recommendation",
  action: "action"
}

const decode = (operation: AnyOperation, input: RawInput) => {
  if (input.unreadable !== null) return Effect.fail(input.unreadable)
  const decoded = decodeInput(operation, input.values)
  return decoded.ok ? Effect.succeed(decoded.input) : Effect.fail(decoded.error)
}

const failWith = (problem: ServiceError | null): Effect.Effect<void, ServiceError> =>
  problem === null ? Effect.void : Effect.fail(problem)

/**
 * Resolves the organization, role and decoded input of a call. An operation can name its organization in
 * three ways.
 */
export const makeAuthorizeOperation = Effect.map(OrganizationAccess, (organizations) =>
  Effect.fnUntraced(function* (
    operation: AnyOperation,
    input: RawInput,
    caller: Caller,
    request: RequestFacts,
    state: RequestState
  ) {
    const clearFor = (access: Access) => {
      state.organization = access.organization
      return clearForOperation(access, operation, caller, { request, audit: state.audit })
    }
    switch (operation.organization) {
      case "all": {
        yield* failWith(scopeProblem(operation, caller.scopes))
        const clearance = mintClearance<Clearance>({ caller, request, audit: state.audit })
        return [clearance, yield* decode(operation, input)] as const
      }
      case "named": {
        const org = input.values["org"] ?? "_"
        // Never converted to text: the value can be endless or have no text form.
        if (typeof org !== "string") {
          return yield* new ValidationError({ fields: [{ path: "org", message: "must be a text" }] })
        }
        const access = yield* organizations.findBySlug(caller, org)
        if (access === null) return yield* new OrgAccessDenied({ org: org.slice(0, 100).toWellFormed() })
        return [yield* clearFor(access), yield* decode(operation, input)] as const
      }
      case "owner": {
        yield* failWith(scopeProblem(operation, caller.scopes))
        const decoded = yield* decode(operation, input)
        const id = (decoded as Record<string, string | number>)[operation.pathNames[0]!]!
        const access = yield* organizations.findByOwnedRecord(caller, operation.owner!, id)
        if (access === null) return yield* recordNotFound(recordOf[operation.owner!], id)
        return [yield* clearFor(access), decoded] as const
      }
    }
  })
)
