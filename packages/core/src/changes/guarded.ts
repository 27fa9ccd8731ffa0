import { Effect } from "effect"
import type { OperationName } from "../contract/index.ts"
import { type Handler, type WriteHandle, writeHandler } from "../pipeline/handler.ts"
import type { Change } from "./change.ts"
import { Writes } from "./writes.ts"

/** The handler of a guarded write: its change, run by `Writes` and by nothing else. */
export const guarded = <const Name extends OperationName, Plan, R>(
  name: Name,
  make: Effect.Effect<Change<Name, Plan>, never, R>
): Handler<Name, R | Writes> =>
  writeHandler(
    name,
    Effect.gen(function* () {
      const writes = yield* Writes
      writes.add(name, (yield* make) as unknown as Change<OperationName, unknown>)
      const handle: (...call: Parameters<Writes["Type"]["run"]>) => unknown = writes.run
      return ((clearance: never, input: never) => handle(name, clearance, input)) as WriteHandle<Name>
    })
  )
