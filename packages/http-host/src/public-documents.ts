import { type Endpoint, httpHeaders, respondWith, Settings } from "@adwarden/core"
import { type ErrorEnvelope, NotFound, type Surface } from "@adwarden/core/contract"
import { protectedResource } from "@adwarden/core/http"
import { Effect } from "effect"
import type { Context } from "hono"
import { html } from "hono/html"
import { crossOriginHeaders } from "./cross-origin.ts"
import { docsHeaders, docsPage, docsType } from "./docs/page.ts"
import { type Env, makePipelineClient } from "./pipeline-client.ts"
import { makeRespond } from "./respond.ts"

/** Returns whether the request is from a browser. Programs accept JSON or anything. */
export const acceptsHtml = (request: Request): boolean =>
  request.method === "GET" && /^text\/html\b/i.test(request.headers.get("accept") ?? "")

const titles: Readonly<Record<number, string>> = {
  404: "Page not found",
  429: "Too many requests",
  503: "The service is temporarily unavailable"
}

/** Renders an error response as a page for a browser, with the same status and message. */
export const asErrorPage = async (response: Response): Promise<Response> => {
  const { error } = (await response.json()) as ErrorEnvelope
  const headers = new Headers(response.headers)
  headers.set("Content-Type", docsType)
  for (const [name, value] of Object.entries(docsHeaders)) headers.set(name, value)
  const isMissing = response.status === 404
  const body = html`<p>${isMissing ? "There is no page at this address. Check it, or start from the home page." : error.message}</p>
    <p><a href="/">Go to the home page</a></p>
    ${isMissing ? html`<p class="soft">${error.message}</p>` : null}
    <p class="soft">Request ${response.headers.get("x-request-id")}</p>`
  const title = titles[response.status] ?? "Something went wrong"
  return new Response(docsPage({ title, body }), { status: response.status, headers })
}

interface PublicDocument {
  /** Its name in the audit trail. */
  readonly name: string
  readonly type: string
  /** A text that takes work to make is made after the rate limit has admitted the request. */
  readonly text: string | (() => string | Promise<string>)
  /** Additional response headers. */
  readonly headers?: Readonly<Record<string, string>>
  /** Whether scripts on pages of other origins may read it. */
  readonly crossOrigin?: boolean
}

/**
 * Responds with a public text. It is rate-limited and audited as everything is, but needs no credential, and its readers
 * have a rate limit of their own. A browser gets an error as a page.
 */
export const makePublicDocument = (surface: Surface) =>
  Effect.gen(function* () {
    const callPipeline = yield* makePipelineClient(surface, () => ({ kind: "reader" }))
    const respond = yield* makeRespond
    const { url } = protectedResource(yield* Settings, surface === "mcp" ? "mcp" : "rest")
    return ({ crossOrigin = false, headers: ownHeaders, name, text, type }: PublicDocument) => {
      const endpoint: Endpoint<null> = {
        name,
        admits: "anyone",
        run: () => Effect.succeed(respondWith(null))
      }
      const invocation = Effect.succeed({ endpoint: endpoint })
      return async (c: Context<Env>): Promise<Response> => {
        const response = await callPipeline(c, { name, invocation, allowAnonymous: true })
        if (response.error !== null)
          return acceptsHtml(c.req.raw) ? asErrorPage(respond(response)) : respond(response)
        const corsHeaders = crossOrigin ? crossOriginHeaders : {}
        const headers = { ...httpHeaders(response, url), "Content-Type": type, ...ownHeaders, ...corsHeaders }
        return new Response(typeof text === "string" ? text : await text(), { headers })
      }
    }
  })

/** Responds to an unknown path; `next` states where to look instead. */
export const makeUnknownPath = Effect.gen(function* () {
  const callPipeline = yield* makePipelineClient("rest")
  const respond = yield* makeRespond
  return (next: string) =>
    async (c: Context<Env>): Promise<Response> => {
      const notFound = new NotFound({ what: `${c.req.method} ${c.req.path}`, next })
      const endpoint: Endpoint<never> = { name: null, admits: "anyone", run: () => notFound }
      return respond(
        await callPipeline(c, {
          name: null,
          invocation: Effect.succeed({ endpoint: endpoint }),
          allowAnonymous: true
        })
      )
    }
})
