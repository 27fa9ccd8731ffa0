import { errorTable } from "./error-table.ts"
import type { ErrorCode } from "./errors.ts"
import { type InputField, inputFields } from "./input-fields.ts"
import { inputJsonSchema, type JsonSchema, outputJsonSchema, rewrite } from "./json-schema.ts"
import { mediaTypesOf } from "./media.ts"
import { jsonMediaType } from "./operation.ts"
import { errorsOf } from "./operation-errors.ts"
import { type AnyOperation, operations } from "./table.ts"
import { inWordsOf, schemaInWordsOf } from "./words.ts"

/** The shape of every error, on every surface. Codes have extra fields of their own beside these. */
const envelopeJsonSchema: JsonSchema = {
  type: "object",
  required: ["error"],
  properties: {
    error: {
      type: "object",
      required: ["code", "message", "doc_url"],
      properties: {
        code: { type: "string", description: "A stable word; see doc_url" },
        message: { type: "string", description: "What happened and what to do next" },
        doc_url: { type: "string", format: "uri" }
      }
    }
  }
}

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
    schemaInWordsOf("rest", schema),
    (keyword, value) => !limits.has(keyword) || (keyword === "additionalProperties" && value !== false)
  ) as JsonSchema

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

const errorSchema: JsonSchema = { $ref: "#/components/schemas/Error" }

/** What an answer with this status can be: the operation's own answer, errors, or (202) either. */
const response = (operation: AnyOperation, status: number, codes: ReadonlyArray<ErrorCode>) => {
  const meanings = codes.map((code) => `${code}: ${errorTable[code].when}`)
  if (status !== operation.success) {
    return { description: meanings.join("\n\n"), content: { [jsonMediaType]: { schema: errorSchema } } }
  }
  const output = withoutLimits(outputJsonSchema(operation))
  const json = codes.length === 0 ? output : { anyOf: [output, errorSchema] }
  const content = mediaTypesOf(operation).map((type) => [
    type,
    { schema: type === jsonMediaType ? json : { type: "string" } }
  ])
  return {
    description: [operation.summary, ...meanings].join("\n\n"),
    ...headersOf(operation),
    content: Object.fromEntries(content)
  }
}

const headersOf = ({ media }: AnyOperation) => {
  const headers = Object.entries(media?.headers ?? {}).map(([name, field]) => [
    name,
    { description: `${field} of the answer`, schema: { type: "string" } }
  ])
  return headers.length === 0 ? {} : { headers: Object.fromEntries(headers) }
}

const responses = (operation: AnyOperation) => {
  const byStatus = new Map<number, Array<ErrorCode>>([[operation.success, []]])
  for (const code of errorsOf(operation)) {
    const { status } = errorTable[code]
    byStatus.set(status, [...(byStatus.get(status) ?? []), code])
  }
  return Object.fromEntries(
    [...byStatus].map(([status, codes]) => [String(status), response(operation, status, codes)])
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
  return {
    operationId: operation.name,
    summary: operation.summary,
    description: inWordsOf("rest", operation.description),
    tags: operation.name.split(".").slice(0, 1),
    parameters: fields
      .filter((field) => field.place !== "body")
      .map((field) => parameter(field, properties[field.name] ?? {})),
    ...(inBody.length > 0
      ? { requestBody: { required: required.length > 0, content: { [jsonMediaType]: { schema: body } } } }
      : {}),
    responses: responses(operation),
    security: [{ bearer: [] }],
    ...(operation.scope === null ? {} : { "x-required-scope": operation.scope })
  }
}

/** The OpenAPI 3.1 document of the running service. */
export const openApiDocument = (restUrl: string, version: string) => {
  const paths: Record<string, Record<string, ReturnType<typeof describe>>> = {}
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
