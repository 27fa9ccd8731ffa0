import { signInEndpoints } from "@adwarden/core"
import { Effect } from "effect"
import { notice } from "../kit/forms.ts"
import { type Html, html } from "../kit/html.ts"
import type { PageRouter } from "../kit/page-router.ts"
import { connectedAppsPath } from "./connected-apps.ts"

/** A confirmation of the previous action, shown once by the next page. */
const doneMessages: Readonly<Record<string, string>> = {
  password: "Your password was changed. All other sessions have ended.",
  "password-and-apps":
    "Your password was changed. All other sessions have ended, and your connected apps were disconnected.",
  joined: "You have joined the organization."
}

const doneNotice = (key: string | null): Html | null => {
  const sentence = key === null ? undefined : doneMessages[key]
  return sentence === undefined ? null : notice(sentence)
}

/** /: the signed-in person and their organizations. */
export const home = (router: PageRouter) =>
  Effect.map(signInEndpoints, (endpoints) => {
    router.get("/", {
      name: "people.home",
      invocation: () => Effect.succeed({ endpoint: endpoints.home }),
      render: ({ email, name, organizations }, { query }) => ({
        title: "Start",
        body: html`${doneNotice(query.get("done"))}<h1>Hello, ${name}</h1>
<p class="lead">You are signed in as ${email}.</p>
<h2>Your organizations</h2>
${
  organizations.length === 0
    ? html`<p>You are not a member of any organization yet. Ask an owner for an invitation.</p>`
    : html`<ul class="rows">${organizations.map(
        (one) =>
          html`<li><span>${one.name}</span><span class="tag">${one.role ?? "ad operations"}</span></li>`
      )}</ul>`
}
<h2>Your account</h2>
<p><a href="/change-password">Change your password</a></p>
<p><a href="${connectedAppsPath}">Connected apps</a></p>`
      })
    })
  })
