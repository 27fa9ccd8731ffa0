import type { Frame } from "@adwarden/core"
import type { AccountPage, OrganizationPage } from "@adwarden/core/contract"
import { accountPages, organizationPages, pagePaths } from "@adwarden/core/contract"
import type { Place } from "../kit/browser-request.ts"
import { type Html, html } from "../kit/html.ts"
import { type IconName, icon, waiting } from "../parts/index.ts"

interface Entry {
  readonly title: string
  readonly icon: IconName
}

/** The titles and icons of an organization's pages. */
export const organizationEntries: Readonly<Record<OrganizationPage, Entry>> = {
  overview: { title: "Overview", icon: "overview" },
  campaigns: { title: "Campaigns", icon: "campaigns" },
  optimizations: { title: "Optimizations", icon: "optimizations" },
  activity: { title: "Activity", icon: "activity" },
  reports: { title: "Reports", icon: "reports" },
  strategy: { title: "Strategy", icon: "strategy" },
  profile: { title: "Business profile", icon: "profile" },
  settings: { title: "Settings", icon: "settings" }
}

export const accountEntries: Readonly<Record<AccountPage, Entry>> = {
  keys: { title: "API keys", icon: "key" },
  apps: { title: "Connected apps", icon: "apps" },
  sessions: { title: "Sessions", icon: "screen" },
  password: { title: "Password", icon: "lock" },
  notifications: { title: "Notifications", icon: "bell" },
  profile: { title: "Profile", icon: "people" }
}

const entry = (href: string, { icon: name, title }: Entry, current: boolean, pending = 0): Html =>
  html`<li><a href="${href}"${current ? html` aria-current="page"` : null}>${icon(name)}${title}${waiting(pending)}</a></li>`

/** The navigation at the left; null on pages that belong to no organization and not to the account. */
export const sideNavigation = ({ organization }: Frame, place: Place): Html | null => {
  if (place.of === "account")
    return html`<nav class="side" aria-label="Account"><ul>${accountPages.map((page) =>
      entry(pagePaths.account(page), accountEntries[page], page === place.page)
    )}</ul></nav>`
  if (organization === null) return null
  const { pending, slug } = organization
  return html`<nav class="side" aria-label="Organization"><ul>${organizationPages.map((page) =>
    entry(
      pagePaths.organization(slug, page),
      organizationEntries[page],
      place.of === "organization" && page === place.page,
      page === "optimizations" ? pending : 0
    )
  )}${
    organization.effectiveRole === "owner"
      ? html`<li><a class="stop" href="${pagePaths.stop(slug)}"${place.of === "organization" && place.page === "stop" ? html` aria-current="page"` : null}>${icon("stop")}Emergency stop</a></li>`
      : null
  }</ul></nav>`
}
