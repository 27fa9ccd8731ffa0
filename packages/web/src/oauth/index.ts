import { oauthEntrances, Settings } from "@adwarden/core"
import { Effect } from "effect"
import type { Web } from "../kit/web.ts"
import { codePage } from "./code-page.ts"
import { consentPages } from "./consent-pages.ts"
import { endpoints } from "./endpoints.ts"

/** The authorization server over HTTP: what people are shown, and what programs call. */
export const oauth = (web: Web) =>
  Effect.gen(function* () {
    const entrances = yield* oauthEntrances
    const { appUrl } = yield* Settings
    consentPages(web, entrances, appUrl)
    codePage(web, entrances)
    yield* endpoints(web.app, entrances)
  })
