import {
  type AccountChoice,
  type AccountChoices,
  type AccountRow,
  type AccountsOverview,
  accountReads,
  connectEndpoint,
  type NamedLogin,
  organizationOfState,
  type PageData
} from "@adwarden/core"
import { type Output, pagePaths } from "@adwarden/core/contract"
import { Effect } from "effect"
import { makeAdministrationForm } from "../../kit/administration-form.ts"
import { organizationPage, type PageContent, type ShownPage } from "../../kit/dashboard-page.ts"
import { formProblems } from "../../kit/forms.ts"
import { type Content, type Html, html } from "../../kit/html.ts"
import { idIn } from "../../kit/local-path.ts"
import type { BrowserRequest, FileResponse } from "../../kit/page.ts"
import { formsByAction, oneForm } from "../../kit/page-form.ts"
import type { PageRouter } from "../../kit/page-router.ts"
import { linkToFile, tableFile } from "../../kit/table-file.ts"
import {
  badge,
  banner,
  buttonForm,
  card,
  day,
  empty,
  head,
  linkButton,
  relative,
  table
} from "../../parts/index.ts"
import { isOwner, onlyOwners, settingsPage } from "./section.ts"

export const accountsMessages = {
  link: "The account is linked. The first sync reads its campaigns and figures.",
  reconnect: "The login works again. Changes that waited are being sent to Google Ads.",
  select: "New campaigns are now created in this account.",
  unlink: "The account was unlinked. Its campaigns and figures stay here, but are no longer synced.",
  disconnect:
    "The login was deleted here. To end the access at Google too, remove Adwarden under myaccount.google.com/connections."
}

/** A number of an account as Google writes it: 555-000-0001. */
const accountNumber = (id: string): string => id.replace(/^(\d{3})(\d{3})(\d{4})$/, "$1-$2-$3")

interface View {
  readonly slug: string
  readonly owner: boolean
  readonly request: BrowserRequest
}

