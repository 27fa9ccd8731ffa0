import { Settings, type SettingsShape, signInEndpoints } from "@adwarden/core"
import { Effect } from "effect"
import type { BrowserRequest, Page } from "../kit/browser-request.ts"
import { field, form, notice } from "../kit/forms.ts"
import { type Html, html } from "../kit/html.ts"
import { safeLocalPath } from "../kit/local-path.ts"
import type { PageRouter } from "../kit/page-router.ts"
import { signedInResponse } from "./second-step.ts"

type DemoPeople = NonNullable<SettingsShape["development"]>["people"]

interface SignInForm {
  readonly email: string
  readonly problem: string | null
}

/** In development: one click for each person of the demo world. */
const demoSignIn = (request: BrowserRequest, people: DemoPeople): Html | null =>
  people.length === 0
    ? null
    : html`<h2>Sign in as</h2><p class="hint">Development only: people of the demo world.</p><ul class="rows">${people.map(
        ({ email, password }) =>
          html`<li><span>${email}</span>${form(
            request,
            request.path,
            html`<input type="hidden" name="email" value="${email}" /><input type="hidden" name="password" value="${password}" /><button class="quiet" aria-label="Sign in as ${email}">Sign in</button>`
          )}</li>`
      )}</ul>`

const signInPage = (request: BrowserRequest, { email, problem }: SignInForm, people: DemoPeople): Page => ({
  title: "Sign in",
  ...(problem === null ? {} : { status: 422 }),
  body: html`<h1>Sign in</h1>
${problem === null ? null : notice(problem, "bad")}
${form(
  request,
  request.path,
  html`${field({ name: "email", label: "Email", type: "email", autocomplete: "username", value: email, focus: email === "" })}
${field({ name: "password", label: "Password", type: "password", autocomplete: "current-password", focus: email !== "" })}
<div class="actions"><button>Sign in</button></div>`
)}
<p class="aside"><a href="/forgot-password">Forgot your password?</a></p>
${demoSignIn(request, people)}`
})

const wrongCredentialsMessage = "The email or password is incorrect. Check both and try again."

/** /sign-in, which redirects to `next`, and /sign-out. */
export const signIn = (router: PageRouter) =>
  Effect.map(Effect.all([signInEndpoints, Settings]), ([endpoints, { development }]) => {
    const people = development?.people ?? []
    router.get("/sign-in", {
      name: "people.sign_in_page",
      invocation: () => Effect.succeed({ endpoint: endpoints.signInPage }),
      // A signed-in person is redirected, unless they want to sign in as someone else.
      render: ({ signedIn }, request) =>
        signedIn && !request.query.has("again")
          ? { redirect: safeLocalPath(request.query.get("next")) }
          : signInPage(request, { email: "", problem: null }, people)
    })
    router.post("/sign-in", {
      name: "people.sign_in",
      invocation: ({ session }, form) => {
        const [email, password] = [form.get("email") ?? "", form.get("password") ?? ""]
        return Effect.succeed({ endpoint: endpoints.signIn({ email: email.trim(), password, session }) })
      },
      render: (signedIn, request) =>
        signedInResponse(signedIn, request, safeLocalPath(request.query.get("next"))),
      renderError: (error, request, form) =>
        error._tag === "sign_in_refused"
          ? signInPage(request, { email: form.get("email") ?? "", problem: wrongCredentialsMessage }, people)
          : null
    })
    router.post("/sign-out", {
      name: "people.sign_out",
      invocation: ({ session }) => Effect.succeed({ endpoint: endpoints.signOut(session) }),
      render: () => ({ redirect: "/sign-in", session: null })
    })
  })
