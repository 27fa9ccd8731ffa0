import type { Frame } from "@adwarden/core"
import { NotFound, organizationPages, pagePaths, settingsSections } from "@adwarden/core/contract"
import { Effect } from "effect"
import { organizationPage, type PageContent, personPage } from "../kit/dashboard-page.ts"
import { html } from "../kit/html.ts"
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

const choiceContent = (frame: Frame, path: (org: string) => string): PageContent => ({
  title: "Choose an organization",
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
export const shortAddressPages = (router: PageRouter): void => {
  for (const [short, path] of shortAddresses)
    personPage(router, {
      path: short,
      name: "pages.short",
      place: "home",
      read: () => Effect.succeed(null),
      render: ({ frame }) => {
        const [only, ...others] = frame.organizations
        return only !== undefined && others.length === 0
          ? { redirect: path(only.slug) }
          : choiceContent(frame, path)
      }
    })
}

const notFound = new NotFound({
  what: "This page",
  next: "It may have been moved or removed. The navigation shows what exists."
})

/** Names of pages that people type, and where these pages are. */
const moved: ReadonlyArray<readonly [from: string, to: (org: string) => string]> = [
  ["overview", (org) => pagePaths.organization(org)],
  ["approvals", (org) => pagePaths.organization(org, "optimizations")],
  ["settings/limits", (org) => pagePaths.settings(org)],
  ["settings/webhook", (org) => pagePaths.settings(org, "notifications")],
  ...(["keys", "members", "limits"] as const).map(
    (section) => [section, (org: string) => pagePaths.settings(org, section)] as const
  )
]

/** Unknown addresses below those of an organization or the account. They are added after all other pages. */
export const unknownPages = (router: PageRouter): void => {
  const [ofOrganization, ofAccount] = [pagePaths.organization(":org"), pagePaths.account("keys")]
  const nothing = { name: "pages.moved", place: null, read: () => Effect.succeed(null) }
  const unknown = {
    name: "pages.unknown",
    place: null,
    read: () => notFound,
    render: () => ({ redirect: pagePaths.home })
  }
  for (const [from, to] of moved)
    organizationPage(router, {
      ...nothing,
      path: `${ofOrganization}/${from}`,
      render: (_, { org }) => ({ redirect: to(org) })
    })
  personPage(router, {
    ...nothing,
    path: `${ofAccount}/keys`,
    render: () => ({ redirect: ofAccount })
  })
  organizationPage(router, { ...unknown, path: `${ofOrganization}/*` })
  personPage(router, { ...unknown, path: `${ofAccount}/*` })
}
