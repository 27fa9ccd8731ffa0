import { membershipEndpoints, type PageData, Pages, Portfolio, type PortfolioRow } from "@adwarden/core"
import { pagePaths } from "@adwarden/core/contract"
import { Effect } from "effect"
import type { Page } from "../kit/browser-request.ts"
import { type Html, html } from "../kit/html.ts"
import type { PageRouter } from "../kit/page-router.ts"
import { lookUp } from "../kit/untrusted-values.ts"
import { badge, banner, card, empty, head, linkButton, meter, money, table, waiting } from "../parts/index.ts"

/** Confirmations of a previous action, shown once by the next page. */
const doneMessages: Readonly<Record<string, string>> = {
  password: "Your password was changed. All other sessions have ended.",
  "password-and-apps":
    "Your password was changed. All other sessions have ended, and your connected apps were disconnected.",
  "organization-deleted": "The organization was deleted. Nobody has access to it any more.",
  joined: "You have joined the organization."
}

export const doneBanner = (done: string | null, messages: Readonly<Record<string, string>>): Html | null => {
  const message = lookUp(messages, done)
  return message === undefined ? null : banner("good", message)
}

const commitment = ({ committed_monthly, currency, max_spend, second_factor_missing }: PortfolioRow): Html =>
  second_factor_missing
    ? html`<span class="soft">–</span>`
    : max_spend === null
      ? html`${money(committed_monthly, currency)}<span class="small">no monthly cap</span>`
      : html`${money(committed_monthly, currency)}<span class="small">of ${money(max_spend, currency)}</span>${meter(
          {
            share: max_spend === 0 ? 1 : committed_monthly / max_spend,
            mark: null,
            label: `Budgets commit ${Math.round((committed_monthly / Math.max(1, max_spend)) * 100)} percent of the cap`
          }
        )}`

const attention = (row: PortfolioRow, pending: number): Html => {
  if (row.second_factor_missing)
    return html`<a href="${pagePaths.account("factor")}">Set up a second factor</a><span class="small">required to open it</span>`
  return html`${pending === 0 ? null : html`<a href="${pagePaths.organization(row.slug, "optimizations")}">${waiting(pending)} to approve</a> `}${
    row.brokenAccounts === 0 ? null : badge("fail", "Login broken")
  }${pending === 0 && row.brokenAccounts === 0 ? html`<span class="soft">Nothing</span>` : null}`
}

const homePage = (
  { data, frame }: PageData<ReadonlyArray<PortfolioRow>>,
  done: string | null,
  canCreate: boolean
): Page => {
  const pendingOf = new Map(frame.organizations.map(({ pending, slug }) => [slug, pending]))
  return {
    title: "Your organizations",
    dashboard: { frame, place: { of: "person", page: "home" } },
    body: html`${head({ title: "Your organizations", lead: `Signed in as ${frame.person.email}.`, ...(canCreate ? { actions: linkButton(pagePaths.newOrganization, "New organization") } : {}) })}
${doneBanner(done, doneMessages)}
${card({
  id: "organizations",
  title: "Organizations",
  padded: false,
  body:
    data.length === 0
      ? empty({
          icon: "people",
          title: "You are not a member of any organization yet",
          text: "Ask an owner for an invitation. It comes by email."
        })
      : table({
          labelledBy: "organizations",
          rows: data,
          columns: [
            {
              title: "Organization",
              cell: (row) =>
                html`<a href="${pagePaths.organization(row.slug)}">${row.name}</a><span class="small">${row.role ?? "ad operations"}</span>`
            },
            { title: "Needs attention", cell: (row) => attention(row, pendingOf.get(row.slug) ?? 0) },
            { title: "Budgets commit a month", figure: true, rank: 2, cell: commitment },
            {
              title: "Approvals",
              rank: 3,
              cell: ({ approvals_for, approvals_required }) =>
                approvals_required ? approvals_for.replaceAll("_", " ") : "off"
            }
          ]
        })
})}`
  }
}

/** /: the organizations of the person. A single one opens directly. */
export const home = (router: PageRouter) =>
  Effect.gen(function* () {
    const pages = yield* Pages
    const portfolio = yield* Portfolio
    const { canCreate } = yield* membershipEndpoints
    router.get(pagePaths.home, {
      name: "pages.home",
      invocation: () => Effect.succeed({ endpoint: pages.ofPerson("pages.home", portfolio.of) }),
      render: (page, { query }) => {
        const [only, ...others] = page.data
        return only !== undefined && others.length === 0 && !query.has("done")
          ? { redirect: pagePaths.organization(only.slug) }
          : homePage(page, query.get("done"), canCreate)
      }
    })
  })
