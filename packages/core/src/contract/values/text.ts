import { Option, Schema, SchemaAST } from "effect"
import { invisibleIn } from "./invisible.ts"
import { Count, WholeNumber } from "./numbers.ts"

/** Adds a description for people and agents to a field. */
export const described = <S extends Schema.Annotable.All>(
  schema: S,
  description: string
): Schema.Annotable.Self<S> => schema.annotations({ description })

const sentenceAnnotation = Symbol.for("@adwarden/contract/sentence")

/** A text for people and agents. Each surface renders the operations that it names in its own terms. */
export const Sentence = Schema.String.annotations({ [sentenceAnnotation]: true })

export const isSentence = (ast: SchemaAST.AST): boolean =>
  Option.getOrElse(SchemaAST.getAnnotation<boolean>(sentenceAnnotation)(ast), () => false)

const thirdPartyAnnotation = Symbol.for("@adwarden/contract/third-party")

/**
 * Marks an output field that holds or quotes text that others wrote: websites, searches, the ad platform, documents,
 * other people. Such text can contain instructions to a model, so tool descriptions and results name these fields.
 */
export const thirdParty = <S extends Schema.Annotable.All>(schema: S): Schema.Annotable.Self<S> =>
  schema.annotations({ [thirdPartyAnnotation]: true })

export const ThirdPartyText = thirdParty(Schema.String)

export const isThirdParty = (ast: SchemaAST.AST): boolean =>
  Option.getOrElse(SchemaAST.getAnnotation<boolean>(thirdPartyAnnotation)(ast), () => false)

/** Counts characters as people do: code points, not UTF-16 halves. */
const charactersIn = (text: string): number => {
  let count = 0
  for (const _ of text) count++
  return count
}

const lineBreaks = /[\p{Cc}\p{Zl}\p{Zp}]/u
/** They change the order of the following text, so that an approver reads another text than is sent. */
const directionControls = /\p{Bidi_Control}/u
/** Spaces, marks without a letter, and invisible characters (U+2800 is a blank that counts as a sign). */
const invisibleOrBlank = /[\p{Z}\p{M}\p{Cf}\p{Default_Ignorable_Code_Point}\u2800]/gu

const lineProblem = (text: string, max: number): string | undefined => {
  if (directionControls.test(text)) {
    return "must not contain characters that turn the direction of text (such as U+202E)"
  }
  if (text.trim() !== "" && !lineBreaks.test(text) && text.replaceAll(invisibleOrBlank, "") === "") {
    return "must have at least one character that can be seen"
  }
  const invisible = invisibleIn(text)
  if (invisible !== null && !lineBreaks.test(text)) {
    return `must not contain invisible characters: remove ${invisible}`
  }
  const isOneLine = text.trim() !== "" && charactersIn(text) <= max && !lineBreaks.test(text)
  return isOneLine ? undefined : `must be one line of 1 to ${max} characters`
}

/**
 * A line of text that a person typed, a name for example: bounded, without line breaks, direction changes or
 * invisible characters.
 */
export const Line = (max: number) =>
  Schema.String.pipe(
    Schema.filter((text) => lineProblem(text, max), { jsonSchema: { minLength: 1, maxLength: max } })
  )

/** Quotes a text of others in a sentence of ours. Its own quotation marks become single, so that it cannot end early. */
export const quotation = (text: string): string => `“${text.replaceAll(/["“”„‟«»]/gu, "'")}”`

/** A longer text such as markdown; line breaks are allowed. */
export const Prose = (max: number) =>
  Schema.String.pipe(
    Schema.filter((text) => charactersIn(text) <= max, {
      message: () => `must be at most ${max} characters`,
      jsonSchema: { maxLength: max }
    })
  )

export const WebUrl = Schema.String.pipe(
  Schema.filter((text) => text.length <= 2048 && URL.canParse(text) && /^https?:\/\//i.test(text), {
    message: () => "must be a full web address such as https://example.com/page",
    jsonSchema: { format: "uri", maxLength: 2048 }
  })
)

/** One of a few values. The message lists them, so that a caller can fix the call without the docs. */
export const OneOf = <const Words extends readonly [string, ...Array<string>]>(...words: Words) =>
  Schema.Literal(...words).annotations({
    message: () => ({
      message: `must be ${words.length === 1 ? "" : "one of "}${words.join(", ")}`,
      override: true
    })
  })

/** A field that can be omitted, but not sent as null. */
export const optional = <A, I>(schema: Schema.Schema<A, I>, description?: string) =>
  Schema.optionalWith(description === undefined ? schema : schema.annotations({ description }), {
    exact: true
  })

/** The same default is in the decoder and in the tool's schema. */
export const withDefault = <A extends string | number | boolean, I>(
  schema: Schema.Schema<A, I>,
  value: NoInfer<A>,
  description: string
) =>
  Schema.optionalWith(schema.annotations({ default: value, description }), {
    exact: true,
    default: () => value
  })

const isCalendarDay = (text: string) => {
  if (!/^\d{4}-\d{2}-\d{2}$/.test(text)) return false
  const day = new Date(`${text}T00:00:00Z`)
  return !Number.isNaN(day.getTime()) && day.toISOString().startsWith(text)
}

/** A calendar day, YYYY-MM-DD; February 30th is rejected. */
export const Day = Schema.String.pipe(
  Schema.filter(isCalendarDay, {
    message: () => "must be a real date written YYYY-MM-DD",
    jsonSchema: { format: "date" }
  }),
  Schema.brand("Day")
)
export type Day = typeof Day.Type

const millisPerDay = 86_400_000

/** The day this many days later; negative for earlier. */
export const plusDays = (day: string, days: number): string =>
  new Date(Date.parse(`${day}T00:00:00Z`) + days * millisPerDay).toISOString().slice(0, 10)

/** The number of days of a period, including both ends. */
export const daysIn = (from: string, to: string): number =>
  Math.round((Date.parse(to) - Date.parse(from)) / millisPerDay) + 1

/** The two ends of a period, as input fields. */
export const periodInput = {
  from: optional(Day, "First day, YYYY-MM-DD"),
  to: optional(Day, "Last day, YYYY-MM-DD")
}

/** The problem of a period as a whole, for an input's filter. */
export const periodProblem = ({ from, to }: { readonly from?: Day; readonly to?: Day }) =>
  from !== undefined && to !== undefined && from > to
    ? { path: ["from"], message: `must not be after to; send from ${to} to ${from}` }
    : undefined

/** A moment in UTC, ISO 8601. It stays text from Postgres to the response. */
export const Timestamp = Schema.String.pipe(
  Schema.pattern(/^\d{4}-\d{2}-\d{2}T\d{2}:\d{2}:\d{2}(\.\d{1,6})?Z$/, {
    jsonSchema: { format: "date-time" }
  }),
  Schema.brand("Timestamp")
)
export type Timestamp = typeof Timestamp.Type

const defaultPageSize = 20

/** Opaque to callers: only the list that issued it can read it. */
export const Cursor = Schema.String.pipe(Schema.maxLength(1024), Schema.brand("Cursor"))
export type Cursor = typeof Cursor.Type

/** The two parameters of every paginated list. */
export const pageInput = {
  limit: withDefault(WholeNumber(1, 100), defaultPageSize, "Rows"),
  cursor: optional(Cursor, "next_cursor")
}

/** The fields of every paginated list besides its rows. */
export const pageOutput = {
  total: described(Count, "Rows in the whole list"),
  next_cursor: described(
    Schema.NullOr(Schema.String),
    "Send as cursor for the next page; null on the last one"
  )
}
