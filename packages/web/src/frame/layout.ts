import type { CurrentOrganization, Frame } from "@adwarden/core"
import {
  type AccountPage,
  accountPageNames,
  accountPages,
  organizationPageNames,
  organizationPages,
  pagePaths
} from "@adwarden/core/contract"
import { form } from "../kit/forms.ts"
import { type Html, html, linkPages } from "../kit/html.ts"
import type { BrowserRequest, InDashboard, Page, Place } from "../kit/page.ts"
import { banner, hidden, type IconName, icon, initials, shield, waiting } from "../parts/index.ts"
import { dashboardStylePath, iconPath, scriptPath, stylePath } from "../style/assets.ts"

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
const sideNavigation = ({ organization }: Frame, place: Place): Html | null => {
  if (place.of === "account")
    return html`<nav class="side" aria-label="Account"><ul>${accountPages.map((page) =>
      entry(pagePaths.account(page), [accountIcons[page], accountPageNames[page]], page === place.page)
    )}</ul></nav>`
  if (organization === null) return null
  const { pending, slug } = organization
  return html`<nav class="side" aria-label="Organization"><ul data-live="approvals">${organizationPages.map(
    (page) =>
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
<div class="panel"><p><b>${person.name}</b><br />${person.email}</p><a href="${pagePaths.account("keys")}">Your account</a>${form(request, html`<button>Sign out</button>`, "/sign-out")}</div></details>`

const topBar = (frame: Frame, accountTitle: string | null, request: BrowserRequest): Html => {
  const { organization, organizations } = frame
  const pending = organizations.reduce((sum, one) => sum + one.pending, 0)
  return html`<header class="top">
<a class="brand" href="${pagePaths.home}" aria-label="Adwarden">${shield}<span>Adwarden</span></a>
${organizationSwitch(frame, accountTitle)}
<nav aria-label="You">${organization === null ? null : html`<a class="ask" href="${pagePaths.search(organization.slug)}" data-search-page>${icon("search")}<span>Search</span></a>`}<a class="ask" href="${pagePaths.approvals}" data-live="approvals">${icon("bell")}<span>Approvals</span>${waiting(pending)}</a>
${personMenu(frame, request)}</nav>
</header>`
}

/** A platform login that no longer works, on every page of its organization. */
const brokenLogins = (
  { brokenAccounts, consentOrigin, effectiveRole, slug }: CurrentOrganization,
  request: BrowserRequest
): ReadonlyArray<Html> => {
  const accounts = pagePaths.settings(slug, "accounts")
  const isOwner = effectiveRole === "owner"
  return brokenAccounts.map(({ id, login, name, problem }) => {
    const account = html`<b>${name ?? `Ad account ${id}`} is not connected.</b>`
    if (!isOwner || login === null || consentOrigin === "")
      return banner(
        "bad",
        html`${account} ${linkPages(problem, slug)}${isOwner ? html` <a href="${accounts}">Open the ad accounts</a>` : null}`
      )
    // The button is what the problem says to do.
    const why = problem.replace(/ Its owner has to connect it again[^.]*\./, "")
    return banner(
      "bad",
      html`${account} ${linkPages(why, slug)}${form(
        request,
        html`${hidden({ action: "connect", login })}<button class="tiny">Reconnect</button>`,
        accounts
      )}`
    )
  })
}

/** Suspended access, on every page of its organization: agents that do nothing need an explanation. */
const suspendedAccess = ({ accessSuspended, effectiveRole, slug }: CurrentOrganization): Html | null =>
  accessSuspended
    ? banner(
        "warn",
        html`<b>All API keys and connected apps are suspended.</b> ${effectiveRole === "owner" ? html`<a href="${pagePaths.settings(slug, "keys")}">Settings › API keys</a>` : "An owner can lift the suspension."}`
      )
    : null

const accountMenu = (
  person: string,
  request: BrowserRequest
): Html => html`<nav class="account" aria-label="Account">
  <a href="/" class="who">${person}</a>
  ${form(request, html`<button class="quiet">Sign out</button>`, "/sign-out")}
</nav>`

interface Document {
  readonly title: string
  readonly stylePath: string
  /** The path of the script; pages without the frame have none. */
  readonly script?: string
  readonly body: Html
}

const documentOf = ({ body, script, stylePath: style, title }: Document): Html => html`<!doctype html>
<html lang="en">
<head>
<meta charset="utf-8" />
<meta name="viewport" content="width=device-width, initial-scale=1" />
<meta name="color-scheme" content="light dark" />
<meta name="robots" content="noindex" />
<title>${title} · Adwarden</title>
<link rel="stylesheet" href="${style}" />
<link rel="icon" href="${iconPath}" type="image/svg+xml" />${
  script === undefined
    ? null
    : html`
<script src="${script}" defer></script>`
}
</head>
<body>
<a class="skip" href="#main">Skip to main content</a>
${body}
</body>
</html>`

/** The layout of a page without the frame: the title, the signed-in person and one main part. */
const plainLayout = ({ body, person = null, title }: Page, request: BrowserRequest): Html =>
  documentOf({
    title,
    stylePath,
    body: html`<header>
<a class="brand" href="/"><img src="${iconPath}" alt="" width="26" height="26" />Adwarden</a>
${person === null ? null : accountMenu(person, request)}
</header>
<main id="main">
<div class="card">${body}</div>
</main>
<footer>Google Ads, managed within your limits.</footer>`
  })

/** The layout of a dashboard page: top bar, navigation, banners and the page's own part. */
const dashboardLayout = (
  { body, title }: Page,
  { frame, place }: InDashboard,
  request: BrowserRequest
): Html => {
  const { organization } = frame
  const side = sideNavigation(frame, place)
  const live =
    organization !== null
      ? pagePaths.live(organization.slug)
      : place.of === "person"
        ? pagePaths.liveOwn
        : null
  const name = organization === null || title === organization.name ? "" : ` · ${organization.name}`
  return documentOf({
    title: `${title}${name}`,
    stylePath: dashboardStylePath,
    script: scriptPath,
    body: html`${topBar(frame, place.of === "account" ? "Your account" : null, request)}
<div class="shell${side === null ? " alone" : ""}">
${side}
<main id="main"${live === null ? null : html` data-stream="${live}"`}>${organization === null ? null : html`${suspendedAccess(organization)}<div class="stack" data-live="sync">${brokenLogins(organization, request)}</div>`}${body}</main>
</div>
<footer class="foot">Google Ads, managed within your limits.</footer>`
  })
}

/** The layout of a shared document: no navigation and no link into the dashboard. */
const sharedLayout = ({ body, title }: Page): Html =>
  documentOf({
    title,
    stylePath: dashboardStylePath,
    body: html`<header class="top"><span class="brand">${shield}<span>Adwarden</span></span></header>
<div class="shell alone"><main id="main">${body}</main></div>
<footer class="foot">Google Ads, managed within your limits.</footer>`
  })

/** The page as a document, inside the frame of the dashboard or without it. */
export const layout = (page: Page, request: BrowserRequest): Html =>
  page.shared === true
    ? sharedLayout(page)
    : page.dashboard == null
      ? plainLayout(page, request)
      : dashboardLayout(page, page.dashboard, request)

const formats = new Map<string, { readonly day: Intl.DateTimeFormat; readonly time: Intl.DateTimeFormat }>()

const formatsOf = (timeZone: string) => {
  const known = formats.get(timeZone)
  if (known !== undefined) return known
  const made = {
    day: new Intl.DateTimeFormat("en-GB", { day: "numeric", month: "short", year: "numeric", timeZone }),
    time: new Intl.DateTimeFormat("en-GB", {
      hour: "2-digit",
      minute: "2-digit",
      timeZone,
      timeZoneName: "short"
    })
  }
  formats.set(timeZone, made)
  return made
}

/** An instant as the parts write it: `<time datetime="…Z">`, its words or its title in UTC. Days have no `T`. */
const instant = /<time datetime="(\d{4}-\d\d-\d\dT[^"<]*)"(?: title="[^"]*")?>([^<]*)<\/time>/g

/**
 * Writes the clock times of a page in a person's time zone. It works on the finished page, so that no page has to
 * pass the zone on. Text of people cannot match: it is escaped.
 */
export const withLocalTimes = (page: string, timeZone: string | null): string => {
  if (timeZone === null) return page
  const { day, time } = formatsOf(timeZone)
  return page.replaceAll(instant, (element, at: string, words: string) => {
    const date = new Date(at)
    if (Number.isNaN(date.getTime())) return element
    const local = `${day.format(date)}, ${time.format(date)}`
    return words.endsWith(" UTC")
      ? `<time datetime="${at}">${local}</time>`
      : `<time datetime="${at}" title="${local}">${words}</time>`
  })
}
