import type { ErrorEnvelope } from "@adwarden/core/contract"
import { html } from "hono/html"
import { docsHeaders, docsPage, docsType } from "./docs/page.ts"

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
  const body = html`<p>${error.message}</p>
    <p><a href="/">Go to the home page</a></p>
    <p class="soft">Request ${response.headers.get("x-request-id")}</p>`
  const title = titles[response.status] ?? "Something went wrong"
  return new Response(docsPage({ title, body }), { status: response.status, headers })
}
