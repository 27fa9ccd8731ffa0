import { envelopeJsonSchema } from "./error-schema.ts"
import { errorTable } from "./error-table.ts"
import type { ErrorCode } from "./errors.ts"
import { type InputField, inputFields } from "./input-fields.ts"
import { inputJsonSchema, type JsonSchema, outputJsonSchema, rewrite } from "./json-schema.ts"
import type { AnyOperation } from "./table.ts"
import { operations } from "./table.ts"

/** Accepted values and limits are the docs' to list: they may widen within v1 without a new document. */
const limits = new Set([
  "enum",
  "const",
  "minimum",
  "maximum",
  "exclusiveMinimum",
  "exclusiveMaximum",
  "multipleOf",
  "minLength",
  "maxLength",
  "minItems",
  "maxItems",
  "pattern",
  "additionalProperties"
])
const withoutLimits = (schema: JsonSchema): JsonSchema =>
  rewrite(
    schema,
    (keyword, value) => !limits.has(keyword) || (keyword === "additionalProperties" && value !== false)
  ) as JsonSchema

/** What any call can answer, whatever it does. */
const commonErrors: ReadonlyArray<ErrorCode> = [
  "validation_error",
  "unauthorized",
  "insufficient_scope",
  "org_access_denied",
  "rate_limited",
  "internal_error",
  "unavailable"
]

const parameter = (field: InputField, schema: JsonSchema) => {
  const { description, ...type } = schema
  return {
    name: field.wireName,
    in: field.place,
    required: field.place === "path" || field.required,
    ...(description === undefined ? {} : { description }),
    schema: type
  }
}

const errorResponses = (operation: AnyOperation) => {
  const byStatus = new Map<number, Array<ErrorCode>>()
  for (const code of new Set([...commonErrors, ...operation.errors])) {
    const { status } = errorTable[code]
    byStatus.set(status, [...(byStatus.get(status) ?? []), code])
  }
  return Object.fromEntries(
    [...byStatus].map(([status, codes]) => [
      String(status),
      {
        description: codes.map((code) => `${code}: ${errorTable[code].when}`).join("\n\n"),
        content: { "application/json": { schema: { $ref: "#/components/schemas/Error" } } }
      }
    ])
  )
}

const describe = (operation: AnyOperation) => {
  const whole = withoutLimits(inputJsonSchema(operation))
  const properties = (whole["properties"] ?? {}) as Record<string, JsonSchema>
  const fields = [...inputFields(operation).values()]
  const inBody = fields.filter((field) => field.place === "body")
  const required = inBody.filter((field) => field.required).map((field) => field.name)
  const body = {
    type: "object",
    properties: Object.fromEntries(inBody.map((field) => [field.name, properties[field.name]])),
    ...(required.length > 0 ? { required } : {})
  }
  const success = {
    description: operation.summary,
    content: { "application/json": { schema: withoutLimits(outputJsonSchema(operation)) } }
  }
  return {
    operationId: operation.name,
    summary: operation.summary,
    description: operation.description,
    tags: [operation.name.split(".")[0]],
    parameters: fields
      .filter((field) => field.place !== "body")
      .map((field) => parameter(field, properties[field.name] ?? {})),
    ...(inBody.length > 0
      ? { requestBody: { required: required.length > 0, content: { "application/json": { schema: body } } } }
      : {}),
    responses: { ...errorResponses(operation), [String(operation.success)]: success },
    security: [{ bearer: [] }],
    ...(operation.scope === null ? {} : { "x-required-scope": operation.scope })
  }
}

/** The OpenAPI 3.1 document of the running service. */
export const openApiDocument = (restUrl: string, version: string) => {
  const paths: Record<string, Record<string, unknown>> = {}
  for (const operation of operations) {
    paths[operation.path] = {
      ...paths[operation.path],
      [operation.method.toLowerCase()]: describe(operation)
    }
  }
  return {
    openapi: "3.1.0",
    info: {
      title: "Adwarden",
      version,
      license: { name: "MIT", identifier: "MIT" },
      description: "Manage search-ad campaigns without being able to do harm."
    },
    servers: [{ url: restUrl }],
    paths,
    components: {
      schemas: { Error: withoutLimits(envelopeJsonSchema) },
      securitySchemes: {
        bearer: { type: "http", scheme: "bearer", description: "An API key or an OAuth access token" }
      }
    }
  }
}
