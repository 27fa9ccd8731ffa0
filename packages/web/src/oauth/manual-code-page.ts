import { parametersOf } from "@adwarden/core"
import { oauthPaths } from "@adwarden/core/http"
import { Effect } from "effect"
import { notice } from "../kit/forms.ts"
import { html } from "../kit/html.ts"
import type { PageRouter } from "../kit/page-router.ts"
import type { OAuthEndpoints } from "./consent-pages.ts"

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
