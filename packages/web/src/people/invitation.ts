import { type InvitationDetails, invitationEndpoints } from "@adwarden/core"
import { Effect } from "effect"
import { field, form, formProblems, notice, type Problem, problemSummary } from "../kit/forms.ts"
import { type Html, html } from "../kit/html.ts"
import { signInPath } from "../kit/local-path.ts"
import type { BrowserRequest, Page } from "../kit/page.ts"
import type { PageRouter } from "../kit/page-router.ts"
import { newPasswordField, passwordLabels } from "./new-password.ts"
import { signedInResponse } from "./sign-in.ts"

const tokenField = (token: string): Html => html`<input type="hidden" name="token" value="${token}" />`

const roles: Readonly<Record<InvitationDetails["role"], string>> = {
  member: "a member, who sees campaigns and reports",
  admin: "an admin, who can change campaigns",
  owner: "an owner, who can change everything and manages members"
}

const newPersonForm = (
  request: BrowserRequest,
  token: string,
  name: string,
  problems: ReadonlyArray<Problem>
): Html =>
  form(
    request,
    html`${tokenField(token)}
${field({ name: "name", label: "Your name", autocomplete: "name", value: name }, problems)}
${newPasswordField("Choose a password", problems)}
<div class="actions"><button>Accept and sign in</button></div>`
  )

const acceptForm = (request: BrowserRequest, token: string): Html =>
  form(request, html`${tokenField(token)}<div class="actions"><button>Accept</button></div>`)

const signInPrompt = (
  request: BrowserRequest,
  { email, signedInAs }: InvitationDetails
): Html => html`<p>You already have an account. Sign in as <strong>${email}</strong> to accept.</p>
${signedInAs === null ? null : notice(html`You are signed in as ${signedInAs}, but the invitation is for another address.`, "bad")}
<div class="actions"><a class="button" href="${signInPath(request.path)}&amp;again=1">Sign in</a></div>`

const invitationPage = (request: BrowserRequest, token: string, details: InvitationDetails): Page => ({
  title: `Invitation to ${details.organization}`,
  body: html`<h1>Join ${details.organization}</h1>
<p class="lead">${details.invitedBy ?? "An operator of this service"} invited you, ${details.email}, as ${roles[details.role]}.</p>
${details.inviteeState === "new" ? newPersonForm(request, token, "", []) : details.inviteeState === "signed_in" ? acceptForm(request, token) : signInPrompt(request, details)}`
})

const rejectedFormPage = (
  request: BrowserRequest,
  form: URLSearchParams,
  problems: ReadonlyArray<Problem>
): Page => ({
  title: "Accept the invitation",
  status: 422,
  body: html`<h1>Accept the invitation</h1>
${problemSummary(problems, ["name", "password"])}
${newPersonForm(request, form.get("token") ?? "", form.get("name") ?? "", problems)}`
})

const expiredPage: Page = {
  title: "This invitation has expired",
  status: 404,
  body: html`<h1>This invitation has expired</h1>
<p>It was accepted or withdrawn, or is more than a week old. Ask the person who invited you for another one.</p>
<div class="actions"><a class="button" href="/">Go to the home page</a></div>`
}

/** /invitation: joins an organization through an emailed link. */
export const invitation = (router: PageRouter) =>
  Effect.map(invitationEndpoints, (endpoints) => {
    router.get("/invitation", {
      name: "people.invitation_page",
      invocation: ({ query }) => Effect.succeed({ endpoint: endpoints.page(query.get("token") ?? "") }),
      render: (details, request) => invitationPage(request, request.query.get("token") ?? "", details),
      renderError: (error) => (error._tag === "not_found" ? expiredPage : null)
    })
    router.post("/invitation", {
      name: "people.accept_invitation",
      invocation: (_, form) => {
        const [token, name, password] = ["token", "name", "password"].map((field) => form.get(field) ?? "")
        return Effect.succeed({
          endpoint: endpoints.accept({ token: token!, name: name!, password: password! })
        })
      },
      render: (signedIn, request) =>
        signedIn === null
          ? { redirect: "/?done=joined" }
          : signedInResponse(signedIn, request, "/?done=joined"),
      renderError: (error, request, form) => {
        if (error._tag === "not_found") return expiredPage
        const problems = formProblems(error, passwordLabels)
        return problems === null ? null : rejectedFormPage(request, form, problems)
      }
    })
  })
