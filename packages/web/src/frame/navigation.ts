import type { Frame } from "@adwarden/core"
import type { AccountPage } from "@adwarden/core/contract"
import {
  accountPageNames,
  accountPages,
  organizationPageNames,
  organizationPages,
  pagePaths
} from "@adwarden/core/contract"
import type { Place } from "../kit/browser-request.ts"
import { type Html, html } from "../kit/html.ts"
import { type IconName, icon, waiting } from "../parts/index.ts"

const accountIcons: Readonly<Record<AccountPage, IconName>> = {
  keys: "key",
  apps: "apps",
  sessions: "screen",
  password: "lock",
  factor: "check",
  notifications: "bell",
  profile: "people"
}

const entry = (
  href: string,
  [name, title]: readonly [IconName, string],
  current: boolean,
  pending = 0
): Html =>
  html`<li><a href="${href}"${current ? html` aria-current="page"` : null}>${icon(name)}${title}${waiting(pending)}</a></li>`

/** The navigation at the left; null on pages that belong to no organization and not to the account. */
export const sideNavigation = ({ organization }: Frame, place: Place): Html | null => {
  if (place.of === "account")
    return html`<nav class="side" aria-label="Account"><ul>${accountPages.map((page) =>
      entry(pagePaths.account(page), [accountIcons[page], accountPageNames[page]], page === place.page)
    )}</ul></nav>`
  if (organization === null) return null
  const { pending, slug } = organization
  return html`<nav class="side" aria-label="Organization"><ul>${organizationPages.map((page) =>
    entry(
      pagePaths.organization(slug, page),
      [page, organizationPageNames[page]],
      place.of === "organization" && page === place.page,
      page === "optimizations" ? pending : 0
    )
  )}${
    organization.effectiveRole === "owner"
      ? html`<li><a class="stop" href="${pagePaths.stop(slug)}"${place.of === "organization" && place.page === "stop" ? html` aria-current="page"` : null}>${icon("stop")}Emergency stop</a></li>`
      : null
  }</ul></nav>`
}
