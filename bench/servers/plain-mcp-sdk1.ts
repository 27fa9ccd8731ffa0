import { serve } from "@hono/node-server"
import { Server } from "@modelcontextprotocol/sdk/server/index.js"
import { WebStandardStreamableHTTPServerTransport } from "@modelcontextprotocol/sdk/server/webStandardStreamableHttp.js"
import { CallToolRequestSchema } from "@modelcontextprotocol/sdk/types.js"
import { AjvJsonSchemaValidator } from "@modelcontextprotocol/sdk/validation/ajv"
import { Hono } from "hono"
import { announce, campaignsOf } from "./query.ts"

/**
 * Shared by all servers, because creating one per request would slow the plain server down and favour ours.
 */
const jsonSchemaValidator = new AjvJsonSchemaValidator()

/** A plain stateless server of SDK 1, with one tool that runs only the bare query. */
const app = new Hono().post("/mcp", async (c) => {
  const server = new Server(
    { name: "plain", version: "1.0.0" },
    { capabilities: { tools: {} }, jsonSchemaValidator }
  )
  server.setRequestHandler(CallToolRequestSchema, async ({ params }) => {
    const page = await campaignsOf(String(params.arguments?.["org"]))
    return { content: [{ type: "text", text: JSON.stringify(page) }], structuredContent: page }
  })
  const transport = new WebStandardStreamableHTTPServerTransport({ enableJsonResponse: true })
  await server.connect(transport)
  return transport.handleRequest(c.req.raw)
})

serve({ fetch: app.fetch, port: Number(process.env["PORT"]), hostname: "127.0.0.1" }, announce)
