import { Schema } from "effect"

/** Adds what a reader (a person or an agent) needs to know about a field. */
export const described = <S extends Schema.Annotable.All>(
  schema: S,
  description: string
): Schema.Annotable.Self<S> => schema.annotations({ description })

/** A line of text that a person typed: never empty, bounded, no control characters such as line breaks. */
export const Line = (max: number) =>
  Schema.String.pipe(
    Schema.filter((text) => text.trim().length > 0 && [...text].length <= max && !/\p{Cc}/u.test(text), {
      message: () => `must be one line of 1 to ${max} characters`,
      jsonSchema: { minLength: 1, maxLength: max }
    })
  )

/** A longer text such as markdown; line breaks are welcome. */
export const Prose = (max: number) =>
  Schema.String.pipe(Schema.maxLength(max, { message: () => `must be at most ${max} characters` }))

export const WebUrl = Schema.String.pipe(
  Schema.filter((text) => text.length <= 2048 && URL.canParse(text) && /^https?:\/\//i.test(text), {
    message: () => "must be a full web address such as https://example.com/page",
    jsonSchema: { format: "uri", maxLength: 2048 }
  })
)

/** One of a few words. The message lists them, so that a caller can mend the call without the docs. */
export const OneOf = <const Words extends readonly [string, ...Array<string>]>(...words: Words) =>
  Schema.Literal(...words).annotations({
    message: () => ({
      message: `must be ${words.length === 1 ? "" : "one of "}${words.join(", ")}`,
      override: true
    })
  })

/** A field that may be left out, but not sent as null. */
export const optional = <A, I>(schema: Schema.Schema<A, I>, description?: string) =>
  Schema.optionalWith(description === undefined ? schema : schema.annotations({ description }), {
    exact: true
  })

/** The same default stands in the decoder and in the tool's schema. */
export const withDefault = <A extends string | number | boolean, I>(
  schema: Schema.Schema<A, I>,
  value: NoInfer<A>,
  description: string
) =>
  Schema.optionalWith(schema.annotations({ default: value, description }), {
    exact: true,
    default: () => value
  })
