import { hostOf, type Offer, type OfferedScope } from "@adwarden/core"
import { scopeMeanings } from "@adwarden/core/contract"
import { form, notice } from "../kit/forms.ts"
import { type Html, html } from "../kit/html.ts"
import type { Page, Visit } from "../kit/visit.ts"

/** What the person sent before, where it could not be taken. */
interface Answered {
  readonly checked: ReadonlyArray<string>
  readonly problem: string
  readonly status: number
}

/**
 * Where the form may lead on to. A browser holds every redirect that follows a form to this, the client's own ones
 * behind its address included; the few ways to write one's own machine are written out, as far as they can be.
 */
const leadsTo = (redirectUri: string): ReadonlyArray<string> => {
  if (redirectUri.startsWith("https:")) return ["https:"]
  // The grammar of the policy has no place for an IPv6 address.
  return redirectUri.startsWith("http://[")
    ? ["https:", "http:"]
    : ["https:", "http://localhost:*", "http://127.0.0.1:*"]
}

const isLoopback = (redirectUri: string): boolean => redirectUri.startsWith("http:")

/** A name that somebody gave themselves: its letters must not reach into the sentence around it. */
const named = (name: string): Html => html`<bdi>${name}</bdi>`

const choice = ({ beyond, scope }: OfferedScope, checked: boolean): Html => {
  const id = `scope-${scope.replace(":", "-")}`
  return html`<div class="choice">
<input type="checkbox" id="${id}" name="scope" value="${scope}" ${checked ? html`checked` : null}
  aria-describedby="${id}-hint" />
<label for="${id}">${scopeMeanings[scope]}
<span class="hint" id="${id}-hint"><code>${scope}</code>${beyond === null ? null : html`: above your roles (it takes ${beyond}), so leave it unchecked`}</span></label>
</div>`
}

/** Where the answer goes: to a program, or onto a page of ours from where the person carries it on. */
const leadsWhere = (redirectUri: string, codeAddress: string): Html => {
  if (redirectUri === codeAddress) return html`A page that shows a code, for you to paste where you began`
  const { host } = new URL(redirectUri)
  return html`<code>${host}</code>${isLoopback(redirectUri) ? ", a program on this computer" : null}`
}

const facts = ({ request: { audience, client, redirectUri } }: Offer, codeAddress: string): Html => {
  const host = hostOf(client)
  return html`<dl>
<dt>Vouched for by</dt><dd>${host === null ? "Nobody: it registered itself, under a name of its own choice" : html`<code>${host}</code>`}</dd>
<dt>You will be sent to</dt><dd>${leadsWhere(redirectUri, codeAddress)}</dd>
<dt>Access is for</dt><dd><code>${audience}</code></dd>
</dl>`
}

/**
 * What a person is asked before an app may act in their name: who asks, where they will be sent, and each scope in
 * plain words. It is asked every time. Works without any script.
 */
export const consentPage = (offer: Offer, visit: Visit, codeAddress: string, answer?: Answered): Page => {
  const { client, redirectUri } = offer.request
  const isChecked = ({ beyond, scope }: OfferedScope) =>
    answer === undefined ? beyond === null : answer.checked.includes(scope)
  return {
    title: "Connect an app",
    person: offer.person,
    formAction: leadsTo(redirectUri),
    ...(answer === undefined ? {} : { status: answer.status }),
    body: html`<h1>Connect ${named(client.name)}?</h1>
<p class="lead">It asks to act in your name. Only approve an app that you started to connect yourself just now.</p>
${answer === undefined ? null : notice(answer.problem, "bad")}
${facts(offer, codeAddress)}
${form(
  visit,
  visit.here,
  html`<fieldset>
<legend>What it may do</legend>
<p class="hint">In every organization of yours, and in each no more than your role there allows. Uncheck what it does not need.</p>
${offer.scopes.map((scope) => choice(scope, isChecked(scope)))}
</fieldset>
<p class="actions">
<button name="decision" value="allow">Allow</button>
<button name="decision" value="deny" class="quiet">Decline</button>
</p>`
)}
<p class="fine">You can end the connection at any time, and connect again to change what it may do.</p>`
  }
}
