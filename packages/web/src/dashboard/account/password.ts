import { type PageData, Pages, passwordEndpoints } from "@adwarden/core"
import { pagePaths } from "@adwarden/core/contract"
import { Effect } from "effect"
import { field, form, type Problem } from "../../kit/forms.ts"
import { html } from "../../kit/html.ts"
import { type BrowserRequest, formPage, type Page } from "../../kit/page.ts"
import type { PageRouter } from "../../kit/page-router.ts"
import { card, head, problemBanner } from "../../parts/index.ts"
import {
  appsCheckbox,
  newPasswordField,
  newPasswordOf,
  passwordChangedResponse,
  problemsOf
} from "../../people/new-password.ts"

const path = pagePaths.account("password")

const passwordPage = (
  { frame }: PageData<null>,
  request: BrowserRequest,
  problems: ReadonlyArray<Problem> = [],
  keepApps = false
): Page => ({
  title: "Change your password",
  dashboard: { frame, place: { of: "account", page: "password" } },
  body: html`${head({
    title: "Change your password",
    lead: "You stay signed in here, and are signed out everywhere else. Open reset links stop working."
  })}
${problemBanner(problems, ["current", "password"])}
${card({
  id: "password-card",
  title: "Password",
  kind: "narrow",
  body: form(
    request,
    path,
    html`<div class="stack">${field({ name: "current", label: "Current password", type: "password", autocomplete: "current-password" }, problems)}
${newPasswordField("New password", problems)}
${appsCheckbox(keepApps)}
<div class="row"><button>Change password</button></div></div>`
  )
})}`
})

/** /account/password. */
export const accountPassword = (router: PageRouter) =>
  Effect.gen(function* () {
    const pages = yield* Pages
    const endpoints = yield* passwordEndpoints
    const page = pages.ofPerson("pages.password", () => Effect.succeed(null))
    router.get(path, {
      name: "pages.password",
      invocation: () => Effect.succeed({ endpoint: page }),
      render: (data, request) => passwordPage(data, request)
    })
    router.post(path, {
      name: "people.change_password",
      invocation: (_, form) =>
        Effect.succeed({ endpoint: endpoints.change(form.get("current") ?? "", newPasswordOf(form)) }),
      render: passwordChangedResponse,
      showAgain: (error, request, form) => {
        const problems = problemsOf(error)
        return problems === null
          ? null
          : formPage(page, (data) => passwordPage(data, request, problems, newPasswordOf(form).keepApps))
      }
    })
  })
