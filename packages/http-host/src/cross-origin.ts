import { type Endpoint, httpHeaders, respondWith, Settings, type SettingsShape } from "@adwarden/core"
import type { Surface } from "@adwarden/core/contract"
import { protectedResource } from "@adwarden/core/http"
import { Effect } from "effect"
import type { Context } from "hono"
import { type Env, makePipelineClient } from "./pipeline-client.ts"

const loopback: ReadonlyArray<string> = ["localhost", "127.0.0.1", "[::1]"]

const hostPattern = /^(\[[0-9a-f:.]+\]|[^:/?#@\\]+)(?::\d+)?$/i

const hostnameIn = (host: string): string | undefined => hostPattern.exec(host)?.[1]?.toLowerCase()

const urlOf = (text: string): URL | null => (URL.canParse(text) ? new URL(text) : null)

/**
 * Protects against DNS rebinding. A web page that points its own domain at a service on loopback or in a private
 * network would act with its visitor's access. Such a request has a foreign Host or Origin header. Programs send no
 * Origin.
 */
export const makeHostAndOriginCheck = (settings: Pick<SettingsShape, "publicUrl" | "mcpUrl" | "appUrl">) => {
  const ownUrls = [settings.publicUrl, settings.mcpUrl, settings.appUrl].map((url) => new URL(url))
  const local = ownUrls.some((url) => loopback.includes(url.hostname))
  const hosts = new Set([...ownUrls.map((url) => url.hostname), ...(local ? loopback : [])])
  const origins = new Set(ownUrls.map((url) => url.origin))

  /** On loopback any port is allowed, because local tools serve their pages there. */
  const knownOrigin = (origin: string): boolean => {
    if (origins.has(origin)) return true
    const name = urlOf(origin)?.hostname
    return local && name !== undefined && loopback.includes(name)
  }

  /** Returns the header that is foreign, or null. */
  return (request: Request): "Host" | "Origin" | null => {
    const host = request.headers.get("host") ?? urlOf(request.url)?.host ?? ""
    if (!hosts.has(hostnameIn(host) ?? "")) return "Host"
    const origin = request.headers.get("origin")
    return origin === null || knownOrigin(origin) ? null : "Origin"
  }
}

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
