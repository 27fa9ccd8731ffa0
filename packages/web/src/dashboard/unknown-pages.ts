import { Pages } from "@adwarden/core"
import { NotFound, pagePaths, routePattern } from "@adwarden/core/contract"
import { Effect } from "effect"
import type { PageRouter } from "../kit/page-router.ts"

const notFound = new NotFound({
  what: "This page",
  next: "It may have been moved or removed. The navigation shows what exists."
})

/** Unknown addresses below those of an organization or the account. They are added after all other pages. */
export const unknownPages = (router: PageRouter) =>
  Effect.map(Pages, (pages) => {
    router.get(`${routePattern(pagePaths.organization(":org"))}/*`, {
      name: "pages.unknown",
      invocation: ({ parameters: { org = "" } }) =>
        Effect.succeed({
          endpoint: pages.ofOrganization<never>("pages.unknown", org, () => notFound)
        }),
      render: () => ({ redirect: pagePaths.home })
    })
    router.get(`${pagePaths.account("keys")}/*`, {
      name: "pages.unknown",
      invocation: () => Effect.succeed({ endpoint: pages.ofPerson<never>("pages.unknown", () => notFound) }),
      render: () => ({ redirect: pagePaths.home })
    })
  })
