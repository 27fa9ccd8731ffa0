import { confirmationField, type PageData, Pages } from "@adwarden/core"
import { OrgAccessDenied, pagePaths, type ServiceError } from "@adwarden/core/contract"
import { Effect } from "effect"
import { card, head, linkButton } from "../parts/index.ts"
import { field, form } from "./forms.ts"
import { html } from "./html.ts"
import { safeLocalPath } from "./local-path.ts"
import { type BrowserRequest, type FormPage, formPage, type Page } from "./page.ts"

/** The problem of a form that needs a confirmation first, as its message; null for any other error. */
const confirmationMessage = (error: { readonly _tag: string } | null): string | null => {
  if (error?._tag !== "validation_error") return null
  const { fields } = error as Extract<ServiceError, { readonly _tag: "validation_error" }>
  return fields.find(({ path }) => path === confirmationField)?.message ?? null
}

/** What was sent, for sending it again together with the confirmation. */
const sentFields = (sent: URLSearchParams) =>
  [...sent]
    .filter(([name]) => name !== "form_token" && name !== confirmationField)
    .map(([name, value]) => html`<input type="hidden" name="${name}" value="${value}" />`)

/**
 * Returns the page that asks for the password before a sensitive form takes effect, or null if the error is
 * another one. It sends the same form again, so nothing is typed twice.
 */
export const confirmPage = (
  error: { readonly _tag: string } | null,
  request: BrowserRequest,
  sent: URLSearchParams,
  redirectsTo: ReadonlyArray<string> = []
): Page | null => {
  const message = confirmationMessage(error)
  if (message === null) return null
  const problems = sent.has(confirmationField)
    ? [
        {
          path: confirmationField,
          message: "This is neither your password nor a valid code. Check it and try again."
        }
      ]
    : []
  // A form that executes a previewed change names the page of the preview; its own address has no page.
  const cancelPath = sent.has("asked") ? safeLocalPath(sent.get("asked")) : request.path
  return {
    title: "Confirm it is you",
    status: 422,
    formAction: redirectsTo,
    body: html`<h1>Confirm it is you</h1>
<p class="lead">You have not entered your password for a while, and this needs it. It then counts for 10 minutes.</p>
${form(
  request,
  html`${sentFields(sent)}
${field({ name: confirmationField, label: "Password", type: "password", autocomplete: "current-password", hint: "Or the code of your authenticator app, if you have set one up.", focus: true }, problems)}
<div class="actions"><button>Confirm and continue</button><a class="button quiet" href="${cancelPath}">Cancel</a></div>`,
  request.path
)}`
  }
}

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
