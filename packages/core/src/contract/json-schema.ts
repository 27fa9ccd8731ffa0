import { JSONSchema, type SchemaAST } from "effect"
import { fieldTypes } from "./input-fields.ts"
import type { Operation } from "./operation.ts"

export type JsonSchema = { readonly [keyword: string]: unknown }

/** Replaces every nested schema, innermost first, with the result of `change`. */
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

/** Rewrites a schema keyword by keyword; a keyword that `keep` rejects is removed. */
export const rewrite = (schema: unknown, keep: (keyword: string, value: unknown) => boolean): unknown =>
  rewriteEach(schema, (one) =>
    Object.fromEntries(
      Object.entries(one).filter(([keyword, value]) => keyword === "properties" || keep(keyword, value))
    )
  )

/** Effect's default descriptions, which only repeat the type. */
const defaultDescription =
  /^an? (integer|non-negative number|positive number|string matching the pattern .*)$/

/**
 * Without Effect's own titles, ids and descriptions ("maxItems(100)", "/schemas/unknown", "an integer"),
 * which do not help a caller.
 */
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

/** Responses can gain fields within v1, so their schemas never forbid additional ones. */
const allowAdditionalProperties = (schema: JsonSchema) =>
  rewrite(schema, (keyword, value) => keyword !== "additionalProperties" || value !== false) as JsonSchema

/** Tool schemas must have an object at the root, for unions too. */
const objectAtRoot = (schema: JsonSchema): JsonSchema => ({ type: "object", ...schema })

/**
 * An operation's input schema with enums, ranges and defaults, so that a caller succeeds on the first
 * attempt.
 */
export const inputJsonSchema = ({ input }: Pick<Operation, "input">): JsonSchema =>
  fieldTypes(input).size === 0
    ? { type: "object", properties: {}, additionalProperties: false }
    : objectAtRoot(toJsonSchema(input.ast))

/** The JSON schema of a value in a response. */
export const responseJsonSchema = (ast: SchemaAST.AST): JsonSchema =>
  allowAdditionalProperties(toJsonSchema(ast))

export const outputJsonSchema = (operation: Operation): JsonSchema =>
  objectAtRoot(responseJsonSchema(operation.output.ast))
