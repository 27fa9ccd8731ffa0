import { Context, Effect, Layer } from "effect"
import type { OperationName } from "../contract/index.ts"
import type { BuiltHandler, Handler } from "./handler.ts"

/** The registered handler of each operation. The pipeline looks up a handler for each call. */
export class Handlers extends Context.Tag("@adwarden/Handlers")<
  Handlers,
  {
    readonly add: (name: OperationName, built: BuiltHandler) => void
    readonly find: (name: OperationName) => BuiltHandler | undefined
    readonly names: () => ReadonlySet<OperationName>
  }
>() {
  /** An empty registry. Features fill it while their layers are built. */
  static readonly layer = Layer.sync(Handlers, () => {
    const handlers = new Map<OperationName, BuiltHandler>()
    return {
      add: (name, built) => {
        if (handlers.has(name)) throw new Error(`The operation ${name} has two handlers.`)
        handlers.set(name, built)
      },
      find: (name) => handlers.get(name),
      names: () => new Set(handlers.keys())
    }
  })
}

type RequirementsOf<Of extends ReadonlyArray<Handler<OperationName, unknown>>> = {
  readonly [Index in keyof Of]: Of[Index] extends Handler<OperationName, infer R> ? R : never
}[number]

/** Registers a feature's handlers. */
export const registerHandlers = <const Of extends ReadonlyArray<Handler<OperationName, unknown>>>(
  ...handlers: Of
): Effect.Effect<void, never, RequirementsOf<Of> | Handlers> =>
  Effect.flatMap(Handlers, (registry) =>
    Effect.forEach(
      handlers as ReadonlyArray<Handler<OperationName, RequirementsOf<Of>>>,
      ({ make, name }) => Effect.map(make, (built) => registry.add(name, built)),
      { discard: true }
    )
  )
