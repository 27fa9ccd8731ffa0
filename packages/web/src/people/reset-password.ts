import { passwordEndpoints } from "@adwarden/core"
import { Effect } from "effect"
import type { BrowserRequest, Page } from "../kit/browser-request.ts"
import { field, form, notice, type Problem, problemSummary } from "../kit/forms.ts"
import { html } from "../kit/html.ts"
import type { PageRouter } from "../kit/page-router.ts"
import {
  appsCheckbox,
  newPasswordField,
  newPasswordOf,
  passwordChangedResponse,
  problemsOf
} from "./new-password.ts"

const forgotPage = (request: BrowserRequest, email: string, problems: ReadonlyArray<Problem>): Page => ({
  title: "Forgot your password?",
  ...(problems.length === 0 ? {} : { status: 422 }),
  body: html`<h1>Forgot your password?</h1>
${problemSummary(problems, ["email"])}
<p class="lead">Tell us your e-mail address. We send you an address at which you choose a new one.</p>
${form(
  request,
  "/forgot-password",
  html`${field({ name: "email", label: "E-mail", type: "email", autocomplete: "username", value: email }, problems)}
<div class="actions"><button>Send me a mail</button></div>`
)}
<p class="aside"><a href="/sign-in">Back to sign-in</a></p>`
})

const sentPage = (email: string): Page => ({
  title: "Look into your mail",
  body: html`<h1>Look into your mail</h1>
${notice(html`If <strong>${email}</strong> belongs to somebody here, a mail is on its way to them.`)}
<p>The address in it works once and for an hour. If nothing comes, look into your spam folder, or check the address.</p>
<p class="aside"><a href="/sign-in">Back to sign-in</a></p>`
})

const resetPage = (
  request: BrowserRequest,
  token: string,
  problems: ReadonlyArray<Problem>,
  keepApps = false
): Page => ({
  title: "Choose a new password",
  ...(problems.length === 0 ? {} : { status: 422 }),
  body: html`<h1>Choose a new password</h1>
${problemSummary(problems, ["password"])}
<p class="lead">With it you are signed in here, and signed out everywhere else.</p>
${form(
  request,
  "/reset-password",
  html`<input type="hidden" name="token" value="${token}" />
${newPasswordField("New password", problems)}
${appsCheckbox(keepApps)}
<div class="actions"><button>Save and sign in</button></div>`
)}`
})

const expiredPage: Page = {
  title: "This address works no more",
  status: 404,
  body: html`<h1>This address works no more</h1>
<p>It works once and for a short time. You can have another one sent to you.</p>
<div class="actions"><a class="button" href="/forgot-password">Send me a mail</a></div>`
}

/** /forgot-password and /reset-password: getting in again by mail. */
export const resetPassword = (router: PageRouter) =>
  Effect.map(passwordEndpoints, (endpoints) => {
    router.get("/forgot-password", {
      name: "people.forgot_password_page",
      invocation: () => Effect.succeed({ endpoint: endpoints.forgotPage }),
      render: (_, request) => forgotPage(request, "", [])
    })
    router.post("/forgot-password", {
      name: "people.forgot_password",
      invocation: (_, form) =>
        Effect.succeed({ endpoint: endpoints.forgot((form.get("email") ?? "").trim()) }),
      render: (_, __, form) => sentPage((form.get("email") ?? "").trim()),
      renderError: (error, request, form) => {
        const problems = problemsOf(error)
        return problems === null ? null : forgotPage(request, form.get("email") ?? "", problems)
      }
    })
    router.get("/reset-password", {
      name: "people.reset_password_page",
      invocation: ({ query }) => Effect.succeed({ endpoint: endpoints.resetPage(query.get("token") ?? "") }),
      render: (_, request) => resetPage(request, request.query.get("token") ?? "", []),
      renderError: (error) => (error._tag === "not_found" ? expiredPage : null)
    })
    router.post("/reset-password", {
      name: "people.reset_password",
      invocation: (_, form) =>
        Effect.succeed({ endpoint: endpoints.reset(form.get("token") ?? "", newPasswordOf(form)) }),
      render: passwordChangedResponse,
      renderError: (error, request, form) => {
        if (error._tag === "not_found") return expiredPage
        const problems = problemsOf(error)
        return problems === null
          ? null
          : resetPage(request, form.get("token") ?? "", problems, newPasswordOf(form).keepApps)
      }
    })
  })
