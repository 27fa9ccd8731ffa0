import { Settings, version } from "@adwarden/core"
import { openApiDocument } from "@adwarden/core/contract"
import { Effect } from "effect"
import { Hono } from "hono"
import type { Env } from "../pipeline-client.ts"
import { makePublicDocument } from "../public-documents.ts"
import { errorsPage } from "./errors.ts"
import { docsHeaders, docsType } from "./page.ts"
import { readingWebsitesPage } from "./reading-websites.ts"
import { referencePage } from "./reference/page.ts"

/** The documentation pages of every host: the API reference, the errors, and the page about our crawler. */
export const docs = Effect.gen(function* () {
  const { restUrl } = yield* Settings
  const publicDocument = yield* makePublicDocument("rest")
  const page = (name: string, text: string) =>
    publicDocument({ name, type: docsType, headers: docsHeaders, text })
  return new Hono<Env>()
    .get("/docs", page("docs.reference", referencePage(openApiDocument(restUrl, version))))
    .get("/docs/errors", page("docs.errors", errorsPage()))
    .get("/docs/reading-websites", page("docs.reading_websites", readingWebsitesPage()))
})
