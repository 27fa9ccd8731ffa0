import {
  type AnyOperation,
  type ErrorCode,
  errorCodes,
  errorComponentOf,
  type JsonSchema,
  openApiDocument,
  operations,
  rewriteEach
} from "@adwarden/core/contract"
import { Ajv2020 } from "ajv/dist/2020.js"

/**
 * Validates HTTP responses against the published OpenAPI document with its schemas closed: an undeclared field or
 * header is a mismatch. The published schemas stay open, so that responses can gain fields.
 */

/** An object that lists its fields has no others. */
const closedObject = (schema: JsonSchema): JsonSchema =>
  schema["properties"] !== undefined && schema["additionalProperties"] === undefined
    ? { ...schema, additionalProperties: false }
    : schema

type Response = {
  readonly headers: Readonly<Record<string, unknown>>
  readonly content: Readonly<Record<string, { readonly schema: JsonSchema }>>
}
type Paths = Readonly<
  Record<string, Readonly<Record<string, { readonly responses: Readonly<Record<string, Response>> }>>>
>

const document = openApiDocument("https://closed.test/v1", "closed")
const paths = document.paths as unknown as Paths
const closed = (schema: unknown) => rewriteEach(schema, closedObject) as JsonSchema
const components = closed(document.components.schemas)
const ajv = new Ajv2020({ strict: false, validateFormats: false, allErrors: true })

const validators = new Map<string, ReturnType<typeof ajv.compile>>()
const problemsIn = (key: string, schema: () => JsonSchema, body: unknown): ReadonlyArray<string> => {
  const validate =
    validators.get(key) ?? ajv.compile({ ...closed(schema()), components: { schemas: components } })
  validators.set(key, validate)
  if (validate(body)) return []
  return (validate.errors ?? []).map(
    ({ instancePath, message, params }) => `${instancePath} ${message} ${JSON.stringify(params)}`
  )
}

/** Headers that the transport adds. */
const transportHeaders = new Set([
  "content-type",
  "content-length",
  "transfer-encoding",
  "date",
  "connection"
])

const headerProblems = (declared: Response, headers: Headers): ReadonlyArray<string> => {
  const known = new Set(Object.keys(declared.headers).map((name) => name.toLowerCase()))
  const undeclared = [...headers.keys()].filter((name) => !known.has(name) && !transportHeaders.has(name))
  return [
    ...undeclared.map((name) => `the header ${name} is not declared`),
    ...(headers.has("x-request-id") ? [] : ["the header X-Request-Id is missing"])
  ]
}

const codeOf = (body: unknown): ErrorCode | null => {
  const code = (body as { readonly error?: { readonly code?: unknown } } | null)?.error?.code
  return errorCodes.find((one) => one === code) ?? null
}

const bodyProblems = (
  operation: AnyOperation,
  status: number,
  declared: Response,
  body: unknown
): ReadonlyArray<string> => {
  const { schema } = declared.content["application/json"]!
  const code = codeOf(body)
  if (code === null) return problemsIn(`${operation.name} ${status}`, () => schema, body)
  const ref = `#/components/schemas/${errorComponentOf(code)}`
  if (!JSON.stringify(schema).includes(`"${ref}"`)) return [`${code} is not declared for ${status}`]
  return problemsIn(code, () => ({ $ref: ref }), body)
}

/** Returns the mismatches between a response and the document; empty if it matches. */
export const contractProblems = (
  operation: AnyOperation,
  response: { readonly status: number; readonly headers: Headers; readonly body: unknown }
): ReadonlyArray<string> => {
  const declared = paths[operation.path]?.[operation.method.toLowerCase()]?.responses[String(response.status)]
  if (declared === undefined) return [`the status ${response.status} is not declared`]
  const isJson = response.headers.get("content-type")?.startsWith("application/json") === true
  return [
    ...headerProblems(declared, response.headers),
    ...(isJson ? bodyProblems(operation, response.status, declared, response.body) : [])
  ]
}

const routes = operations
  .map((operation) => ({
    operation,
    pattern: new RegExp(`^/v1${operation.path.replaceAll(/\{\w+\}/g, "[^/]+")}$`)
  }))
  .toSorted((a, b) => a.operation.pathNames.length - b.operation.pathNames.length)

/** Returns the operation of a request, or null for an unknown path. */
export const operationAt = (method: string, pathname: string): AnyOperation | null =>
  routes.find(({ operation, pattern }) => operation.method === method && pattern.test(pathname))?.operation ??
  null
