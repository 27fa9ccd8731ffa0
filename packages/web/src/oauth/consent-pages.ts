import { type ConsentRefused, type OAuthRefusal, type oauthEntrances, parametersOf } from "@adwarden/core"
import { oauthPaths } from "@adwarden/core/http"
import { Effect } from "effect"
import { html } from "../kit/html.ts"
import { signInPath } from "../kit/local-path.ts"
import type { Shown } from "../kit/visit.ts"
import type { Web } from "../kit/web.ts"
import { consentPage } from "./consent-page.ts"

export type OAuthEntrances = Effect.Effect.Success<typeof oauthEntrances>

/** A refusal goes back to the client where its address is proven. Else the person is told, and sent nowhere. */
const refusalShown = ({ description, redirect, statusCode }: OAuthRefusal): Shown =>
  redirect === null
    ? {
        title: "This app cannot be connected",
        status: statusCode,
        body: html`<h1>This app cannot be connected</h1>
<p class="lead">The app that sent you here asked in a way that is not accepted. Nothing was approved, and you were not sent back to it.</p>
<p>${description}</p>
<p class="hint">If you did not mean to connect an app, close this page. If you did, tell whoever makes the app.</p>`
      }
    : { redirect }

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
