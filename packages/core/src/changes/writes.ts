import { Context, Effect, Layer } from "effect"
import type { OperationName, WriteName } from "../contract/index.ts"
import type { ClearanceFor, OrganizationClearance } from "../request/clearance.ts"
import {
  type Handlers,
  type QuotaReader,
  registerHandlers,
  type WriteRunner,
  writeHandler
} from "../request/handler.ts"
import type { AnyWrite, Write } from "./write.ts"

/** The registry of guarded writes, which the engine runs for callers, approvers and workers. */
export class Writes extends Context.Tag("@adwarden/Writes")<
  Writes,
  {
    readonly add: (name: WriteName, write: AnyWrite) => void
    readonly get: (name: WriteName) => AnyWrite | undefined
  }
>() {
  static readonly layer = Layer.sync(Writes, () => {
    const writes = new Map<WriteName, AnyWrite>()
    return { add: (name, write) => void writes.set(name, write), get: (name) => writes.get(name) }
  })
}

/** Runs a guarded operation as its caller, and reports the day's quota. The engine provides it. */
export class RunWrite extends Context.Tag("@adwarden/RunWrite")<
  RunWrite,
  { readonly run: (name: OperationName) => WriteRunner; readonly quota: QuotaReader }
>() {}

/** Registers a guarded operation: its write with the engine, and its handler with the pipeline. */
export const registerWrite = <const Name extends OperationName, PlatformRead, R>(
  name: ClearanceFor<Name> extends OrganizationClearance ? Name : never,
  make: Effect.Effect<Write<Name, PlatformRead>, never, R>
): Effect.Effect<void, never, R | Writes | RunWrite | Handlers> =>
  Effect.gen(function* () {
    const writes = yield* Writes
    writes.add(name, yield* make)
    const { quota, run } = yield* RunWrite
    yield* registerHandlers(writeHandler<Name, never>(name, Effect.succeed({ run: run(name), quota })))
  })
