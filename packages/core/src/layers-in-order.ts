import { Layer } from "effect"

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
 * Builds layers one after another. Each gets the services of those before it.
 *
 * @example
 * const layer = layersInOrder(AuditTrail.layer, AuditSealer.layer) // The sealer requires the trail.
 */
export const layersInOrder = <const Of extends Layers>(
  ...layers: Of
): Layer.Layer<ServicesOf<Of>, ErrorsOf<Of>, Missing<Of>> =>
  // `Missing` is what none of the layers before one builds.
  (layers as unknown as ReadonlyArray<Layer.Layer<ServicesOf<Of>, ErrorsOf<Of>, Missing<Of>>>).reduce(
    (built, next) => Layer.provideMerge(next, built)
  )
