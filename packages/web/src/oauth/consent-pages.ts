import {
  clientHostOf,
  type InvalidConsent,
  type OAuthError,
  type OAuthErrorTarget,
  type Offer,
  type OfferedScope,
  type oauthEndpoints,
  parametersOf
} from "@adwarden/core"
import { pagePaths, scopeMeanings, spendingScopes } from "@adwarden/core/contract"
import { oauthPaths } from "@adwarden/core/http"
import { Effect } from "effect"
import { form, notice } from "../kit/forms.ts"
import { appName, type Html, html } from "../kit/html.ts"
import { signInPath } from "../kit/local-path.ts"
import type { BrowserRequest, Page, PageResponse } from "../kit/page.ts"
import type { PageRouter } from "../kit/page-router.ts"

/** The person's earlier submission, if it was rejected. */
interface RejectedAnswer {
  readonly checked: ReadonlyArray<string>
  readonly problem: string
  readonly status: number
}

/**
 * The origins that the form can redirect to. Browsers apply the policy to all redirects after a form, including the
 * client's own. The spellings of loopback are listed as far as possible.
 */
const formActionSources = (redirectUri: string): ReadonlyArray<string> => {
  if (redirectUri.startsWith("https:")) return ["https:"]
  // The policy's grammar does not support IPv6 addresses.
  return redirectUri.startsWith("http://[")
    ? ["https:", "http:"]
    : ["https:", "http://localhost:*", "http://127.0.0.1:*"]
}

const isLoopback = (redirectUri: string): boolean => redirectUri.startsWith("http:")

/** A scope above all of the person's roles is shown with the required role, and cannot be checked. */
const scopeCheckbox = ({ missingRole, scope }: OfferedScope, checked: boolean): Html => {
  const id = `scope-${scope.replace(":", "-")}`
  const state = missingRole === null ? (checked ? html`checked` : null) : html`disabled`
  return html`<div class="choice${missingRole === null ? "" : " off"}">
<input type="checkbox" id="${id}" name="scope" value="${scope}" ${state}
  aria-describedby="${id}-hint" />
<label for="${id}">${scopeMeanings[scope]}
<span class="hint" id="${id}-hint"><code>${scope}</code>${missingRole === null ? null : html` · requires the role ${missingRole}`}</span></label>
</div>`
}

interface Group {
  readonly kind: "reading" | "spending"
  readonly title: string
  readonly hint: string
}

