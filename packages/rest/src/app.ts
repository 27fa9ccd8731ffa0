import { Settings } from "@adwarden/core"
import { openApiDocument } from "@adwarden/core/contract"
import { protectedResource } from "@adwarden/core/http"
import { Effect } from "effect"
import { Hono } from "hono"
import { docs } from "./docs.ts"
import type { Env } from "./env.ts"
import { health } from "./health.ts"
import { routes } from "./routes.ts"

/** The REST surface: the contract's routes, its OpenAPI document, its metadata, health and error docs. */
export const restApp = Effect.gen(function* () {
  const settings = yield* Settings
  const openApi = JSON.stringify(openApiDocument(settings.restUrl, "1.0.0"))
  const app = new Hono<Env>()
  app.get(
    "/v1/openapi.json",
    () => new Response(openApi, { headers: { "Content-Type": "application/json" } })
  )
  const { document, path } = protectedResource(settings, "rest")
  app.get(path, (c) => c.json(document))
  app.route("/v1", yield* routes)
  app.route("/", yield* health)
  app.route("/", docs)
  return app
})
