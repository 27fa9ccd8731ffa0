import type { JsonSchema } from "@adwarden/core/contract"

const isNull = (schema: JsonSchema): boolean => schema["type"] === "null"

const sizeRange = (min: unknown, max: unknown): string => {
  if (max === undefined) return ""
  return min === undefined ? ` (at most ${max})` : ` (${min} to ${max})`
}

/** A limit that only protects the service and is not worth showing. */
const practicallyUnbounded = 1e9

const variantsOf = (schema: JsonSchema): ReadonlyArray<JsonSchema> | null =>
  Array.isArray(schema["anyOf"]) ? (schema["anyOf"] as ReadonlyArray<JsonSchema>) : null

/** Describes the type of a schema in a few words. Accepted values are in backticks. */
export const describeType = (schema: JsonSchema): string => {
  const variants = variantsOf(schema)
  if (variants !== null) return [...new Set(variants.map(describeType))].join(" or ")
  if (Array.isArray(schema["enum"]))
    return schema["enum"].map((word) => `\`${JSON.stringify(word)}\``).join(", ")
  const { format, items, maxItems, maxLength, maximum, minItems, minimum, type } = schema
  if (isNull(schema)) return "null"
  if (items !== undefined)
    return `list${sizeRange(minItems, maxItems)} of ${describeType(items as JsonSchema)}`
  if (format === "date") return "date, YYYY-MM-DD"
  if (format === "date-time") return "time, ISO 8601 in UTC"
  if (minimum !== undefined && typeof maximum === "number") {
    return maximum < practicallyUnbounded
      ? `${type}, ${minimum} to ${maximum}`
      : `${type}, at least ${minimum}`
  }
  if (typeof maxLength === "number" && type === "string") return `string, at most ${maxLength} characters`
  return String(type ?? "any value")
}

/** Returns the object inside a list or a nullable schema, whose fields are worth showing. */
export const innerObjectOf = (schema: JsonSchema): JsonSchema | null => {
  const variants = variantsOf(schema)?.filter((variant) => !isNull(variant))
  if (variants !== undefined) return variants.length === 1 ? innerObjectOf(variants[0]!) : null
  if (schema["items"] !== undefined) return innerObjectOf(schema["items"] as JsonSchema)
  const { additionalProperties, properties } = schema
  if (properties !== undefined && Object.keys(properties as object).length > 0) return schema
  return typeof additionalProperties === "object" ? innerObjectOf(additionalProperties as JsonSchema) : null
}
