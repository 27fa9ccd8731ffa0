import { type RawInput, Settings } from "@adwarden/core"
import {
  type AnyOperation,
  type FieldLocation,
  type FieldProblem,
  inputFields,
  operations,
  PayloadTooLarge,
  type ServiceError,
  ValidationError,
  valueFromText
} from "@adwarden/core/contract"
import { hasJsonContentType, maxJsonDepth, parseJson, queryOf, readCapped } from "@adwarden/core/http"
import { type Env, makePipelineClient, makeRespond, makeUnknownPath, wordingFor } from "@adwarden/http-host"
import { Effect } from "effect"
import { type Context, Hono } from "hono"
import { TrieRouter } from "hono/router/trie-router"
import { tryDecodeURIComponent } from "hono/utils/url"

type ParsedBody =
  | { readonly values: Readonly<Record<string, unknown>> }
  | { readonly unreadable: ServiceError }

const invalidBody = (path: string, message: string): ParsedBody => ({
  unreadable: new ValidationError({ fields: [{ path, message }] })
})

/** Reads the JSON object of a request. A missing body is an empty object. */
const readJsonBody = async (request: Request, maxBytes: number): Promise<ParsedBody> => {
  const bytes = await readCapped(request, maxBytes)
  if (bytes === "too_large") return { unreadable: new PayloadTooLarge({ limit: maxBytes }) }
  if (bytes === "cut_off") return invalidBody("body", "ended early")
  if (bytes.byteLength === 0) return { values: {} }
  if (!hasJsonContentType(request)) return invalidBody("Content-Type", "must be application/json")
  const parsed = parseJson(bytes)
  if (parsed === "too_deep")
    return invalidBody("body", `must not be nested deeper than ${maxJsonDepth} levels`)
  if (parsed === "malformed") return invalidBody("body", "is not valid JSON in UTF-8")
  const { duplicate, value: values } = parsed
  if (duplicate !== null) return invalidBody(duplicate, "is in the body more than once; send it once")
  if (typeof values !== "object" || values === null || Array.isArray(values)) {
    return invalidBody("body", "must be a JSON object")
  }
  return { values: values as Readonly<Record<string, unknown>> }
}

/** Gathers an operation's flat input from the locations that the contract declares. Only a body is waited for. */
const gatherInput = (
  operation: AnyOperation,
  request: Request,
  pathValues: Readonly<Record<string, string>>,
  query: URLSearchParams
): Effect.Effect<RawInput> => {
  const fields = inputFields(operation)
  const values = new Map<string, unknown>()
  const problems: Array<FieldProblem> = []

  // An unknown field goes on to the decoder, which reports it the same way on every surface.
  const put = (place: FieldLocation, name: string, value: unknown) => {
    const field = fields.get(name)
    if (field !== undefined && field.location !== place) {
      problems.push({ path: name, message: `belongs in the ${field.location}, not in the ${place}` })
    } else if (values.has(name)) problems.push({ path: name, message: "is sent more than once" })
    else
      values.set(
        name,
        field !== undefined && typeof value === "string" && place !== "body"
          ? valueFromText(field, value)
          : value
      )
  }

  for (const [name, text] of Object.entries(pathValues)) put("path", name, text)
  for (const field of fields.values()) {
    const text = field.location === "header" ? request.headers.get(field.wireName) : null
    if (text !== null) put("header", field.name, text)
  }
  for (const [name, text] of query) put("query", name, text)

  const gathered = (unreadable: ServiceError | null): RawInput => ({
    values: Object.fromEntries(values),
    unreadable: unreadable ?? (problems.length > 0 ? new ValidationError({ fields: problems }) : null)
  })
  if (operation.method === "GET") return Effect.succeed(gathered(null))
  return Effect.map(
    Effect.promise(() => readJsonBody(request, operation.maxBodyBytes)),
    (body) => {
      if ("unreadable" in body) return gathered(body.unreadable)
      for (const [name, value] of Object.entries(body.values)) put("body", name, value)
      return gathered(null)
    }
  )
}

type PathValues = Readonly<Record<string, string>>

/** Fixed parts come before parameters, so that reports/weekly/latest does not read a report called latest. */
const mostSpecificFirst = (a: AnyOperation, b: AnyOperation): number =>
  a.pathNames.length - b.pathNames.length

const router = new TrieRouter<AnyOperation>()
for (const operation of operations.toSorted(mostSpecificFirst))
  router.add(operation.method, operation.path.replaceAll(/\{(\w+)\}/g, ":$1"), operation)

/** Finds the operation of a path below the version prefix, with the values of the path's parameters. */
const findOperation = (
  method: string,
  path: string
): readonly [operation: AnyOperation, values: PathValues] | null => {
  const [[found] = []] = router.match(method === "HEAD" ? "GET" : method, path)
  if (found === undefined) return null
  const [operation, texts] = found
  return [
    operation,
    Object.fromEntries(
      Object.entries(texts).map(([name, text]) => [name, tryDecodeURIComponent(String(text))])
    )
  ]
}

/** The path of the version, below which the operations are. */
export const versionPrefix = "/v1"

/** Every operation of the contract at its path below the version prefix. The routes contain no rules. */
export const routes = Effect.gen(function* () {
  const settings = yield* Settings
  const callPipeline = yield* makePipelineClient("rest")
  const respond = yield* makeRespond
  const unknownPath = yield* makeUnknownPath
  const respondUnknown = unknownPath(`The paths that exist are listed in ${settings.restUrl}/openapi.json.`)

  const run = async (c: Context<Env>, operation: AnyOperation, pathValues: PathValues): Promise<Response> => {
    const query = queryOf(c.req.raw)
    let values: RawInput["values"] = {}
    const invocation = Effect.suspend(() =>
      Effect.map(gatherInput(operation, c.req.raw, pathValues, query), (input) => {
        values = input.values
        return { operation, input }
      })
    )
    const response = await callPipeline(c, {
      name: operation.name,
      invocation,
      allowAnonymous: false,
      query
    })
    return respond(response, { operation, values, connection: c.env, wording: wordingFor(c.req.raw) })
  }

  // One route of the app for all operations. With one route each, it matched the one of unknown paths too and chained both.
  return new Hono<Env>().all("*", (c) => {
    const found = findOperation(c.req.method, c.req.path.slice(versionPrefix.length))
    return found === null ? respondUnknown(c) : run(c, ...found)
  })
})
