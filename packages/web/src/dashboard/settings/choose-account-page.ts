import type { AccountChoice, AccountChoices, PageData } from "@adwarden/core"
import { pagePaths } from "@adwarden/core/contract"
import type { BrowserRequest, Page } from "../../kit/browser-request.ts"
import { form, type Problem } from "../../kit/forms.ts"
import { type Html, html } from "../../kit/html.ts"
import { badge, card, empty, head, hidden, linkButton, problemBanner } from "../../parts/index.ts"
import { accountNumber } from "./accounts-page.ts"

/** More than this are found by searching. */
const shownAtMost = 50

const choiceItem = (choice: AccountChoice, path: string, request: BrowserRequest): Html => {
  const { currency, id, isManager, isTest, linked, name, problem, through } = choice
  const button = html`<button class="tiny" aria-label="Link ${name || id}">Link</button>`
  return html`<li><div><h3>${name || "Account"} ${linked ? badge("ok", "Linked") : null} ${isManager ? badge("plain", "Manager account") : null} ${isTest ? badge("plain", "Test account") : null}</h3>
<p>${accountNumber(id)}${currency === "" ? null : ` · ${currency}`}${through === null ? null : ` · through ${through}`}</p>
${linked || problem === null ? null : html`<p>${problem.replace(id, "It")}.</p>`}</div>${
    linked || problem !== null ? null : form(request, path, html`${hidden({ account: id })}${button}`)
  }</li>`
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
${problemBanner(problems, [], slug)}
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
      : html`<ul class="list">${shown.map((choice) => choiceItem(choice, path, request))}</ul>`,
  ...(found.length > shown.length
    ? { foot: `${shown.length} of ${found.length} accounts. Search for the others.` }
    : {})
})}
<div class="row">${linkButton(accounts, "Back to ad accounts")}</div>`
  }
}
