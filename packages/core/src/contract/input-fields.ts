import { type Schema, SchemaAST } from "effect"
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
