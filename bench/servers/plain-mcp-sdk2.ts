import { serve } from "@hono/node-server"
import { createMcpHandler, Server } from "@modelcontextprotocol/server"
import { AjvJsonSchemaValidator } from "@modelcontextprotocol/server/validators/ajv"
import { Hono } from "hono"
import { announce, campaignsOf } from "./query.ts"

/** Shared by all servers, as in the plain server of SDK 1. */
const jsonSchemaValidator = new AjvJsonSchemaValidator()

/** A plain stateless server of SDK 2, with one tool that runs only the bare query. */
const { fetch } = createMcpHandler(() => {
  const server = new Server(
    { name: "plain", version: "1.0.0" },
    { capabilities: { tools: {} }, jsonSchemaValidator }
  )
  server.setRequestHandler("tools/call", async ({ params }) => {
    const page = await campaignsOf(String(params.arguments?.["org"]))
    return { content: [{ type: "text", text: JSON.stringify(page) }], structuredContent: page }
  })
  return server
})
const app = new Hono().post("/mcp", (c) => fetch(c.req.raw))

serve({ fetch: app.fetch, port: Number(process.env["PORT"]), hostname: "127.0.0.1" }, announce)
