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

/** The words of a refusal, set apart as the app's: parts of them may come from whoever wrote the request. */
const developerDetails = (
  description: string
): Html => html`<details><summary>Details for the app's developer</summary>
<p><code>${description}</code></p></details>`

/** An unverified app's invalid request. Nobody is redirected: the person sees the address and decides. */
const rejectedRequestPage = (
  { description, statusCode }: OAuthError,
  { client, url }: OAuthErrorTarget
): Page => {
  const { host, origin, pathname } = new URL(url)
  return {
    title: "This app cannot be connected",
    status: statusCode,
    body: html`<h1>${appName(client)} cannot be connected</h1>
<p class="lead">The app sent a request that is not accepted here. Nothing was approved.</p>
${notice(
  html`<strong>Unverified app.</strong> Anyone can register an app under any name. It asks to send you to <code>${origin}${pathname}</code>. Go there only if you know this address.`,
  "warn"
)}
${developerDetails(description)}
<div class="actions"><a class="button" href="/">Stay here</a><a class="button quiet" href="${url}" rel="noreferrer">Go to ${host}</a></div>`
  }
}

/** A refusal goes back to the client where its address is proven and it is verified. Else the person is told. */
const oauthErrorPage = (refusal: OAuthError): PageResponse => {
  const { description, redirect, statusCode, target } = refusal
  if (target !== undefined) return rejectedRequestPage(refusal, target)
  if (redirect !== null) return { redirect }
  return {
    title: "This app cannot be connected",
    status: statusCode,
    body: html`<h1>This app cannot be connected</h1>
<p class="lead">The app that sent you here asked in a way that is not accepted. Nothing was approved, and you were not sent back to it.</p>
<p class="hint">If you did not mean to connect an app, close this page. If you did, tell whoever makes the app.</p>
${developerDetails(description)}`
  }
}

/** What a client's request looks like to a person, and what becomes of their answer. */
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
    // The request stands in the address, as it did when it was shown, and is checked again; the form only has the answer.
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

/** Where a code is shown that no program is there to take: whoever signs in on another machine pastes it there. */
export const manualCodePage = (router: PageRouter, endpoints: OAuthEndpoints): void =>
  router.get(oauthPaths.code, {
    name: "oauth.code",
    invocation: ({ query }) => Effect.succeed({ endpoint: endpoints.manualCode(parametersOf(query)) }),
    render: ({ code, state }) => ({
      title: "Your code",
      body: html`<h1>Paste this code</h1>
<p class="lead">Into the terminal where you started to sign in, and nowhere else. It is good for a minute, and once.</p>
<p class="copied"><code>${code}.${state}</code></p>
${notice("Whoever has this code can act in your name. Nobody else will ever ask you for it: if somebody does, close this page.", "warn")}`
    }),
    renderError: (error) =>
      error._tag === "oauth_error"
        ? {
            title: "No code",
            status: error.statusCode,
            body: html`<h1>There is no code</h1>
<p class="lead">${error.description} Nothing was connected.</p>
<p class="hint">To try again, start over in the terminal: <code>adwarden login --no-browser</code></p>`
          }
        : null
  })
