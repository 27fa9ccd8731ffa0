import { Context, Effect, Layer } from "effect"
import { Settings } from "../../settings.ts"
import type { Prose, ProseRequest } from "./prose-rules.ts"

/**
 * Rewrites the templates' text with a model, if there is one. It never fails and never adds facts: the
 * model's text is checked against its source, and otherwise the template's text stays.
 */
export class ProseWriter extends Context.Tag("@adwarden/ProseWriter")<
  ProseWriter,
  { readonly rewrite: (request: ProseRequest) => Effect.Effect<Prose> }
>() {
  static readonly none = Layer.succeed(ProseWriter, {
    rewrite: ({ text }) => Effect.succeed({ text, by: null })
  })

  /** Uses the model in the settings. Its client is loaded only if one is set. */
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
