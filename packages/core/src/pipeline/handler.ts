import type { SqlError } from "@effect/sql/SqlError"
import type { Effect } from "effect"
import type { Failure, Input, OperationName, Output, ValidationError } from "../contract/index.ts"
import type { ClearanceFor } from "./clearance.ts"

/** What runs an operation once its caller is cleared and its input decoded. */
export type Handle<Name extends OperationName> = (
  clearance: ClearanceFor<Name>,
  input: Input<Name>
) => Effect.Effect<Output<Name>, Failure<Name> | ValidationError | SqlError>

/** Writes go through previews, approvals, quota and idempotency; a law holds that they are made for it. */
export type HandlerKind = "read" | "write"

export interface Handler<Name extends OperationName, R> {
  readonly name: Name
  readonly kind: HandlerKind
  readonly make: Effect.Effect<Handle<Name>, never, R>
}

/** Pairs an operation with the code that runs it; `make` takes what that code needs, once. */
export const handler = <const Name extends OperationName, R>(
  name: Name,
  make: Effect.Effect<Handle<Name>, never, R>,
  kind: HandlerKind = "read"
): Handler<Name, R> => ({ name, kind, make })
