import {
  type ConsentRefused,
  type OAuthRefusal,
  type oauthEntrances,
  parametersOf,
  type RefusalTarget
} from "@adwarden/core"
import { oauthPaths } from "@adwarden/core/http"
import { Effect } from "effect"
import { notice } from "../kit/forms.ts"
import { appName, type Html, html } from "../kit/html.ts"
import { signInPath } from "../kit/local-path.ts"
import type { Page, Shown } from "../kit/visit.ts"
import type { Web } from "../kit/web.ts"
import { consentPage } from "./consent-page.ts"

export type OAuthEntrances = Effect.Effect.Success<typeof oauthEntrances>

/** The words of a refusal, set apart as the app's: parts of them may come from whoever wrote the request. */
const detail = (description: string): Html => html`<details><summary>Details for the app's developer</summary>
<p><code>${description}</code></p></details>`

/** An unverified app's invalid request. Nobody is redirected: the person sees the address and decides. */
const targetPage = ({ description, statusCode }: OAuthRefusal, { client, url }: RefusalTarget): Page => {
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
${detail(description)}
<div class="actions"><a class="button" href="/">Stay here</a><a class="button quiet" href="${url}" rel="noreferrer">Go to ${host}</a></div>`
  }
}

/** A refusal goes back to the client where its address is proven and it is verified. Else the person is told. */
const refusalShown = (refusal: OAuthRefusal): Shown => {
  const { description, redirect, statusCode, target } = refusal
  if (target !== undefined) return targetPage(refusal, target)
  if (redirect !== null) return { redirect }
  return {
    title: "This app cannot be connected",
    status: statusCode,
    body: html`<h1>This app cannot be connected</h1>
<p class="lead">The app that sent you here asked in a way that is not accepted. Nothing was approved, and you were not sent back to it.</p>
<p class="hint">If you did not mean to connect an app, close this page. If you did, tell whoever makes the app.</p>
${detail(description)}`
  }
}

/** What a client's request looks like to a person, and what becomes of their answer. */
export const consentPages = (web: Web, entrances: OAuthEntrances, appUrl: string): void => {
  const codeAddress = `${appUrl}${oauthPaths.code}`

  web.get(oauthPaths.authorize, {
    name: "oauth.authorize",
    errand: ({ query }) => Effect.succeed({ entrance: entrances.authorize(parametersOf(query)) }),
    show: (asked, visit) =>
      "signIn" in asked ? { redirect: signInPath(visit.here) } : consentPage(asked.offer, visit, codeAddress),
    refused: (error) => (error._tag === "oauth_refusal" ? refusalShown(error) : null)
  })

  web.post<string, OAuthRefusal | ConsentRefused>(oauthPaths.authorize, {
    name: "oauth.decide",
    // The request stands in the address, as it did when it was shown, and is checked again; the form only has the answer.
    errand: ({ query }, form) => {
      const decision = { allow: form.get("decision") === "allow", checked: form.getAll("scope") }
      return Effect.succeed({ entrance: entrances.decide(parametersOf(query), decision) })
    },
    show: (redirect) => ({ redirect }),
    refused: (error, visit, form) => {
      if (error._tag === "oauth_refusal") return refusalShown(error)
      if (error._tag !== "consent_refused") return null
      const { offer, problem, statusCode } = error
      return consentPage(offer, visit, codeAddress, {
        checked: form.getAll("scope"),
        problem,
        status: statusCode
      })
    }
  })
}
