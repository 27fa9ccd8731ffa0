import { type Endpoint, httpHeaders, respondWith, Settings } from "@adwarden/core"
import type { Surface } from "@adwarden/core/contract"
import { protectedResource } from "@adwarden/core/http"
import { Effect } from "effect"
import type { Context } from "hono"
import { type Env, makePipelineClient } from "./pipeline-client.ts"

/**
 * For responses that use no cookies: scripts on pages of any origin may read them. Pages for people never send these
 * headers.
 */
export const crossOriginHeaders: Readonly<Record<string, string>> = {
  "Access-Control-Allow-Origin": "*",
  "Access-Control-Expose-Headers": "WWW-Authenticate, Retry-After, X-Request-Id"
}

/** Responds to a browser's CORS preflight request. */
export const makePreflight = (surface: Surface, methods: ReadonlyArray<"GET" | "POST">) =>
  Effect.gen(function* () {
    const callPipeline = yield* makePipelineClient(surface, () => ({ kind: "reader" }))
    const { url } = protectedResource(yield* Settings, surface === "mcp" ? "mcp" : "rest")
    const name = `${surface}.preflight`
    const endpoint: Endpoint<null> = {
      name,
      admits: "anyone",
      successStatus: 204,
      run: () => Effect.succeed(respondWith(null))
    }
    return async (c: Context<Env>): Promise<Response> => {
      const response = await callPipeline(c, {
        name,
        invocation: Effect.succeed({ endpoint: endpoint }),
        allowAnonymous: true
      })
      const allowed = {
        ...crossOriginHeaders,
        "Access-Control-Allow-Methods": methods.join(", "),
        "Access-Control-Allow-Headers": "Authorization, Content-Type, MCP-Protocol-Version",
        "Access-Control-Max-Age": "86400"
      }
      return new Response(null, {
        status: response.status,
        headers: { ...httpHeaders(response, url), ...allowed }
      })
    }
  })
