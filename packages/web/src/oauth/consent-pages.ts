import {
  type InvalidConsent,
  type OAuthError,
  type OAuthErrorTarget,
  type oauthEndpoints,
  parametersOf
} from "@adwarden/core"
import { oauthPaths } from "@adwarden/core/http"
import { Effect } from "effect"
import type { Page, PageResponse } from "../kit/browser-request.ts"
import { notice } from "../kit/forms.ts"
import { appName, type Html, html } from "../kit/html.ts"
import { signInPath } from "../kit/local-path.ts"
import type { PageRouter } from "../kit/page-router.ts"
import { consentPage } from "./consent-page.ts"

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
