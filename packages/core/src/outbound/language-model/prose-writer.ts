import { Context, Effect, Layer } from "effect"
import { Settings } from "../../settings.ts"
import type { Prose, ProseRequest } from "./prose-rules.ts"

/**
 * Says what the rules wrote in better words, where there is a model. Never fails and never makes anything up: whatever
 * the model answers is held to its source, and what does not pass, or does not come, leaves the text of the rules.
 */
export class ProseWriter extends Context.Tag("@adwarden/ProseWriter")<
  ProseWriter,
  { readonly rewrite: (request: ProseRequest) => Effect.Effect<Prose> }
>() {
  static readonly none = Layer.succeed(ProseWriter, {
    rewrite: ({ text }) => Effect.succeed({ text, by: null })
  })

  /** The model that the settings name. What it takes to speak to one is loaded only where there is one. */
  static readonly layer: Layer.Layer<ProseWriter, never, Settings> = Layer.unwrapEffect(
    Effect.flatMap(Settings, ({ languageModel }) =>
      languageModel === null
        ? Effect.succeed(ProseWriter.none)
        : Effect.map(
            Effect.promise(() => import("./prose-model.ts")),
            ({ proseModel }) => Layer.scoped(ProseWriter, proseModel(languageModel))
          )
    )
  )
}
