import { type Frame, Pages } from "@adwarden/core"
import {
  NotFound,
  organizationPages,
  pagePaths,
  routePattern,
  settingsSections
} from "@adwarden/core/contract"
import { Effect } from "effect"
import { html } from "../kit/html.ts"
import type { Page } from "../kit/page.ts"
import type { PageRouter } from "../kit/page-router.ts"
import { card, empty, head, items } from "../parts/index.ts"

/** Addresses of an organization's pages without the organization, as people type them or messages name them. */
const shortAddresses: ReadonlyArray<readonly [short: string, path: (org: string) => string]> = [
  ...organizationPages
    .filter((page) => page !== "settings")
    .map((page) => [`/${page}`, (org: string) => pagePaths.organization(org, page)] as const),
  ["/settings", (org) => pagePaths.settings(org)],
  ...settingsSections.map(
    (section) => [`/settings/${section}`, (org: string) => pagePaths.settings(org, section)] as const
  ),
  ["/settings/stop", (org) => pagePaths.stop(org)]
]

const choicePage = (frame: Frame, path: (org: string) => string): Page => ({
  title: "Choose an organization",
  dashboard: { frame, place: { of: "person", page: "home" } },
  body: html`${head({ title: "Choose an organization", lead: "This page belongs to an organization." })}
${card({
  id: "organizations",
  title: "Your organizations",
  padded: false,
  body:
    frame.organizations.length === 0
      ? empty({
          icon: "people",
          title: "You are not a member of any organization yet",
          text: "Ask an owner for an invitation. It comes by email."
        })
      : items(
          frame.organizations.map(({ name, role, slug }) => ({
            icon: "profile",
            href: path(slug),
            title: name,
            line: `You are ${role ?? "ad operations"}.`
          }))
        )
})}`
})

/** Opens the page of the only organization, or asks for which one. */
export const shortAddressPages = (router: PageRouter) =>
  Effect.map(Pages, (pages) => {
    for (const [short, path] of shortAddresses)
      router.get(short, {
        name: "pages.short",
        invocation: () =>
          Effect.succeed({ endpoint: pages.ofPerson("pages.short", () => Effect.succeed(null)) }),
        render: ({ frame }) => {
          const [only, ...others] = frame.organizations
          return only !== undefined && others.length === 0
            ? { redirect: path(only.slug) }
            : choicePage(frame, path)
        }
      })
  })

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
