import { Context, Effect, Layer } from "effect"

type Layers = readonly [Layer.Layer.Any, ...Array<Layer.Layer.Any>]
type ServicesOf<Of extends Layers> = { [K in keyof Of]: Layer.Layer.Success<Of[K]> }[number]
type ErrorsOf<Of extends Layers> = { [K in keyof Of]: Layer.Layer.Error<Of[K]> }[number]

/** The services that layers require beside those of the layers before them. */
type Missing<Of extends ReadonlyArray<unknown>, Built = never> = Of extends readonly [
  infer First extends Layer.Layer.Any,
  ...infer Others
]
  ? Exclude<Layer.Layer.Context<First>, Built> | Missing<Others, Built | Layer.Layer.Success<First>>
  : never

/**
 * Builds layers one after another. Each gets the services of those before it, and they close in reverse order. A layer
 * that the rest of the program also uses is built once.
 *
 * It does the work of `Layer.mergeAll` and `Layer.provideMerge` without their fibers and scopes, which take longer than
 * creating a service.
 *
 * @example
 * const layer = layersInOrder(AuditTrail.layer, AuditSealer.layer) // The sealer requires the trail.
 */
export const layersInOrder = <const Of extends Layers>(
  ...layers: Of
): Layer.Layer<ServicesOf<Of>, ErrorsOf<Of>, Missing<Of>> => {
  const build = Effect.gen(function* () {
    const given = yield* Effect.context<Missing<Of>>()
    const memoMap = yield* Layer.CurrentMemoMap
    const scope = yield* Effect.scope
    let built = Context.empty() as Context.Context<ServicesOf<Of>>
    for (const one of layers) {
      // `Missing` is what none of the layers before this one builds.
      const layer = one as unknown as Layer.Layer<ServicesOf<Of>, ErrorsOf<Of>, ServicesOf<Of>>
      const building = Layer.buildWithMemoMap(layer, memoMap, scope)
      built = Context.merge(built, yield* Effect.provide(building, Context.merge(given, built)))
    }
    return built
  })
  return Layer.scopedContext(build)
}
