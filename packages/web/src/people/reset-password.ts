import { passwordEndpoints } from "@adwarden/core"
import { Effect } from "effect"
import { field, form, formProblems, notice, type Problem, problemSummary } from "../kit/forms.ts"
import { html } from "../kit/html.ts"
import type { BrowserRequest, Page } from "../kit/page.ts"
import type { PageRouter } from "../kit/page-router.ts"
import {
  appsCheckbox,
  newPasswordField,
  newPasswordOf,
  passwordChangedResponse,
  passwordLabels
} from "./new-password.ts"

const forgotPage = (request: BrowserRequest, email: string, problems: ReadonlyArray<Problem>): Page => ({
  title: "Forgot your password?",
  ...(problems.length === 0 ? {} : { status: 422 }),
  body: html`<h1>Forgot your password?</h1>
${problemSummary(problems, ["email"])}
<p class="lead">Enter your email address. We will send you a link to choose a new password.</p>
${form(
  request,
  html`${field({ name: "email", label: "Email", type: "email", autocomplete: "username", value: email }, problems)}
<div class="actions"><button>Send reset link</button></div>`
)}
<p class="aside"><a href="/sign-in">Back to sign-in</a></p>`
})

const sentPage = (email: string): Page => ({
  title: "Check your email",
  body: html`<h1>Check your email</h1>
${notice(html`If <strong>${email}</strong> has an account, we have sent a reset link to it.`)}
<p>The link works once and expires after an hour. If no email arrives, check your spam folder and the address.</p>
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
<p class="lead">You will be signed in here and signed out everywhere else.</p>
${form(
  request,
  html`<input type="hidden" name="token" value="${token}" />
${newPasswordField("New password", problems)}
${appsCheckbox(keepApps)}
<div class="actions"><button>Save and sign in</button></div>`
)}`
})

const expiredPage: Page = {
  title: "This link has expired",
  status: 404,
  body: html`<h1>This link has expired</h1>
<p>A reset link works once and expires after an hour. Request a new one.</p>
<div class="actions"><a class="button" href="/forgot-password">Send reset link</a></div>`
}

/** /forgot-password and /reset-password: resets a password through an emailed link. */
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
        const problems = formProblems(error, passwordLabels)
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
        const problems = formProblems(error, passwordLabels)
        return problems === null
          ? null
          : resetPage(request, form.get("token") ?? "", problems, newPasswordOf(form).keepApps)
      }
    })
  })
