import * as LanguageModel from "@effect/ai/LanguageModel"
import * as AnthropicClient from "@effect/ai-anthropic/AnthropicClient"
import * as AnthropicLanguageModel from "@effect/ai-anthropic/AnthropicLanguageModel"
import * as FetchHttpClient from "@effect/platform/FetchHttpClient"
import * as HttpClient from "@effect/platform/HttpClient"
import { Effect, Layer } from "effect"
import { durationText } from "../../contract/index.ts"
import type { LanguageModelSettings } from "../../settings.ts"
import { type ModelRequest, makeOpenAiModel } from "./openai-model.ts"

/** A redirect is an error: it would send the key to another server. Our trace context is of no use there. */
const anthropicClient = ({ key, url }: LanguageModelSettings) =>
  AnthropicClient.layer({
    apiKey: key,
    ...(url === null ? {} : { apiUrl: url }),
    transformClient: HttpClient.withTracerPropagation(false)
  }).pipe(
    Layer.provide(FetchHttpClient.layer),
    Layer.provide(Layer.succeed(FetchHttpClient.RequestInit, { redirect: "error" }))
  )

const modelOf = (settings: LanguageModelSettings) =>
  settings.api === "openai"
    ? Effect.succeed(makeOpenAiModel(settings))
    : Effect.gen(function* () {
        const layer = AnthropicLanguageModel.layer({ model: settings.model }).pipe(
          Layer.provide(anthropicClient(settings))
        )
        const model = yield* Effect.provide(LanguageModel.LanguageModel, yield* Layer.build(layer))
        return <A, I extends Record<string, unknown>>({
          document,
          instructions,
          name,
          schema
        }: ModelRequest<A, I>) =>
          model
            .generateObject({
              objectName: name,
              schema,
              prompt: [
                { role: "system", content: instructions },
                { role: "user", content: [{ type: "text", text: document }] }
              ]
            })
            .pipe(
              Effect.mapBoth({ onFailure: ({ message }) => ({ message }), onSuccess: ({ value }) => value })
            )
      })

/**
 * Sends one request to the model. Callers work without it, so a timeout, a failure or an invalid response is
 * only logged.
 */
export const makeModelRequest = (settings: LanguageModelSettings) =>
  Effect.gen(function* () {
    const model = yield* modelOf(settings)
    return <A, I extends Record<string, unknown>>(
      request: ModelRequest<A, I>
    ): Effect.Effect<A, { readonly message: string }> =>
      model(request).pipe(
        Effect.timeoutFail({
          duration: settings.timeoutSeconds * 1000,
          onTimeout: () => ({ message: `No response within ${durationText(settings.timeoutSeconds)}` })
        })
      )
  })
