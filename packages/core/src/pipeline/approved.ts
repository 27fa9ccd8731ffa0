import type { SqlError } from "@effect/sql/SqlError"
import { Effect } from "effect"
import type { Approval } from "../changes/writes.ts"
import {
  ceiling,
  decodeInput,
  NotImplemented,
  type OperationName,
  operationByName,
  type ServiceError
} from "../contract/index.ts"
import type { StatementsShape } from "../storage/index.ts"
import { accessProblem } from "./authorize.ts"
import type { RequestFacts } from "./call.ts"
import type { OrganizationFacts } from "./caller.ts"
import { type Clearance, mintClearance, type OrganizationClearance } from "./clearance.ts"
import { findRequester, type Requester } from "./requester.ts"

/** A queued write that a person said yes to. */
export interface ApprovedWrite {
  readonly operation: OperationName
  readonly input: object
  readonly organization: OrganizationFacts
  readonly requester: Requester
  /** The request that asked for it: what happens now is its doing. */
  readonly requestId: string | null
  readonly approval: Approval
}

export type AnyHandle = (
  clearance: Clearance,
  input: unknown,
  approval?: Approval
) => Effect.Effect<unknown, ServiceError | SqlError>

export type RunApproved = (
  write: ApprovedWrite,
  facts: RequestFacts
) => Effect.Effect<unknown, ServiceError | SqlError>

/**
 * Runs a queued write as its requester, the way a direct call of theirs would run: they are looked up, cleared
 * and held to every rule as they stand now. All that the approval adds is that it is not queued again.
 */
export const makeRunApproved =
  (statements: StatementsShape, handles: ReadonlyMap<OperationName, AnyHandle>): RunApproved =>
  (write, facts) =>
    Effect.gen(function* () {
      const { caller, role } = yield* findRequester(statements, write.requester)
      const operation = operationByName.get(write.operation)
      const handle = handles.get(write.operation)
      if (operation === undefined || handle === undefined) {
        return yield* new NotImplemented({ operation: write.operation })
      }
      const problem = accessProblem(operation, caller.scopes, role)
      if (problem !== null) return yield* problem
      const decoded = decodeInput(operation, write.input)
      if (!decoded.ok) return yield* decoded.error
      const allowed = ceiling(role)
      const clearance = mintClearance<OrganizationClearance>({
        caller,
        request: { ...facts, id: write.requestId ?? facts.id },
        organization: write.organization,
        standing: role,
        scopes: new Set(caller.scopes.filter((scope) => allowed.has(scope))),
        notes: { quota: null, replayed: false }
      })
      return yield* handle(clearance, decoded.input, write.approval)
    })
