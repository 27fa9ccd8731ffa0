import * as LanguageModel from "@effect/ai/LanguageModel"
import * as AnthropicClient from "@effect/ai-anthropic/AnthropicClient"
import * as AnthropicLanguageModel from "@effect/ai-anthropic/AnthropicLanguageModel"
import * as FetchHttpClient from "@effect/platform/FetchHttpClient"
import { Effect, Layer, type Schema } from "effect"
import type { LanguageModelSettings } from "../../settings.ts"

/** What a model is asked: our instructions, a document of data, and the form of the answer. Nothing else reaches it. */
interface ModelRequest<A, I extends Record<string, unknown>> {
  readonly name: string
  /** A plain form: what its texts must be like is told in words, and held to the rules afterwards. */
  readonly schema: Schema.Schema<A, I>
  /** Ours alone: they never hold a word of somebody else's. */
  readonly instructions: string
  /** JSON, so that no text in it can end the document and begin anything else. */
  readonly document: string
}

/** A redirect is an error: it would carry the key to another address. */
const client = ({ key, url }: LanguageModelSettings) =>
  AnthropicClient.layer({ apiKey: key, ...(url === null ? {} : { apiUrl: url }) }).pipe(
    Layer.provide(FetchHttpClient.layer),
    Layer.provide(Layer.succeed(FetchHttpClient.RequestInit, { redirect: "error" }))
  )

/**
 * Asks the model once. Whoever asks can do without, so what takes longer than it may, fails or makes no sense is let
 * go with a line for the log.
 */
export const makeModelRequest = (settings: LanguageModelSettings) =>
  Effect.gen(function* () {
    const layer = AnthropicLanguageModel.layer({ model: settings.model }).pipe(
      Layer.provide(client(settings))
    )
    const model = yield* Effect.provide(LanguageModel.LanguageModel, yield* Layer.build(layer))
    return <A, I extends Record<string, unknown>>({
      document,
      schema: form,
      instructions,
      name
    }: ModelRequest<A, I>): Effect.Effect<A, { readonly message: string }> =>
      model
        .generateObject({
          objectName: name,
          schema: form,
          prompt: [
            { role: "system", content: instructions },
            { role: "user", content: [{ type: "text", text: document }] }
          ]
        })
        .pipe(
          Effect.map(({ value }) => value),
          Effect.timeoutFail({
            duration: settings.timeoutSeconds * 1000,
            onTimeout: () => ({ message: `No answer within ${settings.timeoutSeconds} seconds` })
          }),
          Effect.mapError(({ message }) => ({ message }))
        )
  })
