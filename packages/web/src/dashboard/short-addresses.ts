import { type Frame, Pages } from "@adwarden/core"
import { organizationPages, pagePaths, settingsSections } from "@adwarden/core/contract"
import { Effect } from "effect"
import type { Page } from "../kit/browser-request.ts"
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
