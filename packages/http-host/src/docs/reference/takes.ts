import type { JsonSchema } from "@adwarden/core/contract"

const isNull = (schema: JsonSchema): boolean => schema["type"] === "null"

const many = (least: unknown, most: unknown): string => {
  if (most === undefined) return ""
  return least === undefined ? ` (at most ${most})` : ` (${least} to ${most})`
}

/** A maximum that only guards us: nobody has to know it beforehand. */
const asGoodAsNone = 1e9

const formsOf = (schema: JsonSchema): ReadonlyArray<JsonSchema> | null =>
  Array.isArray(schema["anyOf"]) ? (schema["anyOf"] as ReadonlyArray<JsonSchema>) : null

/** What a value of a schema is, in a few words; words that are taken stand between backticks. */
export const takes = (schema: JsonSchema): string => {
  const forms = formsOf(schema)
  if (forms !== null) return [...new Set(forms.map(takes))].join(" or ")
  if (Array.isArray(schema["enum"]))
    return schema["enum"].map((word) => `\`${JSON.stringify(word)}\``).join(", ")
  const { format, items, maxItems, maxLength, maximum, minItems, minimum, type } = schema
  if (isNull(schema)) return "null"
  if (items !== undefined) return `list${many(minItems, maxItems)} of ${takes(items as JsonSchema)}`
  if (format === "date") return "date, YYYY-MM-DD"
  if (format === "date-time") return "time, ISO 8601 in UTC"
  if (minimum !== undefined && typeof maximum === "number") {
    return maximum < asGoodAsNone ? `${type}, ${minimum} to ${maximum}` : `${type}, at least ${minimum}`
  }
  if (typeof maxLength === "number" && type === "string") return `string, at most ${maxLength} characters`
  return String(type ?? "any value")
}

/** The object inside a schema, whose fields are worth showing: in a list, or where there may be null instead. */
export const insideOf = (schema: JsonSchema): JsonSchema | null => {
  const forms = formsOf(schema)?.filter((form) => !isNull(form))
  if (forms !== undefined) return forms.length === 1 ? insideOf(forms[0]!) : null
  if (schema["items"] !== undefined) return insideOf(schema["items"] as JsonSchema)
  const { additionalProperties, properties } = schema
  if (properties !== undefined && Object.keys(properties as object).length > 0) return schema
  return typeof additionalProperties === "object" ? insideOf(additionalProperties as JsonSchema) : null
}
