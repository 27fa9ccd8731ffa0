import { Effect, JSONSchema, Redacted, Schema } from "effect"
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

const failed = (reason: string) => ({ message: `The model's API returned ${reason}` })

interface Call {
  readonly url: string
  readonly headers: Readonly<Record<string, string>>
  readonly body: unknown
}

/** Sends a request and decodes the response. */
const post = <A, I>({ body, headers, url }: Call, schema: Schema.Schema<A, I>) =>
  Effect.gen(function* () {
    const response = yield* Effect.tryPromise({
      try: (signal) =>
        fetch(url, {
          method: "POST",
          signal,
          // A redirect would send the key to another server.
          redirect: "error",
          headers: { ...headers, "content-type": "application/json" },
          body: JSON.stringify(body)
        }),
      catch: () => failed("no response")
    })
    if (!response.ok) return yield* Effect.fail(failed(`the status ${response.status}`))
    const text = yield* Effect.tryPromise({ try: () => response.text(), catch: () => failed("no body") })
    const decoded = Schema.decodeUnknown(Schema.parseJson(schema))(text)
    return yield* Effect.mapError(decoded, () => failed("no completion"))
  })

const anotherForm = () => failed("text of another form")

const Completion = Schema.Struct({
  choices: Schema.NonEmptyArray(Schema.Struct({ message: Schema.Struct({ content: Schema.String }) }))
})

/** A model behind the chat completions API that OpenAI defined and others offer too. */
const makeOpenAiModel =
  ({ key, model, url }: LanguageModelSettings) =>
  <A, I extends Record<string, unknown>>({ document, instructions, name, schema }: ModelRequest<A, I>) => {
    const call = {
      url: `${(url ?? "https://api.openai.com/v1").replace(/\/$/, "")}/chat/completions`,
      headers: { authorization: `Bearer ${Redacted.value(key)}` },
      body: {
        model,
        messages: [
          { role: "system", content: instructions },
          { role: "user", content: document }
        ],
        response_format: { type: "json_schema", json_schema: { name, schema: JSONSchema.make(schema) } }
      }
    }
    return post(call, Completion).pipe(
      Effect.flatMap(({ choices }) =>
        Effect.mapError(
          Schema.decodeUnknown(Schema.parseJson(schema))(choices[0].message.content),
          anotherForm
        )
      )
    )
  }

const Message = Schema.Struct({
  content: Schema.Array(Schema.Struct({ type: Schema.String, input: Schema.optional(Schema.Unknown) }))
})

/** The texts of an answer need a fraction of this. */
const maxTokens = 4096

/** A model behind Anthropic's messages API. It answers by the only tool, whose input has the form of the schema. */
const makeAnthropicModel =
  ({ key, model, url }: LanguageModelSettings) =>
  <A, I extends Record<string, unknown>>({ document, instructions, name, schema }: ModelRequest<A, I>) => {
    const call = {
      url: `${(url ?? "https://api.anthropic.com").replace(/\/$/, "")}/v1/messages`,
      headers: { "x-api-key": Redacted.value(key), "anthropic-version": "2023-06-01" },
      body: {
        model,
        max_tokens: maxTokens,
        system: [{ type: "text", text: instructions }],
        messages: [{ role: "user", content: [{ type: "text", text: document }] }],
        tools: [{ name, description: "Returns the answer", input_schema: JSONSchema.make(schema) }],
        tool_choice: { type: "tool", name, disable_parallel_tool_use: true }
      }
    }
    return post(call, Message).pipe(
      Effect.flatMap(({ content }) =>
        Effect.mapError(
          Schema.decodeUnknown(schema)(content.find(({ type }) => type === "tool_use")?.input),
          anotherForm
        )
      )
    )
  }

/**
 * Sends one request to the model. Callers work without it, so a timeout, a failure or an invalid response is
 * only logged.
 */
export const makeModelRequest = (settings: LanguageModelSettings) => {
  const model = settings.api === "openai" ? makeOpenAiModel(settings) : makeAnthropicModel(settings)
  return <A, I extends Record<string, unknown>>(
    request: ModelRequest<A, I>
  ): Effect.Effect<A, { readonly message: string }> =>
    model(request).pipe(
      Effect.timeoutFail({
        duration: settings.timeoutSeconds * 1000,
        onTimeout: () => ({ message: `No response within ${durationText(settings.timeoutSeconds)}` })
      })
    )
}

/** Sends one request to the model. */
export type AskModel = ReturnType<typeof makeModelRequest>
