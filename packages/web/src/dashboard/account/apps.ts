import { type ConnectionRow, Connections, type Frame, type PageData, Settings } from "@adwarden/core"
import { pagePaths, scopeMeanings } from "@adwarden/core/contract"
import { Effect } from "effect"
import { makeAdministrationForm } from "../../kit/administration-form.ts"
import { accountPage, type PageContent, type ShownPage } from "../../kit/dashboard-page.ts"
import { appName, type Html, html, truncateName } from "../../kit/html.ts"
import type { BrowserRequest, Page } from "../../kit/page.ts"
import { formsByAction } from "../../kit/page-form.ts"
import type { PageRouter } from "../../kit/page-router.ts"
import { buttonForm, card, copyable, count, day, empty, head, relative } from "../../parts/index.ts"
import { approvalsText, heldButtons } from "./held.ts"

const path = pagePaths.account("apps")

/** The host of the app's metadata document; otherwise its redirect hosts, which it chose itself. */
const publisher = ({ client_host, redirect_hosts }: ConnectionRow): Html =>
  client_host === null
    ? html`Registered itself, with <code>${redirect_hosts.join(", ")}</code>`
    : html`From <code>${client_host}</code>`

const appRow = (app: ConnectionRow, request: BrowserRequest, mayLoosen: boolean): Html => html`<li>
<div class="stack"><h3>${appName(app.client)}</h3>
<p>${publisher(app)} · connected ${day(app.connected_at)} · last active ${relative(app.last_refreshed_at)}</p>
<details><summary class="more">${count(app.scopes.length, "permission")}</summary><ul class="bullets">${app.scopes.map((scope) => html`<li>${scopeMeanings[scope]}</li>`)}</ul></details>
${app.scopes.every((scope) => scope.endsWith(":read")) ? null : html`<p class="small">Approvals: <b>${approvalsText[app.approvals]}</b></p>${heldButtons(request, app.approvals, { mayLoosen, name: truncateName(app.client), values: { connection: app.id } })}`}</div>
${buttonForm(request, { action: "end", connection: app.id }, html`<button class="quiet bad tiny" aria-label="Disconnect ${truncateName(app.client)}">Disconnect</button>`)}
</li>`

/** An app acts in all organizations of its person, so they must own all to let it do more without approval. */
const ownsAll = ({ organizations }: Frame): boolean =>
  organizations.every(({ role }) => role === null || role === "owner")

const contentOf = (
  { data: apps, frame }: PageData<ReadonlyArray<ConnectionRow>>,
  request: BrowserRequest,
  { banners }: ShownPage,
  mcpUrl: string
): PageContent => ({
  title: "Connected apps",
  body: html`${head({ title: "Connected apps", lead: "These apps act on your behalf in all your organizations. Disconnecting one takes effect at once." })}
${banners}
${card({
  id: "apps",
  title: "Apps",
  padded: false,
  body:
    apps.length === 0
      ? empty({
          icon: "apps",
          title: "No app is connected",
          text: "Connected apps appear here with what they can do. In Claude or another app, add a connector with this address:",
          action: copyable(mcpUrl, "the address")
        })
      : html`<ul class="list">${apps.map((app) => appRow(app, request, ownsAll(frame)))}</ul>`
})}`
})

const notConnectedPage: Page = {
  title: "This app is not connected",
  status: 404,
  body: html`<h1>This app is not connected</h1>
<p>It has already been disconnected, or its connection has expired.</p>
<div class="actions"><a class="button" href="${path}">Show connected apps</a></div>`
}

/** /account/apps: the person's connected apps, each with a button that disconnects it. */
export const connectedApps = (router: PageRouter) =>
  Effect.gen(function* () {
    const connections = yield* Connections
    const { mcpUrl } = yield* Settings
    const administrationForm = yield* makeAdministrationForm
    accountPage(router, {
      path,
      name: "pages.apps",
      place: "apps",
      read: ({ caller }) => connections.list(caller.userId),
      messages: {
        disconnected: "The app was disconnected. Its tokens no longer work.",
        held: "Saved. It applies from the next request of the app."
      },
      forms: formsByAction("connections.change", {
        end: administrationForm("connections.end", {
          ownErrorPage: true,
          done: "disconnected",
          refused: (error) => (error._tag === "not_found" ? notConnectedPage : null)
        }),
        tighten: administrationForm("connections.tighten", { done: "held" }),
        loosen: administrationForm("connections.loosen", { done: "held" })
      }),
      render: (page, request, shown) => contentOf(page, request, shown, mcpUrl)
    })
  })
