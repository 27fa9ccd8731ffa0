import { type ConnectionRow, oauthEndpoints } from "@adwarden/core"
import { pagePaths, scopeMeanings } from "@adwarden/core/contract"
import { Effect } from "effect"
import type { BrowserRequest, Page } from "../kit/browser-request.ts"
import { form, notice } from "../kit/forms.ts"
import { appName, type Html, html, truncateName } from "../kit/html.ts"
import type { PageRouter } from "../kit/page-router.ts"

/** The page that lists a person's connected apps. */
export const connectedAppsPath = pagePaths.account("apps")

const day = (at: string): string => at.slice(0, 10)

/** The host of the app's metadata document; otherwise its redirect hosts, which it chose itself. */
const publisher = ({ client_host, redirect_hosts }: ConnectionRow): Html =>
  client_host === null
    ? html`Registered itself, with <code>${redirect_hosts.join(", ")}</code>`
    : html`From <code>${client_host}</code>`

const appRow = (app: ConnectionRow, request: BrowserRequest): Html => html`<li>
<div class="about">
<h2>${appName(app.client)}</h2>
<p class="hint">${publisher(app)} · connected ${day(app.connected_at)} · last active ${day(app.last_refreshed_at)}</p>
<details><summary>${app.scopes.length === 1 ? "1 permission" : `${app.scopes.length} permissions`}</summary>
<ul>${app.scopes.map((scope) => html`<li>${scopeMeanings[scope]}</li>`)}</ul></details>
</div>
${form(
  request,
  connectedAppsPath,
  html`<input type="hidden" name="connection" value="${app.id}" />
<button class="quiet danger" aria-label="Disconnect ${truncateName(app.client)}">Disconnect</button>`
)}
</li>`

const connectedAppsPage = (apps: ReadonlyArray<ConnectionRow>, request: BrowserRequest): Page => ({
  title: "Connected apps",
  body: html`${request.query.get("done") === "disconnected" ? notice("The app was disconnected. Its tokens no longer work.") : null}
<h1>Connected apps</h1>
<p class="lead">These apps act on your behalf. Disconnecting one takes effect at once.</p>
${
  apps.length === 0
    ? html`<p>No app is connected. To connect one, start in the app itself.</p>`
    : html`<ul class="rows apps">${apps.map((app) => appRow(app, request))}</ul>`
}
<p class="aside"><a href="/">Back to the home page</a></p>`
})

const notConnectedPage: Page = {
  title: "This app is not connected",
  status: 404,
  body: html`<h1>This app is not connected</h1>
<p>It has already been disconnected, or its connection has expired.</p>
<div class="actions"><a class="button" href="${connectedAppsPath}">Show connected apps</a></div>`
}

/** /account/apps: the person's connected apps, each with a button that disconnects it. */
export const connectedApps = (router: PageRouter) =>
  Effect.map(oauthEndpoints, (endpoints) => {
    router.get(connectedAppsPath, {
      name: "connections.list",
      invocation: () => Effect.succeed({ endpoint: endpoints.listConnections() }),
      render: connectedAppsPage
    })
    router.post(connectedAppsPath, {
      name: "connections.end",
      invocation: (_, form) =>
        Effect.succeed({ endpoint: endpoints.endConnection(form.get("connection") ?? "") }),
      render: () => ({ redirect: `${connectedAppsPath}?done=disconnected` }),
      renderError: (error) => (error._tag === "not_found" ? notConnectedPage : null)
    })
  })
