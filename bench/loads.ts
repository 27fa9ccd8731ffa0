import type { Load } from "./compare.ts"
import type { ApplicableRecommendation, Tenant } from "./world.ts"

const bearer = (key: string) => ({ authorization: `Bearer ${key}` })
const json = { "content-type": "application/json" }

/** Reads the first page of campaigns of each organization in turn. */
export const listCampaigns = (tenants: ReadonlyArray<Tenant>): Load =>
  tenants.map(({ key, slug }) => ({
    method: "GET",
    path: `/v1/organizations/${slug}/campaigns?limit=20`,
    headers: bearer(key)
  }))

/** The same as `listCampaigns`, as a tool call. */
export const callTool = (tenants: ReadonlyArray<Tenant>): Load =>
  tenants.map(({ key, slug }) => ({
    method: "POST",
    path: "/mcp",
    headers: { ...bearer(key), ...json, accept: "application/json, text/event-stream" },
    body: JSON.stringify({
      jsonrpc: "2.0",
      id: 1,
      method: "tools/call",
      params: { name: "svc_list_campaigns", arguments: { org: slug, limit: 20 } }
    })
  }))

/**
 * Applies each recommendation once, on either server. The bare server needs the organization in the request.
 */
export const applyEach = (recommendations: ReadonlyArray<ApplicableRecommendation>): Load => {
  const remaining = recommendations.values()
  return [
    {
      method: "POST",
      setupRequest: (request) => {
        const { value } = remaining.next()
        if (value === undefined) throw new Error("No recommendations are left to apply")
        return {
          ...request,
          path: `/v1/recommendations/${value.id}/apply`,
          headers: { ...bearer(value.key), ...json, "x-organization": value.slug },
          body: JSON.stringify({ dry_run: false })
        }
      }
    }
  ]
}

let turnCount = 0

/**
 * Changes the budget of one campaign after another within the limits, always to another amount. Every call
 * therefore executes, and the spending rules run. Organizations take turns over all connections, because
 * writes of one organization wait for each other by design.
 */
export const moveBudgets = (tenants: ReadonlyArray<Tenant>, campaigns: number): Load => [
  {
    method: "PATCH",
    setupRequest: (request) => {
      const turnIndex = turnCount++
      const { key, slug } = tenants[turnIndex % tenants.length]!
      const round = Math.floor(turnIndex / tenants.length)
      return {
        ...request,
        path: `/v1/organizations/${slug}/campaigns/campaign-${1 + (round % campaigns)}`,
        headers: { ...bearer(key), ...json },
        body: JSON.stringify({ budget: 46 + (Math.floor(round / campaigns) % 10), dry_run: false })
      }
    }
  }
]
