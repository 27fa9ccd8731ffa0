import type { PageData } from "@adwarden/core"
import { pagePaths } from "@adwarden/core/contract"
import { Effect } from "effect"
import { makeAdministrationForm } from "../../kit/administration-form.ts"
import { accountPage, type PageContent, type ShownPage } from "../../kit/dashboard-page.ts"
import { field, form } from "../../kit/forms.ts"
import { html } from "../../kit/html.ts"
import type { BrowserRequest } from "../../kit/page.ts"
import { oneForm } from "../../kit/page-form.ts"
import type { PageRouter } from "../../kit/page-router.ts"
import { card, head } from "../../parts/index.ts"
import {
  appsCheckbox,
  newPasswordField,
  newPasswordOf,
  passwordChangedResponse
} from "../../people/new-password.ts"

const path = pagePaths.account("password")

const contentOf = (
  _: PageData<null>,
  request: BrowserRequest,
  { banners, problems, sent }: ShownPage
): PageContent => ({
  title: "Change your password",
  body: html`${head({
    title: "Change your password",
    lead: "You stay signed in here, and are signed out everywhere else. Open reset links stop working."
  })}
${banners}
${card({
  id: "password-card",
  title: "Password",
  kind: "narrow",
  body: form(
    request,
    html`<div class="stack">${field({ name: "current", label: "Current password", type: "password", autocomplete: "current-password" }, problems)}
${newPasswordField("New password", problems)}
${appsCheckbox(sent !== null && newPasswordOf(sent).keepApps)}
<div class="row"><button>Change password</button></div></div>`
  )
})}`
})

/** /account/password. */
export const accountPassword = (router: PageRouter) =>
  Effect.map(makeAdministrationForm, (administrationForm) => {
    accountPage(router, {
      path,
      name: "pages.password",
      place: "password",
      read: () => Effect.succeed(null),
      fields: ["current", "password"],
      forms: oneForm(
        "people.change_password",
        administrationForm("people.change_password", {
          // A password is taken as it was typed, spaces included.
          values: (_, sent) => {
            const { keepApps, password } = newPasswordOf(sent)
            return { current: sent.get("current") ?? "", password, keep_apps: keepApps }
          },
          done: passwordChangedResponse
        })
      ),
      render: contentOf
    })
  })
