import { Effect, Schema } from "effect"
import type { LanguageModelSettings } from "../../settings.ts"
import { makeModelRequest } from "./model.ts"
import {
  type CopyCandidates,
  CopyFailed,
  type CopyRequest,
  copyDocument,
  copyInstructions
} from "./prompt.ts"

const CopySchema = Schema.Struct({
  pages: Schema.Array(
    Schema.Struct({
      url: Schema.String,
      headlines: Schema.Array(Schema.String),
      descriptions: Schema.Array(Schema.String)
    })
  )
})

/** Generates copy with a language model. */
export const copyModel = (settings: LanguageModelSettings) =>
  Effect.map(makeModelRequest(settings), (ask) => ({
    model: settings.model,
    write: (request: CopyRequest): Effect.Effect<ReadonlyArray<CopyCandidates>, CopyFailed> =>
      ask({
        name: "ad_copy",
        schema: CopySchema,
        instructions: copyInstructions(request),
        document: copyDocument(request)
      }).pipe(
        Effect.mapBoth({
          onSuccess: ({ pages }) => pages,
          onFailure: ({ message }) => new CopyFailed({ message })
        }),
        Effect.withSpan("CopyWriter.write")
      )
  }))