const connectButton = (view: View, login: NamedLogin | null, label: string, kind: string): Html =>
  buttonForm(
    view.request,
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
      : buttonForm(
          view.request,
          { action: "select", account: id },
          html`<button class="quiet tiny" aria-label="Use ${label} for new campaigns">Use for new campaigns</button>`
        )
  }${buttonForm(
    view.request,
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
      : buttonForm(
          view.request,
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

type Actions = NonNullable<Output<"organizations.get">["conversion_actions"]>

const actionBadge = ({ counts, silent_since: since }: Actions[number]): Html => {
  if (since !== null) return html`${badge("fail", "Silent")} since ${day(since)}`
  return counts ? badge("ok", "Counts") : badge("plain", "Does not count")
}

/** What the ad platform counts as conversions, and whether that still arrives. */
const conversionsCard = (actions: Actions, org: string): Html | null =>
  actions.length === 0
    ? null
    : card({
        id: "conversions",
        title: "Conversion actions",
        actions: linkToFile(pagePaths.settings(org, "accounts")),
        lead: "What Google Ads counts as conversions, as the last sync read it. One is silent if clicks went on without it for longer than luck explains: check its tag.",
        padded: false,
        body: table({
          labelledBy: "conversions",
          rows: actions,
          columns: [
            { title: "Action", cell: ({ name }) => name },
            { title: "State", cell: actionBadge },
            {
              title: "Last seen",
              cell: ({ last_seen: seen }) => (seen === null ? "Not in the last 120 days" : day(seen))
            }
          ]
        })
      })

const conversionsFile = (actions: Actions, org: string): FileResponse =>
  tableFile({
    name: `${org}-conversion-actions`,
    rows: actions,
    columns: {
      name: ({ name }) => name,
      counts: ({ counts }) => counts,
      last_seen: ({ last_seen }) => last_seen,
      silent_since: ({ silent_since }) => silent_since
    }
  })

/** The ad accounts and logins of an organization. Owners connect, select, reconnect and unlink them. */
const accountsContent = (
  {
    data: {
      actions,
      overview: { accounts, consentOrigin, logins }
    },
    frame
  }: PageData<{ readonly overview: AccountsOverview; readonly actions: Actions }>,
  request: BrowserRequest
): Omit<PageContent, "title"> => {
  const owner = isOwner(frame)
  const { slug } = frame.organization!
  const view: View = {
    slug,
    owner: owner && consentOrigin !== "",
    request
  }
  const shownLogins = logins.filter(({ state }) => state !== "disconnected")
  return {
    body: html`${consentOrigin === "" ? notSetUp : null}
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
${conversionsCard(actions, slug)}
${owner ? null : onlyOwners}`,
    formAction: consentOrigin === "" ? [] : [consentOrigin]
  }
}

/** More than this are found by searching. */
const shownAtMost = 50

const choiceItem = (choice: AccountChoice, request: BrowserRequest): Html => {
  const { currency, id, isManager, isTest, linked, name, problem, through } = choice
  const button = html`<button class="tiny" aria-label="Link ${name || id}">Link</button>`
  return html`<li><div><h3>${name || "Account"} ${linked ? badge("ok", "Linked") : null} ${isManager ? badge("plain", "Manager account") : null} ${isTest ? badge("plain", "Test account") : null}</h3>
<p>${accountNumber(id)}${currency === "" ? null : ` · ${currency}`}${through === null ? null : ` · through ${through}`}</p>
${linked || problem === null ? null : html`<p>${problem.replace(id, "It")}.</p>`}</div>${
    linked || problem !== null ? null : buttonForm(request, { account: id }, button)
  }</li>`
}

const matches = ({ id, name }: AccountChoice, text: string): boolean =>
  name.toLowerCase().includes(text) || id.includes(text.replaceAll("-", ""))

const searchForm = (path: string, text: string): Html =>
  html`<form class="row" method="get" action="${path}"><input name="q" type="search" value="${text}" aria-label="Name or number of an account" /><button class="quiet">Search</button></form>`

/** The accounts that a login reaches, each with a button that links it, or the reason why it cannot be linked. */
const choiceContent = (
  { data: { choices, login }, frame }: PageData<AccountChoices>,
  request: BrowserRequest,
  { banners }: ShownPage
): PageContent => {
  const { slug } = frame.organization!
  const path = pagePaths.chooseAccount(slug, login.id)
  const accounts = pagePaths.settings(slug, "accounts")
  const text = (request.query.get("q") ?? "").trim().toLowerCase()
  const found = text === "" ? choices : choices.filter((choice) => matches(choice, text))
  const shown = found.slice(0, shownAtMost)
  return {
    title: "Choose an ad account",
    body: html`${head({
      title: "Choose an ad account",
      crumbs: [
        { label: "Settings", href: pagePaths.settings(slug) },
        { label: "Ad accounts", href: accounts },
        { label: "Choose" }
      ],
      lead: `${login.email ?? "The login"} is connected. Link the account whose campaigns you want to manage. Nothing changes in Google Ads.`
    })}
${banners}
${choices.length > shownAtMost ? searchForm(path, text) : null}
${card({
  id: "choices",
  title: "Accounts of this login",
  padded: false,
  body:
    shown.length === 0
      ? empty({
          icon: "apps",
          title: "No account found",
          text: text === "" ? "This login reaches no account." : "No account has this name or number."
        })
      : html`<ul class="list">${shown.map((choice) => choiceItem(choice, request))}</ul>`,
  ...(found.length > shown.length
    ? { foot: `${shown.length} of ${found.length} accounts. Search for the others.` }
    : {})
})}
<div class="row">${linkButton(accounts, "Back to ad accounts")}</div>`
  }
}

/** What problems of the platform are about. */
const labels = {
  consent: "The consent",
  state: "The answer",
  refresh_token: "This Google login",
  ad_account: "The account",
  login: "The login"
}

/**
 * /o/{org}/settings/accounts: the ad accounts and logins of the organization; below it, the accounts that a login
 * reaches. /connect/google/callback: where Google sends people back to.
 */
export const adAccounts = (router: PageRouter) =>
  Effect.gen(function* () {
    const administrationForm = yield* makeAdministrationForm
    const reads = yield* accountReads
    const connect = yield* connectEndpoint
    const showAccounts = settingsPage(router, {
      section: "accounts",
      name: "pages.accounts",
      read: ({ clearance, read }) =>
        Effect.all({
          overview: reads.overview(clearance),
          actions: Effect.map(read("organizations.get"), ({ conversion_actions = [] }) => conversion_actions)
        }),
      redirectsTo: reads.consentOrigin === "" ? [] : [reads.consentOrigin],
      messages: accountsMessages,
      forms: formsByAction("accounts.change", {
        // Connecting begins at the platform, whose address it answers with.
        connect: administrationForm("accounts.consent", {
          values: ({ session }) => ({ session }),
          labels,
          done: (redirect) => ({ redirect })
        }),
        select: administrationForm("accounts.select", { labels, done: "select" }),
        unlink: administrationForm("accounts.unlink", { labels, done: "unlink" }),
        disconnect: administrationForm("accounts.disconnect", {
          values: (_, sent) => ({ login: idIn(sent.get("login")) }),
          labels,
          done: "disconnect"
        })
      }),
      file: ({ data, frame }) => conversionsFile(data.actions, frame.organization!.slug),
      render: accountsContent
    })

    router.get(pagePaths.connectCallback, {
      name: "accounts.connect",
      invocation: ({ query, session }) => {
        const answer = {
          state: query.get("state") ?? "",
          code: query.get("code"),
          error: query.get("error")
        }
        return Effect.succeed({ endpoint: connect(session, answer) })
      },
      render: ({ accounts: linked, id, organization }) => ({
        redirect:
          linked.length === 0
            ? pagePaths.chooseAccount(organization, id)
            : `${pagePaths.settings(organization, "accounts")}?done=reconnect`
      }),
      renderError: (error, request) => {
        const org = organizationOfState(request.query.get("state") ?? "")
        const problems = formProblems(error, labels)
        return org === null || problems === null
          ? null
          : showAccounts({ ...request, org, path: pagePaths.settings(org, "accounts") }, { problems })
      }
    })

    const loginOf = ({ parameters: { login } }: BrowserRequest): number => idIn(login)
    organizationPage(router, {
      path: pagePaths.chooseAccount(":org", ":login"),
      name: "pages.choose-account",
      place: "settings",
      read: ({ clearance }, request) => reads.choices(clearance, loginOf(request)),
      forms: oneForm(
        "accounts.link",
        administrationForm("accounts.link", {
          values: (request) => ({ login_id: loginOf(request) }),
          labels,
          // The overview shows the first sync of the first account.
          done: ({ selected }, { org }) => ({
            redirect: `${selected ? pagePaths.organization(org) : pagePaths.settings(org, "accounts")}?done=link`
          })
        })
      ),
      render: choiceContent
    })
  })
