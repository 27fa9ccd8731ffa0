import { Context, Effect, Layer } from "effect"
import { Settings } from "../../settings.ts"
import type { CopyCandidates, CopyFailed, CopyRequest } from "./prompt.ts"

/** Writes candidates for copy. Without a model there are none, and the rules write all of it. */
export class CopyWriter extends Context.Tag("@adwarden/CopyWriter")<
  CopyWriter,
  {
    /** What it is called in the source of what it wrote; null where there is none. */
    readonly model: string | null
    readonly write: (request: CopyRequest) => Effect.Effect<ReadonlyArray<CopyCandidates>, CopyFailed>
  }
>() {
  static readonly none = Layer.succeed(CopyWriter, { model: null, write: () => Effect.succeed([]) })

  /** The model that the settings name. What it takes to speak to one is loaded only where there is one. */
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
