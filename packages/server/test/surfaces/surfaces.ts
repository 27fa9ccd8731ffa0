import type { SettingsShape } from "@adwarden/core"
import { type AnyOperation, inputFields } from "@adwarden/core/contract"
import { mcpApp } from "@adwarden/mcp"
import { restApp } from "@adwarden/rest"
import { testOrigin } from "../../../core/test/support/demo.ts"
import { runCore } from "../../../core/test/support/run-core.ts"
import { contractProblems, operationAt } from "../../../mcp/test/support/closed-contract.ts"

export interface SurfaceResponse {
  readonly status: number
  readonly body: unknown
}

type Values = Readonly<Record<string, unknown>>

/** A placeholder for a list that is nested too deeply to be serialized recursively. */
export const deeplyNested = "@bottomless"
const depth = 20_000
const json = (value: unknown): string =>
  JSON.stringify(value).replaceAll(`"${deeplyNested}"`, `${"[".repeat(depth)}${"]".repeat(depth)}`)

const asText = (value: unknown): string => (typeof value === "string" ? value : JSON.stringify(value))

/** Builds a REST request from a flat input, with each field in its declared location. */
export const restRequest = (operation: AnyOperation, values: Values, token: string): Request => {
  const headers = new Headers({ authorization: `Bearer ${token}` })
  const query = new URLSearchParams()
  const body: Record<string, unknown> = {}
  let path = operation.path
  const fields = inputFields(operation)
  for (const [name, value] of Object.entries(values)) {
    const location = fields.get(name)?.location ?? (operation.method === "GET" ? "query" : "body")
    if (location === "path") path = path.replace(`{${name}}`, encodeURIComponent(asText(value)))
    else if (location === "query") query.append(name, asText(value))
    else if (location === "header") headers.set(fields.get(name)!.wireName, asText(value))
    else Object.defineProperty(body, name, { value, enumerable: true })
  }
  path = path.replace("{org}", "_")
  const search = query.size > 0 ? `?${query}` : ""
  if (operation.method === "GET") return new Request(`${testOrigin}/v1${path}${search}`, { headers })
  headers.set("content-type", "application/json")
  const init = { method: operation.method, headers, body: json(body) }
  return new Request(`${testOrigin}/v1${path}${search}`, init)
}

/** Sends any message to the MCP server. */
export const mcpRequest = (message: unknown, token: string): Request =>
  new Request(`${testOrigin}/mcp`, {
    method: "POST",
    headers: {
      host: new URL(testOrigin).host,
      authorization: `Bearer ${token}`,
      "content-type": "application/json",
      accept: "application/json, text/event-stream"
    },
    body: json(message)
  })

export const toolRequest = (tool: string, values: unknown, token: string): Request =>
  mcpRequest(
    { jsonrpc: "2.0", id: 1, method: "tools/call", params: { name: tool, arguments: values } },
    token
  )

/** Both surfaces on one core and one demo world, called without sockets. */
export const runSurfaces = async (changes: Partial<SettingsShape> = {}) => {
  const demo = await runCore(changes)
  const rest = await demo.run(restApp)
  const mcp = await demo.run(mcpApp)

  const fetchRest = async (request: Request): Promise<Response> => rest.fetch(request, {})
  const fetchMcp = async (request: Request): Promise<Response> => mcp.fetch(request, {})

  const callRest = async (request: Request): Promise<SurfaceResponse> => {
    const response = await fetchRest(request)
    // A CSV response is compared as text.
    const isTable = response.headers.get("content-type")?.startsWith("text/csv") === true
    const body: unknown = isTable ? await response.text() : await response.json()
    const { headers, status } = response
    const { pathname } = new URL(request.url)
    const operation = operationAt(request.method, pathname)
    // The host responds to unknown paths. All other responses are validated against the published document.
    const problems = operation === null ? [] : contractProblems(operation, { status, headers, body })
    if (problems.length > 0) {
      throw new Error(
        `${request.method} ${pathname} ${status}: ${problems.join("; ")}: ${JSON.stringify(body)}`
      )
    }
    return { status, body }
  }

  /** Returns what a tool's caller reads: the structured output, or the envelope in the text. */
  const callTool = async (request: Request): Promise<SurfaceResponse> => {
    const response = await fetchMcp(request)
    const message = (await response.json()) as {
      error?: { readonly data?: unknown }
      result?: { isError?: boolean; content: ReadonlyArray<{ text: string }>; structuredContent?: unknown }
    }
    // An unreadable message is a protocol error, which has the same error in its data.
    if (message.result === undefined) {
      const { error } = message
      return { status: response.status, body: error?.data === undefined ? message : { error: error.data } }
    }
    const text: unknown = JSON.parse(message.result.content[0]!.text)
    if (message.result.isError === true) return { status: response.status, body: text }
    if (JSON.stringify(text) !== JSON.stringify(message.result.structuredContent))
      throw new Error("text and structure differ")
    return { status: response.status, body: text }
  }

  return { ...demo, fetchRest, fetchMcp, sendRest: callRest, tellTool: callTool }
}
