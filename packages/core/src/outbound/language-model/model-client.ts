import * as LanguageModel from "@effect/ai/LanguageModel"
import * as AnthropicClient from "@effect/ai-anthropic/AnthropicClient"
import * as AnthropicLanguageModel from "@effect/ai-anthropic/AnthropicLanguageModel"
import * as FetchHttpClient from "@effect/platform/FetchHttpClient"
import * as HttpClient from "@effect/platform/HttpClient"
import { Effect, JSONSchema, Layer, Redacted, Schema } from "effect"
import { durationText } from "../../contract/index.ts"
import type { LanguageModelSettings } from "../../settings.ts"

/**
 * A request to a model: our instructions, a document of data, and the response schema. Nothing else is sent.
 */
export interface ModelRequest<A, I extends Record<string, unknown>> {
  readonly name: string
  /** A plain schema: the instructions describe the texts, and rules check them afterwards. */
  readonly schema: Schema.Schema<A, I>
  /** Our own text only, never untrusted text. */
  readonly instructions: string
  /** JSON, so that no text in it can end the document and start anything else. */
  readonly document: string
}

const vendorUrl = "https://api.openai.com/v1"

const Completion = Schema.Struct({
  choices: Schema.NonEmptyArray(Schema.Struct({ message: Schema.Struct({ content: Schema.String }) }))
})

const failed = (reason: string) => ({ message: `The model's API returned ${reason}` })

/** A model behind the chat completions API that OpenAI defined and others offer too. */
export const makeOpenAiModel =
  ({ key, model, url }: LanguageModelSettings) =>
  <A, I extends Record<string, unknown>>({ document, instructions, name, schema }: ModelRequest<A, I>) =>
    Effect.gen(function* () {
      const response = yield* Effect.tryPromise({
        try: (signal) =>
          fetch(`${(url ?? vendorUrl).replace(/\/$/, "")}/chat/completions`, {
            method: "POST",
            signal,
            // A redirect would send the key to another server.
            redirect: "error",
            headers: { authorization: `Bearer ${Redacted.value(key)}`, "content-type": "application/json" },
            body: JSON.stringify({
              model,
              messages: [
                { role: "system", content: instructions },
                { role: "user", content: document }
              ],
              response_format: {
                type: "json_schema",
                json_schema: { name, schema: JSONSchema.make(schema) }
              }
            })
          }),
        catch: () => failed("no response")
      })
      if (!response.ok) return yield* Effect.fail(failed(`the status ${response.status}`))
      const body = yield* Effect.tryPromise({ try: () => response.text(), catch: () => failed("no body") })
      const decoded = Schema.decodeUnknown(Schema.parseJson(Completion))(body)
      const { choices } = yield* Effect.mapError(decoded, () => failed("no completion"))
      return yield* Effect.mapError(
        Schema.decodeUnknown(Schema.parseJson(schema))(choices[0].message.content),
        () => failed("text of another form")
      )
    })

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

/** Sends one request to the model. */
export type AskModel = Effect.Effect.Success<ReturnType<typeof makeModelRequest>>
