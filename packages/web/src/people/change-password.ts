import { passwordEndpoints } from "@adwarden/core"
import { Effect } from "effect"
import type { BrowserRequest, Page } from "../kit/browser-request.ts"
import { field, form, type Problem, problemSummary } from "../kit/forms.ts"
import { html } from "../kit/html.ts"
import type { PageRouter } from "../kit/page-router.ts"
import {
  appsCheckbox,
  newPasswordField,
  newPasswordOf,
  passwordChangedResponse,
  problemsOf
} from "./new-password.ts"

const changePasswordPage = (
  request: BrowserRequest,
  problems: ReadonlyArray<Problem>,
  keepApps = false
): Page => ({
  title: "Change your password",
  ...(problems.length === 0 ? {} : { status: 422 }),
  body: html`<h1>Change your password</h1>
${problemSummary(problems, ["current", "password"])}
<p class="lead">You stay signed in here, and are signed out everywhere else. Open reset links stop working.</p>
${form(
  request,
  "/change-password",
  html`${field({ name: "current", label: "Current password", type: "password", autocomplete: "current-password" }, problems)}
${newPasswordField("New password", problems)}
${appsCheckbox(keepApps)}
<div class="actions"><button>Save</button><a class="button quiet" href="/">Cancel</a></div>`
)}`
})

/** /change-password, for signed-in people. */
export const changePassword = (router: PageRouter) =>
  Effect.map(passwordEndpoints, (endpoints) => {
    router.get("/change-password", {
      name: "people.change_password_page",
      invocation: () => Effect.succeed({ endpoint: endpoints.changePage }),
      render: (_, request) => changePasswordPage(request, [])
    })
    router.post("/change-password", {
      name: "people.change_password",
      invocation: (_, form) =>
        Effect.succeed({ endpoint: endpoints.change(form.get("current") ?? "", newPasswordOf(form)) }),
      render: passwordChangedResponse,
      renderError: (error, request, form) => {
        const problems = problemsOf(error)
        return problems === null ? null : changePasswordPage(request, problems, newPasswordOf(form).keepApps)
      }
    })
  })
