import { Settings } from "@adwarden/core"
import { envelope, InternalError } from "@adwarden/core/contract"
import { type Connection, newRequestId } from "@adwarden/core/http"
import { Effect, Runtime } from "effect"
import { Hono } from "hono"

export interface Surfaces {
  readonly rest: boolean
  readonly mcp: boolean
}

export interface Env {
  Bindings: Connection
}

/**
 * All surfaces of this host behind one address. What none of them knows is answered here. They are loaded when
 * they are wanted: most commands are none of their business, and start the sooner.
 */
export const hostApp = (surfaces: Surfaces) =>
  Effect.gen(function* () {
    const settings = yield* Settings
    const runtime = yield* Effect.runtime<never>()
    const { makeUnknownPath, restApp } = yield* Effect.promise(() => import("@adwarden/rest"))
    const rest = yield* restApp
    const app = new Hono<Env>()
    if (surfaces.mcp) {
      const { mcpApp } = yield* Effect.promise(() => import("@adwarden/mcp"))
      app.route("/", yield* mcpApp)
    }
    if (surfaces.rest) app.route("/", rest)
    // Whatever a host serves, those who watch over it want to know how it is.
    else for (const path of ["/healthz", "/readyz"]) app.get(path, (c) => rest.fetch(c.req.raw, c.env))

    const unknownPath = yield* makeUnknownPath
    app.notFound(
      unknownPath(`The REST API is at ${settings.restUrl}, the MCP server at ${settings.mcpUrl}/mcp.`)
    )

    app.onError((error) => {
      const request_id = newRequestId()
      Runtime.runFork(runtime)(
        Effect.logError(`Request ${request_id} failed outside of its operation`, error)
      )
      const body = envelope(new InternalError({ request_id }), settings.appUrl)
      return Response.json(body, { status: 500, headers: { "X-Request-Id": request_id } })
    })
    return app
  })
