import { oauthEndpoints, Settings } from "@adwarden/core"
import { Effect } from "effect"
import type { PageRouter } from "../kit/page-router.ts"
import { consentPages } from "./consent-pages.ts"
import { manualCodePage } from "./manual-code-page.ts"
import { oauthRoutes } from "./oauth-routes.ts"

/** The authorization server over HTTP: pages for people and endpoints for programs. */
export const oauthPages = (router: PageRouter) =>
  Effect.gen(function* () {
    const endpoints = yield* oauthEndpoints
    const { appUrl } = yield* Settings
    consentPages(router, endpoints, appUrl)
    manualCodePage(router, endpoints)
    yield* oauthRoutes(router.app, endpoints)
  })
