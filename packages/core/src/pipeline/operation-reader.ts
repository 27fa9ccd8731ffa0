import type { SqlError } from "@effect/sql/SqlError"
import { Effect } from "effect"
import {
  type AnyOperation,
  decodeInput,
  type OperationName,
  type Output,
  operationByName,
  renderOutputMentions,
  type ServiceError
} from "../contract/index.ts"
import type { OrganizationClearance } from "../request/clearance.ts"
import type { BuiltHandler } from "../request/handler.ts"
import { Handlers } from "../request/handler-registry.ts"
import { parseJsonText } from "../request/json-text.ts"
import { accessProblem } from "./authorize.ts"

/**
 * Runs an operation inside a page's own request, with the clearance of its person. The operation's role and
 * scope are required and its input is decoded, as for every other caller. Only reads and previews can run: the
 * page's audit event is the only one. With `dry_run`, pages can also preview writes that have no preview in the API,
 * such as an undo: the engine plans each write in the same way.
 */
export type ReadOperation = <Name extends OperationName>(
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
        return renderOutputMentions("dashboard", operation, parseJsonText(result.output)) as Output<Name>
      })
)
