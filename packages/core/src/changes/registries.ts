import { Context, Effect, Layer } from "effect"
import type { OperationName, WriteName } from "../contract/index.ts"
import type { ClearanceFor, OrganizationClearance } from "../request/clearance.ts"
import {
  Handlers,
  type QuotaReader,
  registerHandlers,
  type WriteRunner,
  writeHandler
} from "../request/handler.ts"
import type { AnyEdit } from "./edit.ts"
import type { AnyWrite, Write } from "./write.ts"

/** The registry of edit kinds. The engine looks them up by name and refers to none directly. */
export class Edits extends Context.Tag("@adwarden/Edits")<
  Edits,
  {
    readonly add: (kind: AnyEdit) => void
    /** Undefined for a kind, or a version of one, that this version of the service does not know. */
    readonly find: (of: { readonly kind: string; readonly version: number }) => AnyEdit | undefined
    /** For a step that this process made, whose kind is always known. */
    readonly get: (of: { readonly kind: string; readonly version: number }) => AnyEdit
  }
>() {
  static readonly layer = Layer.sync(Edits, () => {
    const kinds = new Map<string, AnyEdit>()
    const find = ({ kind, version }: { readonly kind: string; readonly version: number }) =>
      kinds.get(`${kind}@${version}`)
    return {
      add: (kind) => {
        const name = `${kind.kind}@${kind.version}`
        if (kinds.has(name)) throw new Error(`Two kinds of edit are called ${name}`)
        kinds.set(name, kind)
      },
      find,
      get: (of) => {
        const kind = find(of)
        if (kind === undefined) throw new Error(`No kind of edit is called ${of.kind}@${of.version}`)
        return kind
      }
    }
  })
}

type AnyDeclared<R = unknown> = { readonly make: Effect.Effect<AnyEdit, never, R> }

/** Registers a feature's kinds of edit. */
export const registerEdits = <const Of extends ReadonlyArray<AnyDeclared>>(
  ...kinds: Of
): Effect.Effect<void, never, Effect.Effect.Context<Of[number]["make"]> | Edits> =>
  Effect.flatMap(Edits, (edits) =>
    Effect.forEach(
      kinds as ReadonlyArray<AnyDeclared<Effect.Effect.Context<Of[number]["make"]>>>,
      ({ make }) => Effect.map(make, edits.add),
      { discard: true }
    )
  )

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

/** Empty registries, which features fill. */
export const registries = [Handlers.layer, Edits.layer, Writes.layer] as const
