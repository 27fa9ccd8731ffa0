import { JSONSchema, type Schema, SchemaAST } from "effect"
import type { Operation } from "./operation.ts"

export type FieldLocation = "path" | "query" | "body" | "header"

export interface InputField {
  readonly name: string
  readonly location: FieldLocation
  /** The name over HTTP, if it differs. */
  readonly wireName: string
  readonly required: boolean
  readonly type: SchemaAST.AST
}

const idempotencyHeader = "Idempotency-Key"

/** A field's location follows from the path template and the method. */
const locationOf = (operation: Operation, name: string): FieldLocation => {
  if (operation.pathNames.includes(name)) return "path"
  if (name === "idempotency_key") return "header"
  return operation.method === "GET" ? "query" : "body"
}

/** The struct inside filters and defaults, in its encoded form. */
const structOf = (ast: SchemaAST.AST): SchemaAST.TypeLiteral => {
  if (SchemaAST.isTypeLiteral(ast)) return ast
  if (SchemaAST.isRefinement(ast) || SchemaAST.isTransformation(ast)) return structOf(ast.from)
  throw new Error("An operation's input must be a struct")
}

/** The fields of an input as they are declared. */
export const inputSignatures = ({
  ast
}: Schema.Schema.AnyNoContext): ReadonlyArray<SchemaAST.PropertySignature> => structOf(ast).propertySignatures

/** The names and types of an input's fields, in their declared order. */
export const fieldTypes = ({ ast }: Schema.Schema.AnyNoContext): ReadonlyMap<string, SchemaAST.AST> =>
  new Map(structOf(ast).propertySignatures.map(({ name, type }) => [String(name), type]))

const derive = (operation: Operation): ReadonlyMap<string, InputField> =>
  new Map(
    structOf(operation.input.ast).propertySignatures.map((property) => {
      const name = String(property.name)
      const location = locationOf(operation, name)
      const wireName = location === "header" ? idempotencyHeader : name
      return [name, { name, location, wireName, required: !property.isOptional, type: property.type }]
    })
  )

const derived = new WeakMap<Operation, ReadonlyMap<string, InputField>>()

/** The fields of an operation's input, in their declared order. */
export const inputFields = (operation: Operation): ReadonlyMap<string, InputField> => {
  const fields = derived.get(operation) ?? derive(operation)
  derived.set(operation, fields)
  return fields
}

const kindOf = (ast: SchemaAST.AST): "number" | "boolean" | "text" | "structure" => {
  const encoded = SchemaAST.encodedAST(ast)
  if (SchemaAST.isNumberKeyword(encoded)) return "number"
  if (SchemaAST.isBooleanKeyword(encoded)) return "boolean"
  if (SchemaAST.isTypeLiteral(encoded) || SchemaAST.isTupleType(encoded)) return "structure"
  return "text"
}

const numberPattern = /^-?(0|[1-9]\d*)(\.\d+)?([eE][+-]?\d+)?$/

/**
 * Converts text from a path, a query string or a flag to the JSON value that its field accepts. Other text
 * stays unchanged, and the decoder then reports what the field requires.
 */
export const valueFromText = (field: InputField, text: string): unknown => {
  switch (kindOf(field.type)) {
    case "number":
      return numberPattern.test(text) ? Number(text) : text
    case "boolean":
      return text === "true" ? true : text === "false" ? false : text
    default:
      return text
  }
}

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
  /^an? (integer|non-negative number|positive number|string matching the pattern .*|array of at most \d+ item\(s\))$/

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
