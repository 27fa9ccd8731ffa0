import type { AccountChoice, AccountChoices, PageData } from "@adwarden/core"
import { pagePaths } from "@adwarden/core/contract"
import type { BrowserRequest, Page } from "../../kit/browser-request.ts"
import { form, type Problem } from "../../kit/forms.ts"
import { type Html, html } from "../../kit/html.ts"
import { badge, card, empty, head, hidden, linkButton, problemBanner, table } from "../../parts/index.ts"
import { accountNumber } from "./accounts-page.ts"

/** More than this are found by searching. */
const shownAtMost = 50

const accountCell = ({ currency, id, isTest, name, through }: AccountChoice): Html =>
  html`${name || "Account"} ${isTest ? badge("plain", "Test account") : null}<span class="small">${accountNumber(id)}${currency === "" ? null : ` · ${currency}`}${through === null ? null : ` · through ${through}`}</span>`

const linkCell = (
  { id, linked, name, problem }: AccountChoice,
  path: string,
  request: BrowserRequest
): Html => {
  if (linked) return badge("ok", "Linked")
  if (problem !== null) return html`<span class="small">${problem.replace(id, "It")}.</span>`
  return form(
    request,
    path,
    html`${hidden({ account: id })}<button class="tiny">Link<span class="sr"> ${name || id}</span></button>`
  )
}

const matches = ({ id, name }: AccountChoice, text: string): boolean =>
  name.toLowerCase().includes(text) || id.includes(text.replaceAll("-", ""))

const searchForm = (path: string, text: string): Html =>
  html`<form class="row" method="get" action="${path}"><input name="q" type="search" value="${text}" aria-label="Name or number of an account" /><button class="quiet">Search</button></form>`

/** The accounts that a login reaches, each with a button that links it, or the reason why it cannot be linked. */
export const chooseAccountPage = (
  { data: { choices, login }, frame }: PageData<AccountChoices>,
  request: BrowserRequest,
  problems: ReadonlyArray<Problem> = []
): Page => {
  const { slug } = frame.organization!
  const path = pagePaths.chooseAccount(slug, login.id)
  const accounts = pagePaths.settings(slug, "accounts")
  const text = (request.query.get("q") ?? "").trim().toLowerCase()
  const found = text === "" ? choices : choices.filter((choice) => matches(choice, text))
  const shown = found.slice(0, shownAtMost)
  return {
    title: "Choose an ad account",
    dashboard: { frame, place: { of: "organization", page: "settings" } },
    body: html`${head({
      title: "Choose an ad account",
      crumbs: [
        { label: "Settings", href: pagePaths.settings(slug) },
        { label: "Ad accounts", href: accounts },
        { label: "Choose" }
      ],
      lead: `${login.email ?? "The login"} is connected. Link the account whose campaigns you want to manage. Nothing changes in Google Ads.`
    })}
${problemBanner(problems, [])}
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
      : table({
          labelledBy: "choices",
          rows: shown,
          columns: [
            { title: "Account", cell: accountCell },
            { title: "Link", cell: (choice) => linkCell(choice, path, request) }
          ]
        }),
  ...(found.length > shown.length
    ? { foot: `${shown.length} of ${found.length} accounts. Search for the others.` }
    : {})
})}
<div class="row">${linkButton(accounts, "Back to ad accounts")}</div>`
  }
}
