import { signInEntrances } from "@adwarden/core"
import { Effect } from "effect"
import { html } from "../kit/html.ts"
import type { Web } from "../kit/web.ts"

/** /: who is signed in, and where they belong. */
export const home = (web: Web) =>
  Effect.map(signInEntrances, (entrances) => {
    web.get("/", {
      name: "people.home",
      errand: () => Effect.succeed({ entrance: entrances.home }),
      show: ({ email, name, organizations }) => ({
        title: "Start",
        person: email,
        body: html`<h1>Hello, ${name}</h1>
<p class="lead">You are signed in as ${email}.</p>
<h2>Your organizations</h2>
${
  organizations.length === 0
    ? html`<p>You belong to none yet. Ask an owner of one for an invitation.</p>`
    : html`<ul class="rows">${organizations.map(
        (one) =>
          html`<li><span>${one.name}</span><span class="tag">${one.role ?? "ad operations"}</span></li>`
      )}</ul>`
}
<h2>Your account</h2>
<p><a href="/change-password">Change your password</a></p>`
      })
    })
  })
