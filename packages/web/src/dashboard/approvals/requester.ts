import type { ReviewedWrite } from "@adwarden/core"
import { quotation } from "@adwarden/core/contract"
import { appName, type Content, type Html, html } from "../../kit/html.ts"
import { email, facts, moment, relative } from "../../parts/index.ts"

/** The key or app that asked, and for whom: "nightly agent …7Q2d for Adam". */
export const requesterLine = ({ requester: { app, key, person } }: ReviewedWrite): Html => {
  if (key !== null) return html`<bdi>${key.name}</bdi> <code>…${key.lastFour}</code> for ${person}`
  return app === null ? html`${person}` : html`${appName(app)} for ${person}`
}

/** Age and remaining time of a pending write. */
export const ageLine = ({ expiresAt, requestedAt }: ReviewedWrite): Html =>
  html`asked ${relative(requestedAt)} · expires ${relative(expiresAt)}`

/** The requester's reason as its own words; null without one. */
export const reasonQuote = ({ comment, requester: { app, key, person } }: ReviewedWrite): Html | null => {
  if (comment === null) return null
  const who: Content = key !== null ? html`<bdi>${key.name}</bdi>` : app === null ? person : appName(app)
  return html`<blockquote class="said"><p>${quotation(comment)}</p><footer class="small soft">${who}’s reason, in its own words. Adwarden’s own figures are below.</footer></blockquote>`
}

/** Who asked, through what and when. */
export const requesterFacts = (write: ReviewedWrite, tool: string | null): Html => {
  const { app, email: address, key, person, role } = write.requester
  return facts([
    ["Key", key === null ? null : html`<b><bdi>${key.name}</bdi></b> <code>…${key.lastFour}</code>`],
    ["App", app === null ? null : html`<b>${appName(app)}</b>`],
    [
      key === null && app === null ? "Person" : "On behalf of",
      html`${person}, ${role ?? "no longer a member"}<br /><span class="small soft">${email(address)}</span>`
    ],
    ["Asked", moment(write.requestedAt)],
    ["Operation", tool === null ? null : html`<code>${tool}</code>`],
    ["Request", html`<code>${write.id}</code>`]
  ])
}
