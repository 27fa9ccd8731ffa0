import { Settings, version } from "@adwarden/core"
import { jsonMediaType, openApiDocument } from "@adwarden/core/contract"
import { protectedResource } from "@adwarden/core/http"
import { type Env, makePreflight, makePublicDocument } from "@adwarden/http-host"
import { Effect } from "effect"
import { Hono } from "hono"
import { routes, versionPrefix } from "./routes.ts"
import { secretScanningRoute } from "./secret-scanning.ts"

/** The REST surface: the contract's routes, its OpenAPI document and its metadata. */
export const restApp = Effect.gen(function* () {
  const settings = yield* Settings
  const publicDocument = yield* makePublicDocument("rest")
  const document = (name: string, value: object) =>
    publicDocument({ name, type: jsonMediaType, text: JSON.stringify(value), crossOrigin: true })
  const metadata = protectedResource(settings, "rest")
  const app = new Hono<Env>()
  app.get(
    `${versionPrefix}/openapi.json`,
    document("rest.openapi", openApiDocument(settings.restUrl, version))
  )
  app.get(metadata.path, document("rest.metadata", metadata.document))
  app.options(metadata.path, yield* makePreflight("rest", ["GET"]))
  app.route(versionPrefix, yield* routes)
  if (settings.secretScanning) app.post("/secret-scanning/github", yield* secretScanningRoute)
  return app
})
