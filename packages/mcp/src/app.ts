import { Settings } from "@adwarden/core"
import { jsonMediaType } from "@adwarden/core/contract"
import { protectedResource } from "@adwarden/core/http"
import { type Env, makeHostAndOriginCheck, makePreflight, makePublicDocument } from "@adwarden/http-host"
import { Effect } from "effect"
import { Hono } from "hono"
import { foreignHeader, methodNotAllowed, streamableHttp } from "./streamable-http.ts"

/** The MCP surface: stateless Streamable HTTP at /mcp, and the metadata that tells clients how to authenticate. */
export const mcpApp = Effect.gen(function* () {
  const settings = yield* Settings
  const { post, refuse } = yield* streamableHttp
  const foreignHeaderOf = makeHostAndOriginCheck(settings)
  const publicDocument = yield* makePublicDocument("mcp")
  const metadata = protectedResource(settings, "mcp")
  const app = new Hono<Env>()

  app.all("/mcp", (c) => {
    const header = foreignHeaderOf(c.req.raw)
    if (header !== null) return refuse(c, foreignHeader(header, settings.mcpUrl), "anyone")
    // An unknown caller gets the authentication challenge for any method.
    return c.req.method === "POST" ? post(c) : refuse(c, methodNotAllowed, "callers")
  })
  app.get(
    metadata.path,
    publicDocument({
      name: "mcp.metadata",
      type: jsonMediaType,
      text: JSON.stringify(metadata.document),
      crossOrigin: true
    })
  )
  app.options(metadata.path, yield* makePreflight("mcp", ["GET"]))
  return app
})
