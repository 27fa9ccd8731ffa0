import { Settings, version } from "@adwarden/core"
import {
  errorCodes,
  errorRemedies,
  errorsOf,
  errorTable,
  openApiDocument,
  operations
} from "@adwarden/core/contract"
import { newRequestId } from "@adwarden/core/http"
import { Effect } from "effect"
import { Hono } from "hono"
import { html } from "hono/html"
import type { Env } from "../pipeline-client.ts"
import { makePublicDocument } from "../public-documents.ts"
import { docsHeaders, docsPage, docsType, inline } from "./page.ts"
import { readPicture } from "./pages/files.ts"
import { referencePage } from "./reference.ts"

/** Errors that every operation can return need no list of operations. */
const operationsWithError = (code: (typeof errorCodes)[number]) => {
  const matching = operations.filter((operation) => errorsOf(operation).includes(code))
  if (matching.length === 0) return ""
  if (matching.length === operations.length) return html`<p>Every operation can return this error.</p>`
  return html`<p>Of ${matching.map(
    ({ name }, index) => html`${index === 0 ? "" : ", "}<a href="/docs/api#${name}">${name}</a>`
  )}.</p>`
}

const section = (code: (typeof errorCodes)[number]) => {
  const { extra, status, when } = errorTable[code]
  const fields = Object.keys(extra)
  return html`<h2 id="${code}"><code>${code}</code> <span class="soft">${status}</span></h2>
<p>${inline(when)}</p>
<p>${inline(errorRemedies[code])}</p>
${fields.length > 0 ? html`<p>Extra fields: ${fields.map((field) => html`<code>${field}</code> `)}</p>` : ""}
${operationsWithError(code)}`
}

/** The page that every error's doc_url opens. It is generated from the error table. */
const errorsPage = (): string =>
  docsPage({
    title: "Errors",
    body: html`<p>
Every error has the same envelope: <code>{ "error": { "code", "message", "doc_url", … } }</code>. The message states what
happened and what to do next; the code is stable, and extra fields are beside the message.
</p>
<p>
Every response has an <code>X-Request-Id</code>. Include it when you report a problem. For a temporary error,
<code>Retry-After</code> states when to retry.
</p>
${errorCodes.map(section)}`
  })

/** The page that our user agent links to, for people who find it in the logs of their website. */
const readingWebsitesPage = (): string =>
  docsPage({
    title: "Reading websites",
    body: html`<p>
      You found <code>Adwarden</code> in the logs of your website. A user of this service asked it to read the
      site, to create a business profile or a draft of an ad campaign from it.
    </p>
    <h2>What it does</h2>
    <p>
      It reads at most a few dozen pages of one domain, in one visit, three at a time, and stops after a minute. It requests
      only pages: no images, no scripts, no forms. It sends no cookies, and it does not return on its own.
    </p>
    <h2>How to block it or slow it down</h2>
    <p>It reads <code>robots.txt</code> first, and follows it. To block it everywhere:</p>
    <p><code>User-agent: Adwarden</code><br /><code>Disallow: /</code></p>
    <p><code>Crawl-delay: 5</code> makes it wait five seconds between two pages.</p>
    <h2>How to allow it</h2>
    <p><code>User-agent: Adwarden</code><br /><code>Allow: /</code></p>
    <p>
      It reads the HTML of a page and runs no scripts. A site that renders only in the browser looks empty to it; render such
      a site on its server.
    </p>`
  })

/** The pages of docs/ and their renderer, loaded when somebody first opens one. */
const loadPages = async () => {
  const { loadLibrary, ownPages, ...pages } = await import("./pages/index.ts")
  return { library: await loadLibrary(ownPages), ...pages }
}

/**
 * The documentation of every host: the pages of docs/ with a search, the API reference, the errors, and the page
 * about our crawler.
 */
export const docs = Effect.gen(function* () {
  const { restUrl } = yield* Settings
  const publicDocument = yield* makePublicDocument("rest")
  const page = (name: string, text: string | (() => string | Promise<string>)) =>
    publicDocument({ name, type: docsType, headers: docsHeaders, text })
  let loading: ReturnType<typeof loadPages> | undefined
  const loaded = () => {
    loading ??= loadPages()
    return loading
  }
  return new Hono<Env>()
    .get("/docs/api", page("docs.reference", referencePage(openApiDocument(restUrl, version))))
    .get("/docs/errors", page("docs.errors", errorsPage()))
    .get("/docs/reading-websites", page("docs.reading_websites", readingWebsitesPage()))
    .get("/docs/search", async (c) => {
      const { library, searchPage } = await loaded()
      return page("docs.search", () => searchPage(library, c.req.query("q") ?? ""))(c)
    })
    .get("/docs/:file{.+\\.(?:png|svg)}", async (c) => {
      const picture = await readPicture(c.req.param("file"))
      if (picture === null) return c.notFound()
      return new Response(picture.bytes as Uint8Array<ArrayBuffer>, {
        headers: {
          "Content-Type": picture.type,
          "Cache-Control": "public, max-age=3600",
          "Content-Security-Policy": "default-src 'none'; style-src 'unsafe-inline'",
          "X-Content-Type-Options": "nosniff",
          "X-Request-Id": newRequestId()
        }
      })
    })
    .get("/docs/:page{.+}?", async (c) => {
      const { library, libraryPage } = await loaded()
      const found = library.pages.get(c.req.path)
      return found === undefined ? c.notFound() : page("docs.page", () => libraryPage(library, found))(c)
    })
})