const groups: ReadonlyArray<Group> = [
  { kind: "reading", title: "Read", hint: "Reads data and generates reports. Changes no campaigns." },
  {
    kind: "spending",
    title: "Change campaigns and spend",
    hint: "Changes live campaigns and their spend, within the limits of each organization."
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

/** The destination of the response: a program, or our page with a code for the person to copy. */
const destination = (redirectUri: string, manualCodeUrl: string): Html => {
  if (redirectUri === manualCodeUrl) return html`A page with a code, which you paste where you started`
  const { host } = new URL(redirectUri)
  return html`<code>${host}</code>${isLoopback(redirectUri) ? ", a program on this computer" : null}`
}

/** How the app's identity is known. Null for an unverified app, for which the page shows a warning. */
const publisher = ({ client, verified }: Offer["request"]): Html | null => {
  const host = clientHostOf(client)
  if (host !== null) return html`<dt>Published by</dt><dd><code>${host}</code></dd>`
  return verified ? html`<dt>Known to you</dt><dd>You connected this app before</dd>` : null
}

/** States at the top whether spending is among the requested scopes. */
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
  html`<strong>Unverified app.</strong> Anyone can register an app under any name. Continue only if you have just started to connect it yourself.`,
  "warn"
)

/** A person whose roles allow none of the scopes cannot allow the request. */
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
 * The consent page: which app asks, where the person will be sent, and each scope in plain words, reading separate from
 * spending. It is shown for every connection and works without scripts.
 */
const consentPage = (
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
<p class="lead">This app requests access on your behalf, to all of your organizations and within your role in each.</p>
${verified ? null : unverified}
${answer === undefined ? null : notice(answer.problem, "bad")}
${facts(offer, manualCodeUrl)}
${form(
  request,
  html`<h2>Permissions</h2>
<p class="hint">Uncheck what the app does not need.${
    offer.scopes.some(({ missingRole }) => missingRole !== null)
      ? " Permissions above your role are off. An owner can change your role."
      : null
  }</p>
${groups.map((one) => group(one, offer.scopes, isChecked))}
<p class="fine">You can disconnect the app at any time under <a href="${pagePaths.account("apps")}">Connected apps</a>. To change its permissions, connect it again.</p>
${buttons(offer.scopes.some(({ missingRole }) => missingRole === null))}`,
  request.path
)}`
  }
}

export type OAuthEndpoints = Effect.Effect.Success<typeof oauthEndpoints>

/**
 * The description of an OAuth error, marked as meant for the developer: parts of it can come from the author of the
 * request.
 */
const developerDetails = (
  description: string
): Html => html`<details><summary>Details for the app's developer</summary>
<p><code>${description}</code></p></details>`

/** The invalid request of an unverified app. It does not redirect: the person sees the target and decides. */
const rejectedRequestPage = (
  { description, statusCode }: OAuthError,
  { client, url }: OAuthErrorTarget
): Page => {
  const { host, origin, pathname } = new URL(url)
  return {
    title: "This app cannot be connected",
    status: statusCode,
    body: html`<h1>${appName(client)} cannot be connected</h1>
<p class="lead">The app sent an invalid request. No access was granted.</p>
${notice(
  html`<strong>Unverified app.</strong> Anyone can register an app under any name. It wants to send you to <code>${origin}${pathname}</code>. Go there only if you know this address.`,
  "warn"
)}
${developerDetails(description)}
<div class="actions"><a class="button" href="/">Stay here</a><a class="button quiet" href="${url}" rel="noreferrer">Go to ${host}</a></div>`
  }
}

/** An error is redirected to a verified client with a proven redirect URI. Otherwise it is shown to the person. */
const oauthErrorPage = (refusal: OAuthError): PageResponse => {
  const { description, redirect, statusCode, target } = refusal
  if (target !== undefined) return rejectedRequestPage(refusal, target)
  if (redirect !== null) return { redirect }
  return {
    title: "This app cannot be connected",
    status: statusCode,
    body: html`<h1>This app cannot be connected</h1>
<p class="lead">The app that sent you here sent an invalid request. No access was granted, and you were not sent back to it.</p>
<p class="hint">If you did not intend to connect an app, close this page. Otherwise, contact the app's developer.</p>
${developerDetails(description)}`
  }
}

/** Shows a client's authorization request to a person, and handles their decision. */
export const consentPages = (router: PageRouter, endpoints: OAuthEndpoints, appUrl: string): void => {
  const manualCodeUrl = `${appUrl}${oauthPaths.code}`

  router.get(oauthPaths.authorize, {
    name: "oauth.authorize",
    invocation: ({ query }) => Effect.succeed({ endpoint: endpoints.authorize(parametersOf(query)) }),
    render: (prompt, request) =>
      "signIn" in prompt
        ? { redirect: signInPath(request.path) }
        : consentPage(prompt.offer, request, manualCodeUrl),
    renderError: (error) => (error._tag === "oauth_error" ? oauthErrorPage(error) : null)
  })

  router.post<string, OAuthError | InvalidConsent>(oauthPaths.authorize, {
    name: "oauth.decide",
    // The request is in the URL, as it was shown, and is validated again. The form contains only the decision.
    invocation: ({ query }, form) => {
      const decision = { allow: form.get("decision") === "allow", checked: form.getAll("scope") }
      return Effect.succeed({ endpoint: endpoints.decide(parametersOf(query), decision) })
    },
    render: (redirect) => ({ redirect }),
    renderError: (error, request, form) => {
      if (error._tag === "oauth_error") return oauthErrorPage(error)
      if (error._tag !== "invalid_consent") return null
      const { offer, problem, statusCode } = error
      return consentPage(offer, request, manualCodeUrl, {
        checked: form.getAll("scope"),
        problem,
        status: statusCode
      })
    }
  })
}

/** Shows an authorization code to copy, for a sign-in on another machine. */
export const manualCodePage = (router: PageRouter, endpoints: OAuthEndpoints): void =>
  router.get(oauthPaths.code, {
    name: "oauth.code",
    invocation: ({ query }) => Effect.succeed({ endpoint: endpoints.manualCode(parametersOf(query)) }),
    render: ({ code, state }) => ({
      title: "Your code",
      body: html`<h1>Paste this code</h1>
<p class="lead">Paste it into the terminal where you started to sign in, and nowhere else. It is valid for one minute and can be used once.</p>
<p class="copied"><code>${code}.${state}</code></p>
${notice("Anyone with this code can act on your behalf. Never share it. If someone asks you for it, close this page.", "warn")}`
    }),
    renderError: (error) =>
      error._tag === "oauth_error"
        ? {
            title: "No code",
            status: error.statusCode,
            body: html`<h1>No code to show</h1>
<p class="lead">${error.description} Nothing was connected.</p>
<p class="hint">To try again, start over in the terminal: <code>adwarden login --no-browser</code></p>`
          }
        : null
  })
