import { type Invited, invitationEntrances } from "@adwarden/core"
import { Effect } from "effect"
import { field, form, notice, type Problem, problemSummary } from "../kit/forms.ts"
import { type Html, html } from "../kit/html.ts"
import { signInPath } from "../kit/local-path.ts"
import type { Page, Visit } from "../kit/visit.ts"
import type { Web } from "../kit/web.ts"
import { newPasswordField, problemsOf } from "./new-password.ts"

const tokenField = (token: string): Html => html`<input type="hidden" name="token" value="${token}" />`

const roles: Readonly<Record<Invited["role"], string>> = {
  member: "a member, who sees campaigns and reports",
  admin: "an admin, who may change campaigns",
  owner: "an owner, who may change everything and decides who belongs to it"
}

const newcomer = (visit: Visit, token: string, name: string, problems: ReadonlyArray<Problem>): Html =>
  form(
    visit,
    "/invitation",
    html`${tokenField(token)}
${field({ name: "name", label: "Your name", autocomplete: "name", value: name }, problems)}
${newPasswordField("Choose a password", problems)}
<div class="actions"><button>Accept and sign in</button></div>`
  )

const signedIn = (visit: Visit, token: string): Html =>
  form(visit, "/invitation", html`${tokenField(token)}<div class="actions"><button>Accept</button></div>`)

const known = (
  visit: Visit,
  { email, signedInAs }: Invited
): Html => html`<p>You have a password here. Sign in as <strong>${email}</strong> to accept.</p>
${signedInAs === null ? null : notice(html`You are signed in as ${signedInAs}, who was not invited.`, "bad")}
<div class="actions"><a class="button" href="${signInPath(visit.here)}&amp;again=1">Sign in</a></div>`

const page = (visit: Visit, token: string, invited: Invited): Page => ({
  title: `Invitation to ${invited.organization}`,
  body: html`<h1>Join ${invited.organization}</h1>
<p class="lead">${invited.invitedBy ?? "The people who run this service"} invited you, ${invited.email}, as ${roles[invited.role]}.</p>
${invited.as === "new" ? newcomer(visit, token, "", []) : invited.as === "signed_in" ? signedIn(visit, token) : known(visit, invited)}`
})

const again = (visit: Visit, sent: URLSearchParams, problems: ReadonlyArray<Problem>): Page => ({
  title: "Accept the invitation",
  status: 422,
  body: html`<h1>Accept the invitation</h1>
${problemSummary(problems, ["name", "password"])}
${newcomer(visit, sent.get("token") ?? "", sent.get("name") ?? "", problems)}`
})

const spentPage: Page = {
  title: "This invitation works no more",
  status: 404,
  body: html`<h1>This invitation works no more</h1>
<p>It was accepted, withdrawn, or is more than a week old. Whoever invited you can send another one.</p>
<div class="actions"><a class="button" href="/">Go to the start</a></div>`
}

/** /invitation: joining an organization by mail. */
export const invitation = (web: Web) =>
  Effect.map(invitationEntrances, (entrances) => {
    web.get("/invitation", {
      name: "people.invitation_page",
      errand: ({ query }) => Effect.succeed({ entrance: entrances.page(query.get("token") ?? "") }),
      show: (invited, visit) => page(visit, visit.query.get("token") ?? "", invited),
      refused: (error) => (error._tag === "not_found" ? spentPage : null)
    })
    web.post("/invitation", {
      name: "people.accept_invitation",
      errand: (_, sent) => {
        const [token, name, password] = ["token", "name", "password"].map((field) => sent.get(field) ?? "")
        return Effect.succeed({
          entrance: entrances.accept({ token: token!, name: name!, password: password! })
        })
      },
      show: (session) => ({ redirect: "/?done=joined", ...(session === null ? {} : { session }) }),
      refused: (error, visit, sent) => {
        if (error._tag === "not_found") return spentPage
        const problems = problemsOf(error)
        return problems === null ? null : again(visit, sent, problems)
      }
    })
  })
