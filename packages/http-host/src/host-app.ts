import { makeReadinessCheck, Settings } from "@adwarden/core"
import { envelope, InternalError } from "@adwarden/core/contract"
import { forwardingHeaderOf, newRequestId, untrustedProxyText } from "@adwarden/core/http"
import { Effect, Runtime } from "effect"
import { Hono } from "hono"
import { docs } from "./docs/index.ts"
import type { Env } from "./pipeline-client.ts"
import { acceptsHtml, asErrorPage, makeUnknownPath } from "./public-documents.ts"

/**
 * /healthz: the process runs. /readyz: it also reaches its database and can receive traffic, and warns of a proxy on the
 * way that it does not trust.
 */
const health = Effect.gen(function* () {
  const ready = yield* makeReadinessCheck
  const { trustProxy } = yield* Settings
  const run = Runtime.runPromise(yield* Effect.runtime<never>())
  return new Hono<Env>()
    .get("/healthz", (c) => c.json({ status: "ok" }))
    .get("/readyz", async (c) => {
      if (!(await run(ready)))
        return c.json({ status: "unavailable", reason: "The database does not respond." }, 503, {
          "Retry-After": "5"
        })
      const header = trustProxy ? null : forwardingHeaderOf(c.req.raw)
      return c.json({ status: "ready", ...(header === null ? {} : { warning: untrustedProxyText(header) }) })
    })
})

/**
 * Serves the given surfaces on one port, with what every host has: health checks, documentation and a response to
 * unknown paths.
 */
export const hostApp = (surfaces: ReadonlyArray<Hono<Env>>) =>
  Effect.gen(function* () {
    const settings = yield* Settings
    const runtime = yield* Effect.runtime<never>()
    const unknownPath = yield* makeUnknownPath
    const app = new Hono<Env>()
    for (const surface of surfaces) app.route("/", surface)
    app.route("/", yield* health)
    app.route("/", yield* docs)
    const respondNotFound = unknownPath(
      `The REST API is at ${settings.restUrl}, the MCP server at ${settings.mcpUrl}/mcp; ${settings.appUrl}/docs documents both.`
    )
    app.notFound(async (c) =>
      acceptsHtml(c.req.raw) ? asErrorPage(await respondNotFound(c)) : respondNotFound(c)
    )
    app.onError((error) => {
      const request_id = newRequestId()
      Runtime.runFork(runtime)(
        Effect.logError(`Request ${request_id} failed outside of its operation`, error)
      )
      const body = envelope(new InternalError({ request_id }), settings.appUrl, "rest")
      return Response.json(body, { status: 500, headers: { "X-Request-Id": request_id } })
    })
    return app
  })
