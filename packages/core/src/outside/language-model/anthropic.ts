import * as LanguageModel from "@effect/ai/LanguageModel"
import * as AnthropicClient from "@effect/ai-anthropic/AnthropicClient"
import * as AnthropicLanguageModel from "@effect/ai-anthropic/AnthropicLanguageModel"
import * as FetchHttpClient from "@effect/platform/FetchHttpClient"
import { Effect, Layer, Schema } from "effect"
import type { LanguageModelSettings } from "../../settings.ts"
import { type CopyCandidates, CopyFailed, type CopyRequest } from "./copy-writer.ts"
import { documentFor, instructionsFor } from "./prompt.ts"

/** Plain lists of texts: how long they may be is told in words, and held to the rules afterwards. */
const Copy = Schema.Struct({
  pages: Schema.Array(
    Schema.Struct({
      url: Schema.String,
      headlines: Schema.Array(Schema.String),
      descriptions: Schema.Array(Schema.String)
    })
  )
})

/** A redirect is an error: it would carry the key to another address. */
const client = ({ key, url }: LanguageModelSettings) =>
  AnthropicClient.layer({ apiKey: key, ...(url === null ? {} : { apiUrl: url }) }).pipe(
    Layer.provide(FetchHttpClient.layer),
    Layer.provide(Layer.succeed(FetchHttpClient.RequestInit, { redirect: "error" }))
  )

/** Asks the model once. A draft is wanted in seconds, so what takes longer, fails or makes no sense is let go. */
export const anthropicWriter = (settings: LanguageModelSettings) =>
  Effect.gen(function* () {
    const layer = AnthropicLanguageModel.layer({ model: settings.model }).pipe(
      Layer.provide(client(settings))
    )
    const model = yield* Effect.provide(LanguageModel.LanguageModel, yield* Layer.build(layer))
    const write = (request: CopyRequest): Effect.Effect<ReadonlyArray<CopyCandidates>, CopyFailed> =>
      model
        .generateObject({
          objectName: "ad_copy",
          schema: Copy,
          prompt: [
            { role: "system", content: instructionsFor(request) },
            { role: "user", content: [{ type: "text", text: documentFor(request) }] }
          ]
        })
        .pipe(
          Effect.map(({ value }) => value.pages),
          Effect.timeoutFail({
            duration: settings.timeoutSeconds * 1000,
            onTimeout: () =>
              new CopyFailed({ message: `No answer within ${settings.timeoutSeconds} seconds` })
          }),
          Effect.mapError((error) => new CopyFailed({ message: error.message })),
          Effect.withSpan("CopyWriter.write")
        )
    return { model: settings.model, write }
  })
