import { SecretScanning, Settings, version } from "@adwarden/core"
import { jsonMediaType, openApiDocument, PayloadTooLarge, ValidationError } from "@adwarden/core/contract"
import { protectedResource, readCapped } from "@adwarden/core/http"
import {
  type Env,
  makePipelineClient,
  makePreflight,
  makePublicDocument,
  makeRespond
} from "@adwarden/http-host"
import { Effect } from "effect"
import { type Context, Hono } from "hono"
import { routes, versionPrefix } from "./routes.ts"

const maxBytes = 256 * 1024

/** Receives a code host's reports of leaked keys. The signature covers the bytes of the body. */
const secretScanningRoute = Effect.gen(function* () {
  const callPipeline = yield* makePipelineClient("rest")
  const respond = yield* makeRespond
  const { report } = yield* SecretScanning
  const name = "secret_scanning.report"

  return async (c: Context<Env>): Promise<Response> => {
    const keyId = c.req.header("github-public-key-identifier")
    const signature = c.req.header("github-public-key-signature")
    const signatureOfBody = keyId === undefined || signature === undefined ? null : { keyId, signature }
    const invocation = Effect.map(
      Effect.promise(() => readCapped(c.req.raw, maxBytes)),
      (body) => {
        if (typeof body !== "string") return { endpoint: report(signatureOfBody, body) }
        const refusal =
          body === "too_large"
            ? new PayloadTooLarge({ limit: maxBytes })
            : new ValidationError({ fields: [{ path: "body", message: "ended early" }] })
        return { endpoint: { name, admits: "anyone", run: () => refusal } as const }
      }
    )
    return respond(await callPipeline(c, { name, invocation, allowAnonymous: true }))
  }
})

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
