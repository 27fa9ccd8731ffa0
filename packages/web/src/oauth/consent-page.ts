import { clientHostOf, type Offer, type OfferedScope } from "@adwarden/core"
import { scopeMeanings, spendingScopes } from "@adwarden/core/contract"
import type { BrowserRequest, Page } from "../kit/browser-request.ts"
import { form, notice } from "../kit/forms.ts"
import { appName, type Html, html } from "../kit/html.ts"
import { connectedAppsPath } from "../people/connected-apps.ts"

/** What the person sent before, where it could not be taken. */
interface RejectedAnswer {
  readonly checked: ReadonlyArray<string>
  readonly problem: string
  readonly status: number
}

/**
 * Where the form may lead on to. A browser holds every redirect that follows a form to this, the client's own ones
 * behind its address included; the few ways to write one's own machine are written out, as far as they can be.
 */
const formActionSources = (redirectUri: string): ReadonlyArray<string> => {
  if (redirectUri.startsWith("https:")) return ["https:"]
  // The grammar of the policy has no place for an IPv6 address.
  return redirectUri.startsWith("http://[")
    ? ["https:", "http:"]
    : ["https:", "http://localhost:*", "http://127.0.0.1:*"]
}

const isLoopback = (redirectUri: string): boolean => redirectUri.startsWith("http:")

/** A scope above all of the person's roles is shown, with the role that it takes, and cannot be checked. */
const scopeCheckbox = ({ missingRole, scope }: OfferedScope, checked: boolean): Html => {
  const id = `scope-${scope.replace(":", "-")}`
  const state = missingRole === null ? (checked ? html`checked` : null) : html`disabled`
  return html`<div class="choice${missingRole === null ? "" : " off"}">
<input type="checkbox" id="${id}" name="scope" value="${scope}" ${state}
  aria-describedby="${id}-hint" />
<label for="${id}">${scopeMeanings[scope]}
<span class="hint" id="${id}-hint"><code>${scope}</code>${missingRole === null ? null : html` · needs the role ${missingRole}`}</span></label>
</div>`
}

interface Group {
  readonly kind: "reading" | "spending"
  readonly title: string
  readonly hint: string
}

const groups: ReadonlyArray<Group> = [
  { kind: "reading", title: "Read", hint: "Sees data and writes reports. Changes no campaign." },
  {
    kind: "spending",
    title: "Change campaigns and spend",
    hint: "Changes live campaigns and what they cost, within the limits of each organization."
  }
]

const kindOf = ({ scope }: OfferedScope): Group["kind"] =>
  spendingScopes.has(scope) ? "spending" : "reading"

const group = (
  { hint, kind, title }: Group,
  offered: ReadonlyArray<OfferedScope>,
  isChecked: (scope: OfferedScope) => boolean
): Html | null => {
  const ownScopes = offered.filter((scope) => kindOf(scope) === kind)
  return ownScopes.length === 0
    ? null
    : html`<fieldset class="group ${kind}">
<legend>${title}</legend>
<p class="hint">${hint}</p>
${ownScopes.map((scope) => scopeCheckbox(scope, isChecked(scope)))}
</fieldset>`
}

/** Where the answer goes: to a program, or onto a page of ours from where the person carries it on. */
const destination = (redirectUri: string, manualCodeUrl: string): Html => {
  if (redirectUri === manualCodeUrl) return html`A page that shows a code, for you to paste where you began`
  const { host } = new URL(redirectUri)
  return html`<code>${host}</code>${isLoopback(redirectUri) ? ", a program on this computer" : null}`
}

/** Why the app is who it says it is; nothing for an unverified one, which the page warns of. */
const publisher = ({ client, verified }: Offer["request"]): Html | null => {
  const host = clientHostOf(client)
  if (host !== null) return html`<dt>Published by</dt><dd><code>${host}</code></dd>`
  return verified ? html`<dt>Known to you</dt><dd>You connected this app before</dd>` : null
}

/** Whether spending is among what the person could allow, before they have scrolled to it. */
const requestedAccess = (scopes: ReadonlyArray<OfferedScope>): Html => {
  const spends = scopes.some((scope) => scope.missingRole === null && kindOf(scope) === "spending")
  return spends
    ? html`<span class="warned">Change campaigns and spend</span>, and read data`
    : html`Read data`
}

const facts = ({ request, scopes }: Offer, manualCodeUrl: string): Html => html`<dl class="facts">
${publisher(request)}
<dt>Asks to</dt><dd>${requestedAccess(scopes)}</dd>
<dt>Sends you to</dt><dd>${destination(request.redirectUri, manualCodeUrl)}</dd>
<dt>Access is for</dt><dd><code>${request.audience}</code></dd>
</dl>`

const unverified = notice(
  html`<strong>Unverified app.</strong> Anyone can register an app under any name. Continue only if you started to connect it yourself just now.`,
  "warn"
)

/** A person whose roles allow nothing of what is asked has nothing to allow. */
const buttons = (canAllow: boolean): Html => html`${
  canAllow
    ? null
    : notice(
        "Your roles allow none of these permissions. Ask an owner of your organization for another role.",
        "warn"
      )
}
<div class="actions stay">
${canAllow ? html`<button name="decision" value="allow">Allow</button>` : null}
<button name="decision" value="deny" class="quiet">Decline</button>
</div>`

/**
 * What a person is asked before an app may act in their name: who asks, where they will be sent, and each scope in
 * plain words, reading apart from spending. It is asked every time. Works without any script.
 */
export const consentPage = (
  offer: Offer,
  request: BrowserRequest,
  manualCodeUrl: string,
  answer?: RejectedAnswer
): Page => {
  const { client, redirectUri, verified } = offer.request
  const isChecked = ({ scope }: OfferedScope) => answer === undefined || answer.checked.includes(scope)
  return {
    title: "Connect an app",
    person: offer.person,
    formAction: formActionSources(redirectUri),
    ...(answer === undefined ? {} : { status: answer.status }),
    body: html`<h1>Connect ${appName(client.name)}?</h1>
<p class="lead">This app asks to act in your name, in all of your organizations and within your role in each.</p>
${verified ? null : unverified}
${answer === undefined ? null : notice(answer.problem, "bad")}
${facts(offer, manualCodeUrl)}
${form(
  request,
  request.path,
  html`<h2>What it may do</h2>
<p class="hint">Uncheck what the app does not need.${
    offer.scopes.some(({ missingRole }) => missingRole !== null)
      ? " Permissions above your role are off; an owner can give you another role."
      : null
  }</p>
${groups.map((one) => group(one, offer.scopes, isChecked))}
<p class="fine">You can disconnect the app at any time under <a href="${connectedAppsPath}">Connected apps</a>. To change its permissions, connect it again.</p>
${buttons(offer.scopes.some(({ missingRole }) => missingRole === null))}`
)}`
  }
}
