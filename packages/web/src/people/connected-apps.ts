import { type ConnectionRow, oauthEntrances } from "@adwarden/core"
import { scopeMeanings } from "@adwarden/core/contract"
import { Effect } from "effect"
import { form, notice } from "../kit/forms.ts"
import { appName, clipped, type Html, html } from "../kit/html.ts"
import type { Page, Visit } from "../kit/visit.ts"
import type { Web } from "../kit/web.ts"

/** The page that lists a person's connected apps. */
export const connectedAppsPath = "/account/apps"

const day = (at: string): string => at.slice(0, 10)

/** The host that vouches for an app; else where its answers are sent, which it chose itself. */
const origin = ({ client_host, redirect_hosts }: ConnectionRow): Html =>
  client_host === null
    ? html`Registered itself, with <code>${redirect_hosts.join(", ")}</code>`
    : html`From <code>${client_host}</code>`

const row = (app: ConnectionRow, visit: Visit): Html => html`<li>
<div class="about">
<h2>${appName(app.client)}</h2>
<p class="hint">${origin(app)} · connected ${day(app.connected_at)} · last active ${day(app.last_refreshed_at)}</p>
<details><summary>${app.scopes.length === 1 ? "1 permission" : `${app.scopes.length} permissions`}</summary>
<ul>${app.scopes.map((scope) => html`<li>${scopeMeanings[scope]}</li>`)}</ul></details>
</div>
${form(
  visit,
  connectedAppsPath,
  html`<input type="hidden" name="connection" value="${app.id}" />
<button class="quiet danger" aria-label="Disconnect ${clipped(app.client)}">Disconnect</button>`
)}
</li>`

const page = (apps: ReadonlyArray<ConnectionRow>, visit: Visit): Page => ({
  title: "Connected apps",
  body: html`${visit.query.get("done") === "disconnected" ? notice("The app was disconnected. Its tokens no longer work.") : null}
<h1>Connected apps</h1>
<p class="lead">These apps act in your name. Disconnecting one takes effect at once.</p>
${
  apps.length === 0
    ? html`<p>No app is connected. To connect one, start in the app itself.</p>`
    : html`<ul class="rows apps">${apps.map((app) => row(app, visit))}</ul>`
}
<p class="aside"><a href="/">Back to the start</a></p>`
})

const gone: Page = {
  title: "This app is not connected",
  status: 404,
  body: html`<h1>This app is not connected</h1>
<p>It was disconnected already, or its connection has expired.</p>
<div class="actions"><a class="button" href="${connectedAppsPath}">Show connected apps</a></div>`
}

/** /account/apps: the apps that somebody connected, each with a button that disconnects it. */
export const connectedApps = (web: Web) =>
  Effect.map(oauthEntrances, (entrances) => {
    web.get(connectedAppsPath, {
      name: "connections.list",
      errand: () => Effect.succeed({ entrance: entrances.listConnections() }),
      show: page
    })
    web.post(connectedAppsPath, {
      name: "connections.end",
      errand: (_, sent) =>
        Effect.succeed({ entrance: entrances.endConnection(sent.get("connection") ?? "") }),
      show: () => ({ redirect: `${connectedAppsPath}?done=disconnected` }),
      refused: (error) => (error._tag === "not_found" ? gone : null)
    })
  })
