import type { JsonSchema } from "./json-schema.ts"

const pluralTypes: Readonly<Record<string, string>> = {
  string: "texts",
  integer: "whole numbers",
  number: "numbers",
  boolean: "true or false",
  object: "objects"
}

const range = ({ maximum, minimum }: JsonSchema): string =>
  minimum === undefined || maximum === undefined ? "" : ` from ${minimum} to ${maximum}`

/** A field's requirement as message text: "must be a list of texts". */
export const requirementText = (schema: JsonSchema): string => {
  if (Array.isArray(schema["enum"])) return `must be one of ${schema["enum"].join(", ")}`
  switch (schema["type"]) {
    case "string":
      return "must be a text"
    case "integer":
      return `must be a whole number${range(schema)}`
    case "number":
      return `must be a number${range(schema)}`
    case "boolean":
      return "must be true or false"
    case "array": {
      const { type } = (schema["items"] ?? {}) as JsonSchema
      return `must be a list of ${pluralTypes[String(type)] ?? "values"}`
    }
    case "object": {
      const names = Object.keys((schema["properties"] ?? {}) as object)
      return names.length === 0 ? "must be an object" : `must be an object with ${names.join(", ")}`
    }
    default:
      return "is not of the kind that is taken here"
  }
}

/** The schema at a path inside a value; undefined if it is unknown. */
export const schemaAt = (schema: JsonSchema, path: ReadonlyArray<PropertyKey>): JsonSchema | undefined => {
  const [first, ...rest] = path
  if (first === undefined) return schema
  const properties = schema["properties"] as Readonly<Record<string, JsonSchema>> | undefined
  const inner =
    typeof first === "number"
      ? (schema["items"] as JsonSchema | undefined)
      : properties !== undefined && Object.hasOwn(properties, String(first))
        ? properties[String(first)]
        : undefined
  return inner === undefined ? undefined : schemaAt(inner, rest)
}
