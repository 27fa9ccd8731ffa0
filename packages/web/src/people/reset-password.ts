import { passwordEntrances } from "@adwarden/core"
import { Effect } from "effect"
import { field, form, notice, type Problem, problemSummary } from "../kit/forms.ts"
import { html } from "../kit/html.ts"
import type { Page, Visit } from "../kit/visit.ts"
import type { Web } from "../kit/web.ts"
import { afterwards, appsChoice, newPasswordField, newPasswordIn, problemsOf } from "./new-password.ts"

const forgotPage = (visit: Visit, email: string, problems: ReadonlyArray<Problem>): Page => ({
  title: "Forgot your password?",
  ...(problems.length === 0 ? {} : { status: 422 }),
  body: html`<h1>Forgot your password?</h1>
${problemSummary(problems, ["email"])}
<p class="lead">Tell us your e-mail address. We send you an address at which you choose a new one.</p>
${form(
  visit,
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
  visit: Visit,
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
  visit,
  "/reset-password",
  html`<input type="hidden" name="token" value="${token}" />
${newPasswordField("New password", problems)}
${appsChoice(keepApps)}
<div class="actions"><button>Save and sign in</button></div>`
)}`
})

const spentPage: Page = {
  title: "This address works no more",
  status: 404,
  body: html`<h1>This address works no more</h1>
<p>It works once and for a short time. You can have another one sent to you.</p>
<div class="actions"><a class="button" href="/forgot-password">Send me a mail</a></div>`
}

/** /forgot-password and /reset-password: getting in again by mail. */
export const resetPassword = (web: Web) =>
  Effect.map(passwordEntrances, (entrances) => {
    web.get("/forgot-password", {
      name: "people.forgot_password_page",
      errand: () => Effect.succeed({ entrance: entrances.forgotPage }),
      show: (_, visit) => forgotPage(visit, "", [])
    })
    web.post("/forgot-password", {
      name: "people.forgot_password",
      errand: (_, sent) => Effect.succeed({ entrance: entrances.forgot((sent.get("email") ?? "").trim()) }),
      show: (_, __, sent) => sentPage((sent.get("email") ?? "").trim()),
      refused: (error, visit, sent) => {
        const problems = problemsOf(error)
        return problems === null ? null : forgotPage(visit, sent.get("email") ?? "", problems)
      }
    })
    web.get("/reset-password", {
      name: "people.reset_password_page",
      errand: ({ query }) => Effect.succeed({ entrance: entrances.resetPage(query.get("token") ?? "") }),
      show: (_, visit) => resetPage(visit, visit.query.get("token") ?? "", []),
      refused: (error) => (error._tag === "not_found" ? spentPage : null)
    })
    web.post("/reset-password", {
      name: "people.reset_password",
      errand: (_, sent) =>
        Effect.succeed({ entrance: entrances.reset(sent.get("token") ?? "", newPasswordIn(sent)) }),
      show: afterwards,
      refused: (error, visit, sent) => {
        if (error._tag === "not_found") return spentPage
        const problems = problemsOf(error)
        return problems === null
          ? null
          : resetPage(visit, sent.get("token") ?? "", problems, newPasswordIn(sent).keepApps)
      }
    })
  })
