import type { Load } from "./compare.ts"
import type { Tenant } from "./world.ts"

const bearer = (key: string) => ({ authorization: `Bearer ${key}` })
const json = { "content-type": "application/json" }

/** Statements the first page of every organization in turn. */
export const listCampaigns = (tenants: ReadonlyArray<Tenant>): Load =>
  tenants.map(({ key, slug }) => ({
    method: "GET",
    path: `/v1/organizations/${slug}/campaigns?limit=20`,
    headers: bearer(key)
  }))

/** The same as a tool call. */
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

let names = 0

/** Renames a campaign of every organization in turn, always to a name it does not have: every call executes. */
export const renameCampaigns = (tenants: ReadonlyArray<Tenant>): Load =>
  tenants.map(({ key, slug }) => ({
    method: "PATCH",
    path: `/v1/organizations/${slug}/campaigns/campaign-1`,
    headers: { ...bearer(key), ...json },
    setupRequest: (request) => ({
      ...request,
      body: JSON.stringify({ name: `Renamed ${++names}`, dry_run: false })
    })
  }))
