import { type CurrentOrganization, Figures } from "@adwarden/core"
import {
  accountPageNames,
  accountPages,
  channelNames,
  organizationPageNames,
  organizationPages,
  pagePaths,
  settingsSectionNames,
  settingsSections
} from "@adwarden/core/contract"
import { Effect } from "effect"
import { organizationPage } from "../kit/dashboard-page.ts"
import { html } from "../kit/html.ts"
import type { PageRouter } from "../kit/page-router.ts"
import { card, facts, head, type Item, items } from "../parts/index.ts"
import { stateNames } from "./campaign/campaign-page.ts"

const mostFound = 8

/** All pages of an organization and of the person's account. */
const pagesOf = ({ name, slug }: CurrentOrganization): ReadonlyArray<Item> => [
  ...organizationPages.map((page) => ({
    icon: page,
    href: pagePaths.organization(slug, page),
    title: organizationPageNames[page],
    line: name
  })),
  { icon: "bell", href: pagePaths.approvals, title: "Approvals", line: "All organizations" },
  ...settingsSections.map((section) => ({
    icon: "settings" as const,
    href: pagePaths.settings(slug, section),
    title: settingsSectionNames[section],
    line: "Settings"
  })),
  ...accountPages.map((page) => ({
    icon: "people" as const,
    href: pagePaths.account(page),
    title: accountPageNames[page],
    line: "Your account"
  }))
]

/** The keys that pages know. The script shows them too. */
const keys = card({
  id: "keys",
  title: "Keys",
  body: html`<div>${facts([
    ["/", "Search campaigns and pages"],
    ["?", "Show these keys"],
    ["Enter", "Open the first result of a search"],
    ["Esc", "Close what is open"]
  ])}</div>`
})

/** /o/{org}/search: the campaigns and pages whose names have a text, and the keys that open it. */
export const search = (router: PageRouter) =>
  Effect.map(Figures, (figures) => {
    organizationPage(router, {
      path: pagePaths.search(":org"),
      name: "pages.search",
      place: null,
      read: ({ clearance }) => figures.names(clearance),
      render: ({ data: campaigns, organization }, request) => {
        const asked = request.query.get("q")?.trim() ?? ""
        const words = asked.toLowerCase().split(/\s+/)
        const has = (text: string) => words.every((word) => text.toLowerCase().includes(word))
        const found: ReadonlyArray<Item> = [
          ...campaigns
            .filter(({ name, removed, slug }) => !removed && has(`${name} ${slug}`))
            .map(({ channel, name, slug, state }) => ({
              icon: "campaigns" as const,
              href: pagePaths.campaign(organization.slug, slug),
              title: html`<bdi>${name}</bdi>`,
              line: `${channelNames[channel]} campaign, ${stateNames[state].toLowerCase()}`
            })),
          ...pagesOf(organization).filter(({ line, title }) => has(`${String(title)} ${String(line)}`))
        ]
        return {
          title: "Search",
          body: html`${head({ title: "Search" })}
<div data-search class="stack"><form method="get" action="${pagePaths.search(organization.slug)}" role="search" class="row"><input type="search" name="q" value="${asked}" aria-label="Search campaigns and pages" placeholder="Search campaigns and pages" autocomplete="off" /><button class="quiet">Search</button></form>
<div class="card" data-found>${
            asked === ""
              ? html`<p class="pad small soft">Type a part of a name.</p>`
              : found.length === 0
                ? html`<p class="pad small soft">No campaign or page has “${asked}” in its name.</p>`
                : items(found.slice(0, mostFound))
          }</div></div>
<div data-keys>${keys}</div>`
        }
      }
    })
  })
