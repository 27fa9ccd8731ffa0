import type { IncomingMessage } from "node:http"
import type { HttpBindings } from "@hono/node-server"
import { RESPONSE_ALREADY_SENT } from "@hono/node-server/utils/response"
import { Hono } from "hono"
import { failureOf } from "../control/faults.ts"
import { controlRoutes } from "../control/routes.ts"
import { decideConsent, showConsent } from "../oauth/authorize.ts"
import { tokenEndpoint } from "../oauth/token.ts"
import { errorBody } from "../protocol/errors.ts"
import { isSiteName, serveNamedSite, serveSite } from "../sites/index.ts"
import type { World } from "../world.ts"
import { handleApi } from "./api.ts"

interface AppParts {
  readonly world: () => World
  readonly reset: (world: "demo" | "empty") => void
  readonly version: string
  readonly accessTokenSeconds: number
}

export type App = Hono<{ Bindings: HttpBindings }>

const loopbackAddress = /^(127\.|::1$|::ffff:127\.)/
const loopbackName = /^(localhost|127(\.\d+){3}|\[::1\])$/

/** Whether a request comes from this machine, with a loopback host name, and not from a web page. */
const isLocal = (incoming: IncomingMessage | undefined, url: string): boolean =>
  loopbackAddress.test(incoming?.socket.remoteAddress ?? "") &&
  loopbackName.test(new URL(url).hostname) &&
  incoming?.headers.origin === undefined

/** Closes the connection: the write is done, but its response never arrives. */
const cut = ({ incoming }: HttpBindings): Response => {
  incoming.socket.destroy()
  return RESPONSE_ALREADY_SENT
}

/** All routes: control, token, websites and the API. */
export const buildApp = ({ world, reset, version, accessTokenSeconds }: AppParts): App => {
  const app: App = new Hono()
  app.use((context, next) => {
    const url = new URL(context.req.url)
    return isSiteName(url.hostname) ? Promise.resolve(serveNamedSite(url)) : next()
  })
  app.use("/_control/*", (context, next) => {
    if (isLocal(context.env.incoming, context.req.url)) return next()
    return Promise.resolve(
      context.json({ error: "the control API accepts requests from loopback only" }, 403)
    )
  })
  app.route("/_control", controlRoutes({ world, version, reset }))
  app.get("/o/oauth2/v2/auth", (context) => showConsent(world(), new URL(context.req.url).searchParams))
  app.post("/o/oauth2/v2/auth", async (context) =>
    decideConsent(world(), new URLSearchParams(await context.req.text()))
  )
  app.post("/token", async (context) => {
    const fault = world().faults.take({ method: "token", collection: "", customerId: undefined })
    if (fault?.kind === "lost") return cut(context.env)
    if (fault?.delayMilliseconds) await new Promise((resolve) => setTimeout(resolve, fault.delayMilliseconds))
    if (fault?.kind === "revoked") {
      return context.json(
        { error: "invalid_grant", error_description: "Token has been expired or revoked." },
        400
      )
    }
    const failure = fault && failureOf(fault)
    if (failure) return context.json(errorBody(failure, version, "token"), failure.status.code as 400)
    return tokenEndpoint(world(), new URLSearchParams(await context.req.text()), accessTokenSeconds)
  })
  app.get("/sites/*", (context) => serveSite(new URL(context.req.url)) ?? context.notFound())
  app.get("/", (context) =>
    context.text(`Google Ads API emulator ${version}: see /_control/demo and /sites/northwind/\n`)
  )
  app.all("*", async (context) => {
    const result = await handleApi(world(), { version }, context.req.raw)
    return result === "cut" ? cut(context.env) : result
  })
  app.onError((failure, context) => {
    console.error(failure)
    return context.json(
      { error: { code: 500, message: "Internal error encountered.", status: "INTERNAL" } },
      500
    )
  })
  return app
}
