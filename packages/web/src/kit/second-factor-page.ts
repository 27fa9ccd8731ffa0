import { type PageData, Pages } from "@adwarden/core"
import { OrgAccessDenied, pagePaths } from "@adwarden/core/contract"
import { Effect } from "effect"
import { card, head, linkButton } from "../parts/index.ts"
import type { Page } from "./browser-request.ts"
import { html } from "./html.ts"
import { type FormPage, formPage } from "./page-route.ts"

const title = "Set up a second factor first"

const requiredPage = ({ frame }: PageData<null>, org: string): Page => {
  const name = frame.organizations.find(({ slug }) => slug === org)?.name ?? org
  return {
    title,
    status: 403,
    dashboard: { frame, place: { of: "person", page: null } },
    body: html`${head({ title })}
${card({
  id: "why",
  title: `${name} requires a second factor`,
  kind: "narrow",
  body: html`<p>You cannot open ${name} with a password alone. Set up an authenticator app in your account, then open this page again. Your other organizations are not affected.</p>
<div class="row">${linkButton(pagePaths.account("factor"), "Set up a second factor", "")}${linkButton(pagePaths.home, "Go to your organizations")}</div>`
})}`
  }
}

/**
 * Makes the page for a person who lacks the second factor that an organization requires: what to do, with the
 * navigation around it. It is null for any other error.
 */
export const makeSecondFactorPage = Effect.map(Pages, (pages) => {
  const endpoint = pages.ofPerson("pages.second_factor_required", () => Effect.succeed(null))
  return (error: unknown): FormPage | null =>
    error instanceof OrgAccessDenied && error.secondFactor === true
      ? formPage(endpoint, (page) => requiredPage(page, error.org))
      : null
})
