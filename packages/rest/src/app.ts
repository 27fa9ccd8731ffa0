import { Settings } from "@adwarden/core"
import { openApiDocument, scopes } from "@adwarden/core/contract"
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
  app.get("/.well-known/oauth-protected-resource/v1", (c) =>
    c.json({
      resource: settings.restUrl,
      authorization_servers: [settings.appUrl],
      scopes_supported: scopes,
      bearer_methods_supported: ["header"],
      resource_name: "Adwarden REST API",
      resource_documentation: `${settings.appUrl}/docs/errors`
    })
  )
  app.route("/v1", yield* routes)
  app.route("/", yield* health)
  app.route("/", docs)
  return app
})
