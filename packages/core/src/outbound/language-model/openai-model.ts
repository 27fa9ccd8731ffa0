import { Effect, JSONSchema, Redacted, Schema } from "effect"
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
