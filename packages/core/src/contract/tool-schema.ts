import { inputFields } from "./input-fields.ts"
import { inputJsonSchema, type JsonSchema, outputJsonSchema, rewriteEach } from "./json-schema.ts"
import { renderSchemaMentions } from "./operation-mentions.ts"
import type { AnyOperation } from "./table.ts"
import { fieldAliases } from "./tool-input.ts"

const isNull = (schema: JsonSchema) => schema["type"] === "null"
const plainTypes = (schemas: ReadonlyArray<JsonSchema>) =>
  schemas.every((one) => one["type"] !== undefined && Object.keys(one).length === 1)

/** "A text or null" in one type list: a union says the same at three times the length. */
const withTypeLists = (schema: JsonSchema): JsonSchema => {
  const { anyOf, ...rest } = schema
  if (!Array.isArray(anyOf)) return schema
  const members = anyOf as ReadonlyArray<JsonSchema>
  if (plainTypes(members)) return { type: [...new Set(members.flatMap((one) => one["type"]))], ...rest }
  const others = members.filter((one) => !isNull(one))
  const [only] = others
  if (others.length !== 1 || members.length !== 2 || typeof only?.["type"] !== "string") return schema
  const values = Array.isArray(only["enum"]) ? { enum: [...only["enum"], null] } : {}
  return { ...only, type: [only["type"], "null"], ...values, ...rest }
}

const without = (schema: JsonSchema, drop: (keyword: string, value: unknown) => boolean): JsonSchema =>
  Object.fromEntries(Object.entries(schema).filter(([keyword, value]) => !drop(keyword, value)))

const isEmpty = (value: unknown) =>
  typeof value === "object" && value !== null && Object.keys(value).length === 0

/** Far above whatever a caller would think of by itself: a guard of ours, which the answer tells should it be met. */
const maxUsefulLimit = 1_000_000

/** More than a name, a key or an address ever needs. A document may be longer than it may, so its length is told. */
const enoughForAnyName = (length: number) => length >= 128 && length <= 2048

/** Formats, patterns and the limits that nobody meets help no reader; what breaks them is told by the answer. */
const isOmittedFromInput = (keyword: string, value: unknown) =>
  keyword === "pattern" ||
  keyword === "format" ||
  keyword === "minLength" ||
  (keyword === "maxLength" && enoughForAnyName(Number(value))) ||
  (keyword === "maximum" && Number(value) > maxUsefulLimit) ||
  (keyword === "required" && isEmpty(value))

/**
 * Of an answer neither limits nor words are read: what it means is told where the tool is described, and types
 * are made from names, types and enums alone.
 */
const outputKeywords = new Set([
  "type",
  "properties",
  "required",
  "items",
  "enum",
  "const",
  "anyOf",
  "additionalProperties"
])
const isOmittedFromOutput = (keyword: string, value: unknown) =>
  !outputKeywords.has(keyword) || isEmpty(value)

/** A field with fixed values is described by these values alone: their type follows from them. */
const withConstants = (schema: JsonSchema): JsonSchema => {
  const { enum: values, type: _, ...rest } = schema
  if (!Array.isArray(values)) return schema
  return values.length === 1 ? { const: values[0], ...rest } : { enum: values, ...rest }
}

/** The forms of an answer as one object that has the fields of all of them: none is in every form. */
const asOneObject = (schema: JsonSchema): JsonSchema => {
  const { anyOf } = schema
  if (!Array.isArray(anyOf)) return schema
  const forms = anyOf as ReadonlyArray<JsonSchema>
  return { type: "object", properties: Object.assign({}, ...forms.map((form) => form["properties"])) }
}

/** What comes instead of the answer where a person has to approve first: a result, and no error. */
const heldProperties = {
  code: { const: "approval_required" },
  message: { type: "string" },
  queued_recommendation_id: { type: "string" }
}

const withHeldResponse = (schema: JsonSchema): JsonSchema => {
  const { required: _, ...rest } = schema
  return { ...rest, properties: { ...(schema["properties"] as object), ...heldProperties } }
}

/**
 * With the other names under which an id is taken: action_id for id. Neither name is required then, because no schema
 * at the root may say "one of the two" (model providers refuse anyOf there); a call without both is refused.
 */
const withIdAliases = (operation: AnyOperation, schema: JsonSchema): JsonSchema => {
  const aliases = [...fieldAliases(inputFields(operation))].filter(([alias]) => alias.endsWith("_id"))
  if (aliases.length === 0) return schema
  const properties = { ...(schema["properties"] as Readonly<Record<string, JsonSchema>>) }
  const required = new Set(schema["required"] as ReadonlyArray<string> | undefined)
  for (const [alias, field] of aliases) {
    properties[alias] = {
      type: properties[field]!["type"],
      description: `Another name for ${field}; send one`
    }
    required.delete(field)
  }
  return without({ ...schema, properties, required: [...required] }, isOmittedFromInput)
}

/** What a tool takes, with enums, ranges and defaults, in the tools' own words. */
export const toolInputSchema = (operation: AnyOperation): JsonSchema => {
  const schema = rewriteEach(renderSchemaMentions("mcp", inputJsonSchema(operation)), (one) =>
    withTypeLists(without(one, isOmittedFromInput))
  ) as JsonSchema
  return withIdAliases(operation, schema)
}

/** What a tool gives, short: as much as a client needs to make types of it. */
export const toolOutputSchema = (operation: AnyOperation): JsonSchema => {
  const whole = asOneObject(outputJsonSchema(operation))
  return rewriteEach(operation.held ? withHeldResponse(whole) : whole, (one) =>
    withConstants(withTypeLists(without(one, isOmittedFromOutput)))
  ) as JsonSchema
}
