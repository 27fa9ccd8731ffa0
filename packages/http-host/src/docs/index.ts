import { Settings, version } from "@adwarden/core"
import { openApiDocument } from "@adwarden/core/contract"
import { newRequestId } from "@adwarden/core/http"
import { Effect } from "effect"
import { Hono } from "hono"
import type { Env } from "../pipeline-client.ts"
import { makePublicDocument } from "../public-documents.ts"
import { errorsPage } from "./errors.ts"
import { docsHeaders, docsType } from "./page.ts"
import { readPicture } from "./pages/files.ts"
import { readingWebsitesPage } from "./reading-websites.ts"
import { referencePage } from "./reference/page.ts"

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
