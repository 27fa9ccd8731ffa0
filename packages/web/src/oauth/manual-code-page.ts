import { parametersOf } from "@adwarden/core"
import { oauthPaths } from "@adwarden/core/http"
import { Effect } from "effect"
import { notice } from "../kit/forms.ts"
import { html } from "../kit/html.ts"
import type { PageRouter } from "../kit/page-router.ts"
import type { OAuthEndpoints } from "./consent-pages.ts"

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
