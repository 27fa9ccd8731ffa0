import type { AccountRow, AccountsOverview, NamedLogin, PageData } from "@adwarden/core"
import { pagePaths } from "@adwarden/core/contract"
import type { BrowserRequest, Page } from "../../kit/browser-request.ts"
import { form, type Problem } from "../../kit/forms.ts"
import { type Content, type Html, html } from "../../kit/html.ts"
import { lookUp } from "../../kit/untrusted-values.ts"
import {
  badge,
  banner,
  card,
  day,
  empty,
  hidden,
  linkButton,
  problemBanner,
  relative
} from "../../parts/index.ts"
import { isOwner, onlyOwners, settingsPage } from "./section.ts"

const doneMessages: Readonly<Record<string, string>> = {
  link: "The account is linked. Its campaigns and figures appear after the next sync, in a few minutes.",
  reconnect: "The login works again. Changes that waited are being sent to Google Ads.",
  select: "New campaigns are now created in this account.",
  unlink: "The account was unlinked. Its campaigns and figures stay here, but are no longer synced.",
  disconnect:
    "The login was deleted here. To end the access at Google too, remove Adwarden under myaccount.google.com/connections."
}

/** A number of an account as Google writes it: 555-000-0001. */
export const accountNumber = (id: string): string => id.replace(/^(\d{3})(\d{3})(\d{4})$/, "$1-$2-$3")

interface View {
  readonly slug: string
  readonly path: string
  readonly owner: boolean
  readonly request: BrowserRequest
}

const action = ({ path, request }: View, fields: Readonly<Record<string, string>>, button: Html): Html =>
  form(request, path, html`${hidden(fields)}${button}`)

const connectButton = (view: View, login: NamedLogin | null, label: string, kind: string): Html =>
  action(
    view,
    { action: "connect", ...(login === null ? {} : { login: String(login.id) }) },
    html`<button class="${kind}">${label}${login?.email == null ? null : html`<span class="sr"> ${login.email}</span>`}</button>`
  )

const accountBadge = ({ problem, status }: AccountRow): Html => {
  if (status === "not_linked") return badge("plain", "Not linked")
  if (problem === null) return badge("ok", "Works")
  return status === "pending" ? badge("wait", "Pending") : badge("fail", "Broken")
}

/** A banner above the page already explains the problem of a selected account. */
const accountProblem = ({ problem, selected, status }: AccountRow): Content => {
  if (problem === null || status === "not_linked") return null
  return html`<p>${selected ? "Reconnect its login below." : problem}</p>`
}

const accountActions = ({ id, name, selected, status }: AccountRow, view: View): Content => {
  if (!view.owner || status === "not_linked") return null
  const label = name || id
  return html`<div class="row">${
    selected || status !== "linked"
      ? null
      : action(
          view,
          { action: "select", account: id },
          html`<button class="quiet tiny" aria-label="Use ${label} for new campaigns">Use for new campaigns</button>`
        )
  }${action(
    view,
    { action: "unlink", account: id },
    html`<button class="quiet bad tiny" aria-label="Unlink ${label}">Unlink</button>`
  )}</div>`
}

const accountItem = (account: AccountRow, view: View): Html => {
  const { currency, id, last_synced_at, name, selected } = account
  return html`<li><div><h3>${name || "Google Ads"} ${accountBadge(account)} ${selected ? badge("info", "Used for new campaigns") : null}</h3>
<p>${accountNumber(id)}${currency === null ? null : ` · ${currency}`} · ${last_synced_at === null ? "never synced" : html`synced ${relative(last_synced_at)}`}</p>
${accountProblem(account)}</div>${accountActions(account, view)}</li>`
}

const loginBadge = ({ access_ends_at, state }: NamedLogin): Html => {
  if (state === "broken") return badge("fail", "Broken")
  return access_ends_at === null ? badge("ok", "Works") : badge("wait", "Temporary")
}

