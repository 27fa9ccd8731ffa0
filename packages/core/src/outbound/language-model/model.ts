import { type Context, Effect, Layer } from "effect"
import { Settings } from "../../settings.ts"
import type { AskModel } from "./model-client.ts"

/**
 * Builds a service on the model in the settings. Without a model it is `none`, and the model's client is not
 * loaded.
 */
export const layerWithModel = <Id, Service>(
  tag: Context.Tag<Id, Service>,
  none: Service,
  make: (ask: AskModel, model: string) => Service
): Layer.Layer<Id, never, Settings> =>
  Layer.scoped(
    tag,
    Effect.gen(function* () {
      const { languageModel } = yield* Settings
      if (languageModel === null) return none
      const { makeModelRequest } = yield* Effect.promise(() => import("./model-client.ts"))
      return make(makeModelRequest(languageModel), languageModel.model)
    })
  )
