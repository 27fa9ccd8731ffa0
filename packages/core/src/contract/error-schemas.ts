import { Schema } from "effect"
import { errorTable } from "./error-table.ts"
import type { ErrorCode } from "./errors.ts"
import { type JsonSchema, responseJsonSchema } from "./json-schema.ts"
import { described } from "./values/text.ts"

type AnySchema = Schema.Schema<unknown, unknown>

const text = Schema.String

/** The fields of every error, whatever its code. */
const common = {
  code: described(text, "A stable word; see doc_url"),
  message: described(text, "What happened and what to do next"),
  doc_url: text.annotations({ jsonSchema: { type: "string", format: "uri" } })
}

const makeSchema = (code: ErrorCode): AnySchema =>
  Schema.Struct({
    error: Schema.Struct({ ...common, code: Schema.Literal(code), ...errorTable[code].extra })
  }) as unknown as AnySchema

const schemas = new Map<ErrorCode, AnySchema>()

/** The envelope schema of one error code, with exactly its fields. */
export const errorSchemaOf = (code: ErrorCode): AnySchema => {
  const schema = schemas.get(code) ?? makeSchema(code)
  schemas.set(code, schema)
  return schema
}

/** `not_found` is `NotFoundError`, `internal_error` is `InternalError`. */
export const errorComponentOf = (code: ErrorCode): string => {
  const name = code.replaceAll(/(?:^|_)([a-z])/g, (_, letter: string) => letter.toUpperCase())
  return name.endsWith("Error") ? name : `${name}Error`
}

/** The schema of every error, for clients that treat all codes alike. */
export const anyErrorJsonSchema: JsonSchema = responseJsonSchema(
  Schema.Struct({ error: Schema.Struct(common) }).ast
)

export const errorJsonSchema = (code: ErrorCode): JsonSchema => responseJsonSchema(errorSchemaOf(code).ast)
