import { Settings } from "@adwarden/core"
import { newRequestId, protectedResource } from "@adwarden/core/http"
import { type Env, makeHostAndOriginCheck } from "@adwarden/http-host"
import { Effect } from "effect"
import { Hono } from "hono"
import { endpoint } from "./endpoint.ts"

/** The MCP surface: stateless Streamable HTTP at /mcp, and where clients learn how to be let in. */
export const mcpApp = Effect.gen(function* () {
  const settings = yield* Settings
  const post = yield* endpoint
  const foreignHeader = makeHostAndOriginCheck(settings)
  const app = new Hono<Env>()

  const refuse = (status: number, message: string, headers: Record<string, string> = {}) =>
    new Response(JSON.stringify({ jsonrpc: "2.0", id: null, error: { code: -32000, message } }), {
      status,
      headers: { "Content-Type": "application/json", "X-Request-Id": newRequestId(), ...headers }
    })

  app.all("/mcp", (c) => {
    const request = c.req.raw
    const header = foreignHeader(request)
    if (header !== null) {
      return refuse(403, `The ${header} of this request is not one of ours. Use ${settings.mcpUrl}/mcp.`)
    }
    // No streams of our own to listen to, and no sessions to end.
    if (request.method !== "POST") {
      return refuse(405, "Only POST is answered here: one JSON-RPC message each.", { Allow: "POST" })
    }
    return post(request, c.env, c.req.path)
  })

  const { document, path } = protectedResource(settings, "mcp")
  app.get(path, (c) => c.json(document))
  return app
})
