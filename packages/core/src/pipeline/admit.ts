import { Effect } from "effect"
import { type Access, OrganizationAccess } from "../access/organization-access.ts"
import {
  type AnyOperation,
  decodeInput,
  NotFound,
  OrgAccessDenied,
  type ServiceError,
  ValidationError
} from "../contract/index.ts"
import type { RawInput, RequestFacts } from "../request/call.ts"
import type { Caller } from "../request/caller.ts"
import { type Clearance, mintClearance } from "../request/clearance.ts"
import { clearIn, scopeProblem } from "./authorize.ts"
import type { Progress } from "./conclude.ts"

const decode = (operation: AnyOperation, input: RawInput) => {
  if (input.unreadable !== null) return Effect.fail(input.unreadable)
  const decoded = decodeInput(operation, input.values)
  return decoded.ok ? Effect.succeed(decoded.input) : Effect.fail(decoded.error)
}

const refuse = (problem: ServiceError | null): Effect.Effect<void, ServiceError> =>
  problem === null ? Effect.void : Effect.fail(problem)

/** Where a call of an operation acts, as what, and on which input: the three ways it can name its organization. */
export const makeAdmit = Effect.map(OrganizationAccess, (organizations) =>
  Effect.fnUntraced(function* (
    operation: AnyOperation,
    input: RawInput,
    caller: Caller,
    request: RequestFacts,
    progress: Progress
  ) {
    const entered = (access: Access) => {
      progress.organization = access.organization
      return clearIn(access, operation, caller, { request, audit: progress.audit })
    }
    switch (operation.organization) {
      case "all": {
        yield* refuse(scopeProblem(operation, caller.scopes))
        const clearance = mintClearance<Clearance>({ caller, request, audit: progress.audit })
        return [clearance, yield* decode(operation, input)] as const
      }
      case "named": {
        const org = input.values["org"] ?? "_"
        // Never turned into text: what came may have no end, or no way to be told.
        if (typeof org !== "string") {
          return yield* new ValidationError({ fields: [{ path: "org", message: "must be a text" }] })
        }
        const access = yield* organizations.named(caller, org)
        if (access === null) return yield* new OrgAccessDenied({ org: org.slice(0, 100).toWellFormed() })
        return [yield* entered(access), yield* decode(operation, input)] as const
      }
      case "owner": {
        yield* refuse(scopeProblem(operation, caller.scopes))
        const decoded = yield* decode(operation, input)
        const id = (decoded as Record<string, unknown>)[operation.pathNames[0]!]
        const access = yield* organizations.owning(caller, operation.owner!, id)
        if (access === null)
          return yield* new NotFound({
            what: `The ${operation.owner!.replaceAll("_", " ")} ${JSON.stringify(id)}`
          })
        return [yield* entered(access), decoded] as const
      }
    }
  })
)
