import * as LanguageModel from "@effect/ai/LanguageModel"
import * as AnthropicClient from "@effect/ai-anthropic/AnthropicClient"
import * as AnthropicLanguageModel from "@effect/ai-anthropic/AnthropicLanguageModel"
import * as FetchHttpClient from "@effect/platform/FetchHttpClient"
import { Effect, Layer, type Schema } from "effect"
import type { LanguageModelSettings } from "../../settings.ts"

/**
 * A request to a model: our instructions, a document of data, and the response schema. Nothing else is sent.
 */
interface ModelRequest<A, I extends Record<string, unknown>> {
  readonly name: string
  /** A plain schema: the instructions describe the texts, and rules check them afterwards. */
  readonly schema: Schema.Schema<A, I>
  /** Our own text only, never untrusted text. */
  readonly instructions: string
  /** JSON, so that no text in it can end the document and start anything else. */
  readonly document: string
}

/** A redirect is an error: it would send the key to another server. */
const client = ({ key, url }: LanguageModelSettings) =>
  AnthropicClient.layer({ apiKey: key, ...(url === null ? {} : { apiUrl: url }) }).pipe(
    Layer.provide(FetchHttpClient.layer),
    Layer.provide(Layer.succeed(FetchHttpClient.RequestInit, { redirect: "error" }))
  )

/**
 * Sends one request to the model. Callers work without it, so a timeout, a failure or an invalid response is
 * only logged.
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
            onTimeout: () => ({ message: `No response within ${settings.timeoutSeconds} seconds` })
          }),
          Effect.mapError(({ message }) => ({ message }))
        )
  })