const loginActions = (login: NamedLogin, isUsed: boolean, view: View): Html => {
  const name = login.email ?? "this login"
  return html`<div class="row">${
    login.state === "broken"
      ? connectButton(view, login, "Reconnect", "tiny")
      : html`${linkButton(pagePaths.chooseAccount(view.slug, login.id), html`Choose accounts<span class="sr"> of ${name}</span>`, "quiet tiny")}${connectButton(view, login, "Reconnect", "quiet tiny")}`
  }${
    isUsed
      ? null
      : action(
          view,
          { action: "disconnect", login: String(login.id) },
          html`<button class="quiet bad tiny" aria-label="Delete ${name}">Delete</button>`
        )
  }</div>`
}

const loginItem = (login: NamedLogin, isUsed: boolean, view: View): Html => {
  const { access_ends_at, connected_at, connected_by, email } = login
  return html`<li><div><h3>${email ?? "Google login"} ${loginBadge(login)}</h3>
<p>Connected by ${connected_by?.name ?? "the operator"} on ${day(connected_at)}</p>
${access_ends_at === null ? null : html`<p>Google ends this access on ${day(access_ends_at)}, because the app of this service is in testing. Its operator has to publish it.</p>`}</div>${view.owner ? loginActions(login, isUsed, view) : null}</li>`
}

const loginCard = (
  logins: ReadonlyArray<NamedLogin>,
  accounts: ReadonlyArray<AccountRow>,
  view: View
): Html =>
  card({
    id: "logins",
    title: "Google logins",
    lead: "A login belongs to the organization, not to the person who connected it. It is stored encrypted.",
    padded: false,
    body: html`<ul class="list">${logins.map((login) => {
      const isUsed = accounts.some(({ login_id, status }) => login_id === login.id && status !== "not_linked")
      return loginItem(login, isUsed, view)
    })}</ul>`
  })

const notSetUp = banner(
  "warn",
  html`<b>This service is not set up for Google Ads.</b> Its operator follows the guide “Connect Google Ads” once; then owners connect their accounts here.`
)

/** The ad accounts and logins of an organization. Owners connect, select, reconnect and unlink them. */
export const accountsPage = (
  { data: { accounts, consentOrigin, logins }, frame }: PageData<AccountsOverview>,
  request: BrowserRequest,
  problems: ReadonlyArray<Problem> = []
): Page => {
  const owner = isOwner(frame)
  const { slug } = frame.organization!
  const view: View = {
    slug,
    path: pagePaths.settings(slug, "accounts"),
    owner: owner && consentOrigin !== "",
    request
  }
  const done = lookUp(doneMessages, request.query.get("done"))
  const shownLogins = logins.filter(({ state }) => state !== "disconnected")
  return {
    ...settingsPage(
      frame,
      "accounts",
      html`${problemBanner(problems, [], slug)}
${done === undefined ? null : banner("good", done)}
${consentOrigin === "" ? notSetUp : null}
${card({
  id: "accounts",
  title: "Ad accounts",
  ...(view.owner && accounts.length > 0
    ? { actions: connectButton(view, null, "Connect another login", "quiet") }
    : {}),
  padded: false,
  body:
    accounts.length === 0
      ? empty({
          icon: "apps",
          title: "No ad account is linked",
          text: owner
            ? "Connect a Google login that has access to the account. You then choose the account. Nothing changes in Google Ads."
            : "Ask an owner of the organization to connect one.",
          ...(view.owner ? { action: connectButton(view, null, "Connect Google Ads", "") } : {})
        })
      : html`<ul class="list">${accounts.map((account) => accountItem(account, view))}</ul>`
})}
${shownLogins.length === 0 ? null : loginCard(shownLogins, accounts, view)}
${owner ? null : onlyOwners}`
    ),
    formAction: consentOrigin === "" ? [] : [consentOrigin]
  }
}
