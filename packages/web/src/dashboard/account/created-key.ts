import type { CreatedKey } from "@adwarden/core"
import { type Html, html } from "../../kit/html.ts"
import { card, copyable, count, day, linkButton, moment } from "../../parts/index.ts"

/** A key that was just created or rotated, with its secret. */
export type NewSecret = CreatedKey & { readonly old_valid_until?: string }

/** Shows a new secret once. `back` is the page without it. */
export const createdKeyCard = (
  { expires_at, key, name, old_valid_until, scopes }: NewSecret,
  { appUrl, back }: { readonly appUrl: string; readonly back: string }
): Html =>
  card({
    id: "created",
    kind: "once",
    title: html`Key “<bdi>${name}</bdi>” is ready`,
    body: html`<p><b>Copy it now. It is shown this once.</b> Only its fingerprint is stored. If you lose it, rotate it.</p>
${copyable(key, "the key")}
${
  old_valid_until === undefined
    ? null
    : Date.parse(old_valid_until) <= Date.now()
      ? html`<p>The old key no longer works.</p>`
      : html`<p>The old key works until ${moment(old_valid_until)}.</p>`
}
<details><summary class="more">Try it in a terminal</summary>${copyable(`curl -H "Authorization: Bearer ${key}" ${appUrl}/v1/organizations/_`, "the command")}</details>
<div class="row">${linkButton(back, "I have stored it", "")}<span class="small soft">expires ${day(expires_at)} · ${count(scopes.length, "scope")}</span></div>`
  })
