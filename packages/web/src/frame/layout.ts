import type { CurrentOrganization, Frame } from "@adwarden/core"
import { pagePaths } from "@adwarden/core/contract"
import type { BrowserRequest, InDashboard, Page } from "../kit/browser-request.ts"
import { form } from "../kit/forms.ts"
import { type Html, html } from "../kit/html.ts"
import { linkPages } from "../kit/page-links.ts"
import { banner, icon, initials, shield, waiting } from "../parts/index.ts"
import { dashboardStylePath, iconPath, scriptPath } from "../style/assets.ts"
import { sideNavigation } from "./navigation.ts"

/** The current organization, which opens the list of all. */
const organizationSwitch = (
  { organization, organizations }: Frame,
  accountTitle: string | null
): Html | null => {
  if (organization === null && accountTitle === null) return null
  return html`<span class="slash" aria-hidden="true">/</span><details class="menu"><summary class="org"><span>${organization?.name ?? accountTitle}</span>${icon("down")}<span class="sr">Change organization</span></summary>
<div class="panel">${organizations.map(
    ({ name, pending, slug }) =>
      html`<a href="${pagePaths.organization(slug)}"${slug === organization?.slug ? html` aria-current="true"` : null}>${name}${waiting(pending)}</a>`
  )}<a href="${pagePaths.home}">All organizations</a></div></details>`
}

const personMenu = ({ person }: Frame, request: BrowserRequest): Html =>
  html`<details class="menu right"><summary><span class="me" aria-hidden="true">${initials(person.name)}</span><span class="sr">${person.name}: your account</span></summary>
<div class="panel"><p><b>${person.name}</b><br />${person.email}</p><a href="${pagePaths.account("keys")}">Your account</a>${form(request, "/sign-out", html`<button>Sign out</button>`)}</div></details>`

const topBar = (frame: Frame, accountTitle: string | null, request: BrowserRequest): Html => {
  const pending = frame.organizations.reduce((sum, one) => sum + one.pending, 0)
  return html`<header class="top">
<a class="brand" href="${pagePaths.home}" aria-label="Adwarden">${shield}<span>Adwarden</span></a>
${organizationSwitch(frame, accountTitle)}
<nav aria-label="You"><a class="ask" href="${pagePaths.approvals}">${icon("bell")}<span>Approvals</span>${waiting(pending)}</a>
${personMenu(frame, request)}</nav>
</header>`
}

/** A platform login that no longer works, on every page of its organization. */
const brokenLogins = ({ brokenAccounts, effectiveRole, slug }: CurrentOrganization): ReadonlyArray<Html> =>
  brokenAccounts.map(({ id, name, problem }) =>
    banner(
      "bad",
      html`<b>${name ?? `Ad account ${id}`} is not connected.</b> ${linkPages(problem, slug)}${effectiveRole === "owner" ? html` <a href="${pagePaths.settings(slug, "accounts")}">Reconnect</a>` : null}`
    )
  )

/** Suspended access, on every page of its organization: agents that do nothing need an explanation. */
const suspendedAccess = ({ accessSuspended, effectiveRole, slug }: CurrentOrganization): Html | null =>
  accessSuspended
    ? banner(
        "warn",
        html`<b>All API keys and connected apps are suspended.</b> ${effectiveRole === "owner" ? html`<a href="${pagePaths.settings(slug, "keys")}">API keys and approvals</a>` : "An owner can lift the suspension."}`
      )
    : null

/** The layout of a dashboard page: top bar, navigation, banners and the page's own part. */
export const dashboardLayout = (
  { body, title }: Page,
  { frame, place }: InDashboard,
  request: BrowserRequest
): Html => {
  const { organization } = frame
  const side = sideNavigation(frame, place)
  const name = organization === null || title === organization.name ? "" : ` · ${organization.name}`
  return html`<!doctype html>
<html lang="en">
<head>
<meta charset="utf-8" />
<meta name="viewport" content="width=device-width, initial-scale=1" />
<meta name="color-scheme" content="light dark" />
<meta name="robots" content="noindex" />
<title>${title}${name} · Adwarden</title>
<link rel="stylesheet" href="${dashboardStylePath}" />
<link rel="icon" href="${iconPath}" type="image/svg+xml" />
<script src="${scriptPath}" defer></script>
</head>
<body>
<a class="skip" href="#main">Skip to main content</a>
${topBar(frame, place.of === "account" ? "Your account" : null, request)}
<div class="shell${side === null ? " alone" : ""}">
${side}
<main id="main">${organization === null ? null : html`${suspendedAccess(organization)}${brokenLogins(organization)}`}${body}</main>
</div>
<footer class="foot">Search-ad campaigns, managed without being able to do harm.</footer>
</body>
</html>`
}
