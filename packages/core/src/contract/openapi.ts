import { anyErrorJsonSchema, errorComponentOf, errorJsonSchema, errorsOf } from "./error-schemas.ts"
import { errorCodes, errorTable } from "./error-table.ts"
import type { ErrorCode } from "./errors.ts"
import { type EventType, eventSchema, events, eventTypes } from "./events.ts"
import {
  type InputField,
  inputFields,
  inputJsonSchema,
  type JsonSchema,
  outputJsonSchema,
  responseJsonSchema,
  rewrite
} from "./json-schema.ts"
import { mediaTypesOf } from "./media.ts"
import { jsonMediaType } from "./operation.ts"
import { renderMentions, renderSchemaMentions } from "./operation-mentions.ts"
import { headersOf } from "./response-headers.ts"
import { type AnyOperation, operations } from "./table.ts"

/** The docs list accepted values and limits, because they can widen within v1 without a new document. */
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
    renderSchemaMentions("rest", schema),
    (keyword, value) => !limits.has(keyword) || (keyword === "additionalProperties" && value !== false)
  ) as JsonSchema

const parameter = (field: InputField, schema: JsonSchema) => {
  const { description, ...type } = schema
  return {
    name: field.wireName,
    in: field.location,
    required: field.location === "path" || field.required,
    ...(description === undefined ? {} : { description }),
    schema: type
  }
}

const errorRef = (code: ErrorCode): JsonSchema => ({ $ref: `#/components/schemas/${errorComponentOf(code)}` })

const oneOfThese = (schemas: ReadonlyArray<JsonSchema>): JsonSchema =>
  schemas.length === 1 ? schemas[0]! : { anyOf: schemas }

/** The statuses of an operation's success: 202 as well where it may answer a task. */
export const successStatuses = ({ mayQueue, success }: AnyOperation): ReadonlyArray<number> =>
  mayQueue ? [success, 202] : [success]

/** The possible responses with this status: the operation's own, errors, or (202) either. */
const response = (operation: AnyOperation, status: number, codes: ReadonlyArray<ErrorCode>) => {
  const meanings = codes.map((code) => `${code}: ${errorTable[code].when}`)
  const headers = headersOf(operation, status, codes)
  const errors = codes.map(errorRef)
  if (!successStatuses(operation).includes(status)) {
    const content = { [jsonMediaType]: { schema: oneOfThese(errors) } }
    return { description: meanings.join("\n\n"), headers, content }
  }
  const json = oneOfThese([withoutLimits(outputJsonSchema(operation)), ...errors])
  const content = mediaTypesOf(operation).map((type) => [
    type,
    { schema: type === jsonMediaType ? json : { type: "string" } }
  ])
  return {
    description: [operation.summary, ...meanings].join("\n\n"),
    headers,
    content: Object.fromEntries(content)
  }
}

const responses = (operation: AnyOperation) => {
  const byStatus = new Map<number, ReadonlyArray<ErrorCode>>(
    successStatuses(operation).map((status) => [status, []])
  )
  for (const code of errorsOf(operation)) {
    const { status } = errorTable[code]
    byStatus.set(status, [...(byStatus.get(status) ?? []), code])
  }
  return Object.fromEntries(
    [...byStatus].map(([status, codes]) => [String(status), response(operation, status, codes)])
  )
}

const describe = (operation: AnyOperation) => {
  const inputSchema = withoutLimits(inputJsonSchema(operation))
  const properties = (inputSchema["properties"] ?? {}) as Record<string, JsonSchema>
  const fields = [...inputFields(operation).values()]
  const inBody = fields.filter((field) => field.location === "body")
  const required = inBody.filter((field) => field.required).map((field) => field.name)
  const body = {
    type: "object",
    properties: Object.fromEntries(inBody.map((field) => [field.name, properties[field.name]])),
    ...(required.length > 0 ? { required } : {})
  }
  return {
    operationId: operation.name,
    summary: operation.summary,
    description: renderMentions("rest", operation.description),
    tags: operation.name.split(".").slice(0, 1),
    parameters: fields
      .filter((field) => field.location !== "body")
      .map((field) => parameter(field, properties[field.name] ?? {})),
    ...(inBody.length > 0
      ? { requestBody: { required: required.length > 0, content: { [jsonMediaType]: { schema: body } } } }
      : {}),
    responses: responses(operation),
    security: [{ bearer: [] }],
    ...(operation.scope === null ? {} : { "x-required-scope": operation.scope })
  }
}

const describeEvent = (type: EventType) => ({
  post: {
    summary: events[type].title,
    description: "Signed as Standard Webhooks: headers webhook-id, webhook-timestamp, webhook-signature.",
    requestBody: {
      required: true,
      content: { [jsonMediaType]: { schema: withoutLimits(responseJsonSchema(eventSchema(type).ast)) } }
    },
    responses: {
      "2XX": { description: "It arrived. Any other answer, or none within 10 seconds, is a failure." }
    },
    security: []
  }
})

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
    webhooks: Object.fromEntries(eventTypes.map((type) => [type, describeEvent(type)])),
    components: {
      schemas: {
        Error: withoutLimits(anyErrorJsonSchema),
        ...Object.fromEntries(
          errorCodes.map((code) => [errorComponentOf(code), withoutLimits(errorJsonSchema(code))])
        )
      },
      securitySchemes: {
        bearer: { type: "http", scheme: "bearer", description: "An API key or an OAuth access token" }
      }
    }
  }
}
