import { serve } from "@hono/node-server"
import { type Context, Hono } from "hono"
import { applyRecommendation, setBudget } from "./bare-write.ts"
import { announce, campaignsOf } from "./query.ts"

const agentOf = (c: Context): string | null => c.req.header("user-agent") ?? null

/** The bare server for the same work: no credential, scope, limit, plan, validation or log. */
const app = new Hono()
  .get("/v1/organizations/:org/campaigns", async (c) => c.json(await campaignsOf(c.req.param("org"))))
  .patch("/v1/organizations/:org/campaigns/:slug", async (c) => {
    const { budget } = await c.req.json<{ budget: number }>()
    const { org, slug } = c.req.param()
    return c.json(await setBudget({ org, slug, to: budget, agent: agentOf(c) }))
  })
  .post("/v1/recommendations/:id/apply", async (c) =>
    c.json(await applyRecommendation(c.req.header("x-organization")!, c.req.param("id"), agentOf(c)))
  )

serve({ fetch: app.fetch, port: Number(process.env["PORT"]), hostname: "127.0.0.1" }, announce)
