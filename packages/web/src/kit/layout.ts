import { dashboardLayout } from "../frame/layout.ts"
import { iconPath, stylePath } from "../style/assets.ts"
import { form } from "./forms.ts"
import { type Html, html } from "./html.ts"
import type { BrowserRequest, Page } from "./page.ts"

const accountMenu = (
  person: string,
  request: BrowserRequest
): Html => html`<nav class="account" aria-label="Account">
  <a href="/" class="who">${person}</a>
  ${form(request, html`<button class="quiet">Sign out</button>`, "/sign-out")}
</nav>`

/** The layout of a page: that of the dashboard, or the title, the signed-in person and one main part. */
export const layout = (page: Page, request: BrowserRequest): Html =>
  page.dashboard == null ? plainLayout(page, request) : dashboardLayout(page, page.dashboard, request)

const plainLayout = (
  { body, person = null, title }: Page,
  request: BrowserRequest
): Html => html`<!doctype html>
<html lang="en">
<head>
<meta charset="utf-8" />
<meta name="viewport" content="width=device-width, initial-scale=1" />
<meta name="color-scheme" content="light dark" />
<meta name="robots" content="noindex" />
<title>${title} · Adwarden</title>
<link rel="stylesheet" href="${stylePath}" />
<link rel="icon" href="${iconPath}" type="image/svg+xml" />
</head>
<body>
<a class="skip" href="#main">Skip to main content</a>
<header>
<a class="brand" href="/"><img src="${iconPath}" alt="" width="26" height="26" />Adwarden</a>
${person === null ? null : accountMenu(person, request)}
</header>
<main id="main">
<div class="card">${body}</div>
</main>
<footer>Search-ad campaigns, managed without being able to do harm.</footer>
</body>
</html>`
