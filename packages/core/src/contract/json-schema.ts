import { JSONSchema, type SchemaAST } from "effect"
import { inputFields } from "./input-fields.ts"
import type { Operation } from "./operation.ts"

export type JsonSchema = { readonly [keyword: string]: unknown }

/** Goes through every schema inside a schema, the innermost first, and puts what `change` makes of it in its place. */
export const rewriteEach = (schema: unknown, change: (schema: JsonSchema) => JsonSchema): unknown => {
  if (Array.isArray(schema)) return schema.map((item) => rewriteEach(item, change))
  if (typeof schema !== "object" || schema === null) return schema
  const inner = Object.entries(schema).map(([keyword, value]) => [
    keyword,
    keyword === "properties" && typeof value === "object" && value !== null
      ? Object.fromEntries(Object.entries(value).map(([name, of]) => [name, rewriteEach(of, change)]))
      : rewriteEach(value, change)
  ])
  return change(Object.fromEntries(inner) as JsonSchema)
}

/** The same, keyword by keyword; dropping one is leaving it out. */
export const rewrite = (schema: unknown, keep: (keyword: string, value: unknown) => boolean): unknown =>
  rewriteEach(schema, (one) =>
    Object.fromEntries(
      Object.entries(one).filter(([keyword, value]) => keyword === "properties" || keep(keyword, value))
    )
  )

/** What Effect itself says of a schema that nobody described: no more than its type does. */
const defaultDescription =
  /^an? (integer|non-negative number|positive number|string matching the pattern .*)$/

/** Effect's own titles, ids and words ("maxItems(100)", "/schemas/unknown", "an integer") tell a caller nothing. */
const toJsonSchema = (ast: SchemaAST.AST): JsonSchema =>
  rewrite(
    JSONSchema.fromAST(ast, {
      definitions: {},
      target: "jsonSchema2020-12",
      topLevelReferenceStrategy: "skip"
    }),
    (keyword, value) =>
      keyword !== "title" &&
      keyword !== "$id" &&
      !(keyword === "description" && typeof value === "string" && defaultDescription.test(value))
  ) as JsonSchema

/** Answers may gain fields within v1, so no schema of an answer may forbid them. */
const allowAdditionalProperties = (schema: JsonSchema) =>
  rewrite(schema, (keyword, value) => keyword !== "additionalProperties" || value !== false) as JsonSchema

/** Tools must show an object at the root, for unions too. */
const objectAtRoot = (schema: JsonSchema): JsonSchema => ({ type: "object", ...schema })

/** With enums, ranges and defaults: what a tool's caller needs to get it right the first time. */
export const inputJsonSchema = (operation: Operation): JsonSchema =>
  inputFields(operation).size === 0
    ? { type: "object", properties: {}, additionalProperties: false }
    : objectAtRoot(toJsonSchema(operation.input.ast))

/** Of anything that stands in an answer. */
export const responseJsonSchema = (ast: SchemaAST.AST): JsonSchema =>
  allowAdditionalProperties(toJsonSchema(ast))

export const outputJsonSchema = (operation: Operation): JsonSchema =>
  objectAtRoot(responseJsonSchema(operation.output.ast))
