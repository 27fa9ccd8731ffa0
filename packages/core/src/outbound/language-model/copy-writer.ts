import { Context, Effect, Layer } from "effect"
import { Settings } from "../../settings.ts"
import type { CopyCandidates, CopyFailed, CopyRequest } from "./prompt.ts"

/** Writes candidates for copy. Without a model there are none, and templates write all of it. */
export class CopyWriter extends Context.Tag("@adwarden/CopyWriter")<
  CopyWriter,
  {
    /** The model's name in the source of its texts; null without a model. */
    readonly model: string | null
    readonly write: (request: CopyRequest) => Effect.Effect<ReadonlyArray<CopyCandidates>, CopyFailed>
  }
>() {
  static readonly none = Layer.succeed(CopyWriter, { model: null, write: () => Effect.succeed([]) })

  /** Uses the model in the settings. Its client is loaded only if one is set. */
  static readonly layer: Layer.Layer<CopyWriter, never, Settings> = Layer.unwrapEffect(
    Effect.flatMap(Settings, ({ languageModel }) =>
      languageModel === null
        ? Effect.succeed(CopyWriter.none)
        : Effect.map(
            Effect.promise(() => import("./copy-model.ts")),
            ({ copyModel }) => Layer.scoped(CopyWriter, copyModel(languageModel))
          )
    )
  )
}
