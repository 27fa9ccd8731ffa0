import { serve } from "@hono/node-server"
import { Hono } from "hono"
import { announce, campaignsOf } from "./query.ts"

/** The bare way of doing the same work: no credential, scope, limit, audit, validation or log. */
const app = new Hono().get("/v1/organizations/:org/campaigns", async (c) =>
  c.json(await campaignsOf(c.req.param("org")))
)

serve({ fetch: app.fetch, port: Number(process.env["PORT"]), hostname: "127.0.0.1" }, announce)
