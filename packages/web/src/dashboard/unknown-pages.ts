import { Pages } from "@adwarden/core"
import { NotFound, pagePaths, routePattern } from "@adwarden/core/contract"
import { Effect } from "effect"
import type { PageRouter } from "../kit/page-router.ts"

const notFound = new NotFound({
  what: "This page",
  next: "It may have been moved or removed. The navigation shows what exists."
})

/** Names of pages that people type, and where these pages are. */
const moved: ReadonlyArray<readonly [from: string, to: (org: string) => string]> = [
  ["overview", (org) => pagePaths.organization(org)],
  ["approvals", (org) => pagePaths.organization(org, "optimizations")],
  ["settings/limits", (org) => pagePaths.settings(org)],
  ["settings/approvals", (org) => pagePaths.settings(org, "keys")],
  ["settings/webhook", (org) => pagePaths.settings(org, "notifications")],
  ...(["keys", "members", "limits"] as const).map(
    (section) => [section, (org: string) => pagePaths.settings(org, section)] as const
  )
]

/** Unknown addresses below those of an organization or the account. They are added after all other pages. */
export const unknownPages = (router: PageRouter) =>
  Effect.map(Pages, (pages) => {
    for (const [from, to] of moved)
      router.get(`${routePattern(pagePaths.organization(":org"))}/${from}`, {
        name: "pages.moved",
        invocation: ({ parameters: { org = "" } }) =>
          Effect.succeed({ endpoint: pages.ofOrganization("pages.moved", org, () => Effect.succeed(null)) }),
        render: (_, { parameters: { org = "" } }) => ({ redirect: to(org) })
      })
    router.get(`${pagePaths.account("keys")}/keys`, {
      name: "pages.moved",
      invocation: () =>
        Effect.succeed({ endpoint: pages.ofPerson("pages.moved", () => Effect.succeed(null)) }),
      render: () => ({ redirect: pagePaths.account("keys") })
    })
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
