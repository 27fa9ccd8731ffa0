import { Effect } from "effect"
import type { OperationName } from "../contract/index.ts"
import type { OrganizationClearance } from "../pipeline/clearance.ts"
import { type Handle, type Handler, handler } from "../pipeline/handler.ts"
import type { Change } from "./change.ts"
import { type Approval, Writes } from "./writes.ts"

/** The handler of a guarded write: its change, run by `Writes` and by nothing else. */
export const guarded = <const Name extends OperationName, Plan, R>(
  name: Name,
  make: Effect.Effect<Change<Name, Plan>, never, R>
): Handler<Name, R | Writes> =>
  handler(
    name,
    Effect.gen(function* () {
      const writes = yield* Writes
      const change = (yield* make) as unknown as Change<OperationName, unknown>
      return ((clearance: OrganizationClearance, input: object, approval?: Approval) =>
        writes.run(name, change, clearance, input, approval)) as unknown as Handle<Name>
    }),
    "write"
  )
