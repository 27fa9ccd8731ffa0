import type { ErrorEnvelope } from "@adwarden/core/contract"
import { html } from "hono/html"
import { docsHeaders, docsPage, docsType } from "./docs/page.ts"

/** Whether it is a person's browser that asks: programs name JSON, or nothing. */
export const acceptsHtml = (request: Request): boolean =>
  request.method === "GET" && /^text\/html\b/i.test(request.headers.get("accept") ?? "")

/** An error that was answered in its envelope, as a page for whoever typed an address: the same status, the same words. */
export const asErrorPage = async (response: Response): Promise<Response> => {
  const { error } = (await response.json()) as ErrorEnvelope
  const headers = new Headers(response.headers)
  headers.set("Content-Type", docsType)
  for (const [name, value] of Object.entries(docsHeaders)) headers.set(name, value)
  const body = html`<p>${error.message}</p>
    <p><a href="/">Go to the start</a></p>
    <p class="soft">Request ${response.headers.get("x-request-id")}</p>`
  const title = response.status === 404 ? "There is nothing here" : "This did not work"
  return new Response(docsPage({ title, body }), { status: response.status, headers })
}
