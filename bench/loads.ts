import type { Load, RequestBytes } from "./load.ts"
import type { ApplicableRecommendation, Tenant } from "./world.ts"

/** Writes a request with its headers, as a program with an open connection sends it. */
const requestOf = (
  method: string,
  path: string,
  headers: Readonly<Record<string, string>>,
  json?: object
): RequestBytes => {
  const body = json === undefined ? "" : JSON.stringify(json)
  const bodyHeaders: Readonly<Record<string, string>> =
    json === undefined
      ? {}
      : { "content-type": "application/json", "content-length": String(Buffer.byteLength(body)) }
  const lines = Object.entries({ host: "127.0.0.1", "user-agent": "bench", ...headers, ...bodyHeaders })
  return Buffer.from(
    `${method} ${path} HTTP/1.1\r\n${lines.map(([name, value]) => `${name}: ${value}\r\n`).join("")}\r\n${body}`
  )
}

const bearer = (key: string) => ({ authorization: `Bearer ${key}` })

/** Each connection sends the requests in turn, from the first one on. */
const inTurn =
  (requests: ReadonlyArray<RequestBytes>): Load =>
  () => {
    let index = 0
    return () => requests[index++ % requests.length]!
  }

/** Reads the first page of campaigns of each organization in turn. */
export const listCampaigns = (tenants: ReadonlyArray<Tenant>): Load =>
  inTurn(
    tenants.map(({ key, slug }) =>
      requestOf("GET", `/v1/organizations/${slug}/campaigns?limit=20`, bearer(key))
    )
  )

/** The same as `listCampaigns`, as a tool call. */
export const callTool = (tenants: ReadonlyArray<Tenant>): Load =>
  inTurn(
    tenants.map(({ key, slug }) =>
      requestOf(
        "POST",
        "/mcp",
        { ...bearer(key), accept: "application/json, text/event-stream" },
        {
          jsonrpc: "2.0",
          id: 1,
          method: "tools/call",
          params: { name: "svc_list_campaigns", arguments: { org: slug, limit: 20 } }
        }
      )
    )
  )

/** Applies each recommendation once, on either server. The bare server needs the organization in the request. */
export const applyEach = (recommendations: ReadonlyArray<ApplicableRecommendation>): Load => {
  const remaining = recommendations.values()
  return () => () => {
    const { value } = remaining.next()
    if (value === undefined) throw new Error("No recommendations are left to apply")
    const headers = { ...bearer(value.key), "x-organization": value.slug }
    return requestOf("POST", `/v1/recommendations/${value.id}/apply`, headers, { dry_run: false })
  }
}

let turnCount = 0

/**
 * Changes the budget of one campaign after another within the limits, always to another amount. Every call
 * therefore executes, and the spending rules run. Organizations take turns over all connections, because
 * writes of one organization wait for each other by design.
 */
export const moveBudgets =
  (tenants: ReadonlyArray<Tenant>, campaigns: number): Load =>
  () =>
  () => {
    const turnIndex = turnCount++
    const { key, slug } = tenants[turnIndex % tenants.length]!
    const round = Math.floor(turnIndex / tenants.length)
    const budget = 46 + (Math.floor(round / campaigns) % 10)
    const path = `/v1/organizations/${slug}/campaigns/campaign-${1 + (round % campaigns)}`
    return requestOf("PATCH", path, bearer(key), { budget, dry_run: false })
  }
