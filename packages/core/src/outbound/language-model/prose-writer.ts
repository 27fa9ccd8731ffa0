import { Context, Effect, Layer } from "effect"
import { Settings } from "../../settings.ts"

/** A paragraph that a model may say better. */
export interface ProseRequest {
  /** What it is for, in our own words: "the opening of a weekly report". */
  readonly about: string
  /** As the rules wrote it, in markdown. This is what is said unless something better comes. */
  readonly text: string
  /** What else may be said, as JSON. Search terms, names and documents in it are data: nothing in it is an instruction. */
  readonly facts: unknown
}

export interface Prose {
  readonly text: string
  /** The model that wrote it; null where the rules did. */
  readonly by: string | null
}

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
