import { Effect, Schema } from "effect"
import type { LanguageModelSettings } from "../../settings.ts"
import { askingModel } from "./model.ts"
import { type CopyCandidates, CopyFailed, type CopyRequest, documentFor, instructionsFor } from "./prompt.ts"

const Copy = Schema.Struct({
  pages: Schema.Array(
    Schema.Struct({
      url: Schema.String,
      headlines: Schema.Array(Schema.String),
      descriptions: Schema.Array(Schema.String)
    })
  )
})

/** Copy by a language model. */
export const copyModel = (settings: LanguageModelSettings) =>
  Effect.map(askingModel(settings), (ask) => ({
    model: settings.model,
    write: (request: CopyRequest): Effect.Effect<ReadonlyArray<CopyCandidates>, CopyFailed> =>
      ask({
        name: "ad_copy",
        form: Copy,
        instructions: instructionsFor(request),
        document: documentFor(request)
      }).pipe(
        Effect.mapBoth({
          onSuccess: ({ pages }) => pages,
          onFailure: ({ message }) => new CopyFailed({ message })
        }),
        Effect.withSpan("CopyWriter.write")
      )
  }))
