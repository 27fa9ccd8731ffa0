import { Context, Effect, Layer } from "effect"
import type { OperationName } from "../contract/index.ts"
import type { AnyHandle, Handler } from "./handler.ts"

/** What runs each operation, as the features say. The pipeline looks a handle up when a call comes. */
export class Handlers extends Context.Tag("@adwarden/Handlers")<
  Handlers,
  {
    readonly add: (name: OperationName, handle: AnyHandle) => void
    readonly find: (name: OperationName) => AnyHandle | undefined
    readonly names: () => ReadonlySet<OperationName>
  }
>() {
  /** Empty; features fill it while their layers are built. */
  static readonly layer = Layer.sync(Handlers, () => {
    const handles = new Map<OperationName, AnyHandle>()
    return {
      add: (name, handle) => {
        if (handles.has(name)) throw new Error(`The operation ${name} has two handlers.`)
        handles.set(name, handle)
      },
      find: (name) => handles.get(name),
      names: () => new Set(handles.keys())
    }
  })
}

type NeedsOf<Of extends ReadonlyArray<Handler<OperationName, unknown>>> = {
  readonly [Index in keyof Of]: Of[Index] extends Handler<OperationName, infer R> ? R : never
}[number]

/** A feature's handlers, added to the registry when its layer is built. */
export const handles = <const Of extends ReadonlyArray<Handler<OperationName, unknown>>>(
  ...handlers: Of
): Layer.Layer<never, never, NeedsOf<Of> | Handlers> =>
  Layer.effectDiscard(
    Effect.flatMap(Handlers, (registry) =>
      Effect.forEach(
        handlers as ReadonlyArray<Handler<OperationName, NeedsOf<Of>>>,
        ({ make, name }) => Effect.map(make, (handle) => registry.add(name, handle)),
        { discard: true }
      )
    )
  )
