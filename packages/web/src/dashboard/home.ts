import {
  headlineOf,
  membershipEndpoints,
  type PageData,
  Pages,
  Portfolio,
  type PortfolioRow,
  slugFor
} from "@adwarden/core"
import { pagePaths } from "@adwarden/core/contract"
import { Effect } from "effect"
import { form, formProblems, type Problem } from "../kit/forms.ts"
import { type Html, html, linkPages } from "../kit/html.ts"
import { lookUp } from "../kit/local-path.ts"
import { type BrowserRequest, formPage, type Page } from "../kit/page.ts"
import type { PageRouter } from "../kit/page-router.ts"
import {
  banner,
  card,
  count,
  empty,
  head,
  icon,
  linkButton,
  meter,
  money,
  problemBanner,
  select,
  table,
  textField
} from "../parts/index.ts"
import { markOf, usualLine } from "./organization/attention.ts"

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

const attentionCell = ({ attention, currency, second_factor_missing, slug }: PortfolioRow): Html => {
  if (second_factor_missing)
    return html`<a href="${pagePaths.account("factor")}">Set up a second factor</a><span class="small">required to open it</span>`
  const headline = headlineOf(attention.items, { slug, currency, adPlatform: attention.adPlatform })
  if (headline === null)
    return html`<span class="soft">Nothing</span><span class="small">${usualLine(attention) ?? ""}</span>`
  const { kind, line, others, path, title } = headline
  const { icon: name, tone } = markOf(kind)
  return html`<div class="line"><span class="${tone}">${icon(name)}</span><div><a href="${path}">${title}</a><span class="small">${linkPages(line, slug)}</span>${
    others === 0
      ? null
      : html`<span class="small"><a href="${pagePaths.organization(slug)}">${count(others, "other thing")}</a></span>`
  }</div></div>`
}

const homePage = (
  { data, frame }: PageData<ReadonlyArray<PortfolioRow>>,
  done: string | null,
  canCreate: boolean
): Page => {
  const needed = data.filter(({ attention }) => attention.items.length > 0).length
  return {
    title: "Your organizations",
    dashboard: { frame, place: { of: "person", page: "home" } },
    body: html`${head({ title: "Your organizations", lead: `Signed in as ${frame.person.email}.`, ...(canCreate ? { actions: linkButton(pagePaths.newOrganization, "New organization") } : {}) })}
${doneBanner(done, doneMessages)}
${card({
  id: "organizations",
  title: "Organizations",
  ...(needed === 0 ? {} : { note: `${needed} of ${data.length} need you, the worst first` }),
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
            { title: "Needs attention", cell: attentionCell },
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

const currencies = Intl.supportedValuesOf("currency")
const currencyName = new Intl.DisplayNames("en", { type: "currency" })

interface View {
  readonly canCreate: boolean
  readonly problems?: ReadonlyArray<Problem>
  readonly sent?: URLSearchParams
}

const newOrganizationPage = (
  { frame }: PageData<null>,
  request: BrowserRequest,
  { canCreate, problems = [], sent }: View
): Page => ({
  title: "New organization",
  dashboard: { frame, place: { of: "person", page: null } },
  body: html`${head({ title: "New organization", lead: "It has its own campaigns, members, keys and limits. You become its owner." })}
${problemBanner(problems, ["name", "slug", "currency"])}
${
  canCreate
    ? card({
        id: "new",
        title: "Organization",
        kind: "narrow",
        body: form(
          request,
          pagePaths.newOrganization,
          html`<div class="stack">${textField({ name: "name", label: "Name", autocomplete: "organization", value: sent?.get("name") ?? "", problems })}
${textField({ name: "slug", label: "Short name", required: false, hint: "Part of its addresses, such as northwind. Leave it empty to make it from the name.", value: sent?.get("slug") ?? "", problems })}
${select({ name: "currency", label: "Currency", hint: "Of all amounts and of its ad accounts. It cannot be changed later.", value: sent?.get("currency") ?? "USD", choices: currencies.map((code) => ({ value: code, label: `${code} – ${currencyName.of(code)}` })), problems })}
<div class="row"><button>Create organization</button>${linkButton(pagePaths.home, "Cancel")}</div></div>`
        )
      })
    : banner("plain", "On this service its operators create organizations. Ask them for one.")
}`
})

/** /new-organization: creates an organization, where the service's settings allow it. */
export const newOrganization = (router: PageRouter) =>
  Effect.gen(function* () {
    const pages = yield* Pages
    const { canCreate, create } = yield* membershipEndpoints
    const page = pages.ofPerson("pages.new_organization", () => Effect.succeed(null))
    router.get(pagePaths.newOrganization, {
      name: "pages.new_organization",
      invocation: () => Effect.succeed({ endpoint: page }),
      render: (data, request) => newOrganizationPage(data, request, { canCreate })
    })
    router.post(pagePaths.newOrganization, {
      name: "organizations.create",
      invocation: (_, sent) => {
        const name = sent.get("name") ?? ""
        const slug = (sent.get("slug") ?? "").trim() || slugFor(name)
        return Effect.succeed({ endpoint: create({ name, slug, currency: sent.get("currency") ?? "" }) })
      },
      render: ({ slug }) => ({ redirect: pagePaths.settings(slug, "accounts") }),
      showAgain: (error, request, sent) => {
        const problems = formProblems(error, {
          name: "The organization",
          slug: "The short name",
          currency: "The currency"
        })
        return problems === null
          ? null
          : formPage(page, (data) => newOrganizationPage(data, request, { canCreate, problems, sent }))
      }
    })
  })
