import { Settings, version } from "@adwarden/core"
import { openApiDocument } from "@adwarden/core/contract"
import { protectedResource } from "@adwarden/core/http"
import type { Env } from "@adwarden/http-host"
import { Effect } from "effect"
import { Hono } from "hono"
import { routes } from "./routes.ts"

/** The REST surface: the contract's routes, its OpenAPI document and its metadata. */
export const restApp = Effect.gen(function* () {
  const settings = yield* Settings
  const openApi = JSON.stringify(openApiDocument(settings.restUrl, version))
  const app = new Hono<Env>()
  app.get(
    "/v1/openapi.json",
    () => new Response(openApi, { headers: { "Content-Type": "application/json" } })
  )
  const { document, path } = protectedResource(settings, "rest")
  app.get(path, (c) => c.json(document))
  app.route("/v1", yield* routes)
  return app
})
