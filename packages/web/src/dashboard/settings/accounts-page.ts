import type { AccountRow, AccountsOverview, NamedLogin, PageData } from "@adwarden/core"
import { pagePaths } from "@adwarden/core/contract"
import type { BrowserRequest, Page } from "../../kit/browser-request.ts"
import { form, type Problem } from "../../kit/forms.ts"
import { type Content, type Html, html } from "../../kit/html.ts"
import {
  badge,
  banner,
  type Column,
  card,
  day,
  empty,
  hidden,
  linkButton,
  problemBanner,
  relative,
  table
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

const accountState = ({ problem, status }: AccountRow): Html => {
  if (status === "not_linked") return badge("plain", "Not linked")
  if (problem === null) return badge("ok", "Works")
  return html`${status === "pending" ? badge("wait", "Pending") : badge("fail", "Broken")}<span class="small">${problem}</span>`
}

const newCampaigns = (account: AccountRow, view: View): Content => {
  if (account.selected) return badge("info", "Used")
  if (!view.owner || account.status !== "linked") return null
  return action(
    view,
    { action: "select", account: account.id },
    html`<button class="quiet tiny">Use<span class="sr"> ${account.name ?? account.id} for new campaigns</span></button>`
  )
}

const accountColumns = (view: View): ReadonlyArray<Column<AccountRow>> => [
  {
    title: "Account",
    cell: ({ currency, id, name }) =>
      html`${name || "Google Ads"}<span class="small">${accountNumber(id)}${currency === null ? null : ` · ${currency}`}</span>`
  },
  { title: "Connection", cell: accountState },
  { title: "New campaigns", cell: (account) => newCampaigns(account, view) },
  {
    title: "Last synced",
    rank: 2,
    nowrap: true,
    cell: ({ last_synced_at }) => (last_synced_at === null ? "never" : relative(last_synced_at))
  },
  ...(view.owner
    ? [
        {
          title: "Actions",
          actions: true as const,
          cell: ({ id, name, status }: AccountRow) =>
            status === "not_linked"
              ? null
              : action(
                  view,
                  { action: "unlink", account: id },
                  html`<button class="quiet bad tiny">Unlink<span class="sr"> ${name ?? id}</span></button>`
                )
        }
      ]
    : [])
]

const loginState = ({ access_ends_at, state }: NamedLogin): Html => {
  if (state === "broken") return badge("fail", "Broken")
  return access_ends_at === null
    ? badge("ok", "Works")
    : html`${badge("wait", "Temporary")}<span class="small">Google ends this access on ${day(access_ends_at)}, because the app of this service is in testing. Its operator has to publish it.</span>`
}

const loginActions = (login: NamedLogin, isUsed: boolean, view: View): Html =>
  html`<div class="row">${
    login.state === "broken"
      ? connectButton(view, login, "Reconnect", "tiny")
      : html`${linkButton(pagePaths.chooseAccount(view.request.parameters["org"] ?? "", login.id), html`Choose accounts<span class="sr"> of ${login.email ?? "this login"}</span>`, "quiet tiny")}${connectButton(view, login, "Reconnect", "quiet tiny")}`
  }${
    isUsed
      ? null
      : action(
          view,
          { action: "disconnect", login: String(login.id) },
          html`<button class="quiet bad tiny">Delete<span class="sr"> ${login.email ?? "this login"}</span></button>`
        )
  }</div>`

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
    body: table({
      labelledBy: "logins",
      rows: logins,
      columns: [
        { title: "Login", cell: ({ email }) => email ?? "Google login" },
        { title: "State", cell: loginState },
        {
          title: "Connected by",
          rank: 2,
          cell: ({ connected_at, connected_by }) =>
            html`${connected_by?.name ?? "The operator"}<span class="small">${day(connected_at)}</span>`
        },
        ...(view.owner
          ? [
              {
                title: "Actions",
                actions: true as const,
                cell: (login: NamedLogin) =>
                  loginActions(
                    login,
                    accounts.some(({ login_id, status }) => login_id === login.id && status !== "not_linked"),
                    view
                  )
              }
            ]
          : [])
      ]
    })
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
    path: pagePaths.settings(slug, "accounts"),
    owner: owner && consentOrigin !== "",
    request: { ...request, parameters: { ...request.parameters, org: slug } }
  }
  const done = doneMessages[request.query.get("done") ?? ""]
  const shownLogins = logins.filter(({ state }) => state !== "disconnected")
  return {
    ...settingsPage(
      frame,
      "accounts",
      html`${problemBanner(problems, [])}
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
      : table({ labelledBy: "accounts", rows: accounts, columns: accountColumns(view) })
})}
${shownLogins.length === 0 ? null : loginCard(shownLogins, accounts, view)}
${owner ? null : onlyOwners}`
    ),
    formAction: consentOrigin === "" ? [] : [consentOrigin]
  }
}
