import {
  canCreateOrganizations,
  headlineOf,
  type PageData,
  Portfolio,
  type PortfolioRow,
  slugFor
} from "@adwarden/core"
import { pagePaths } from "@adwarden/core/contract"
import { Effect } from "effect"
import { makeAdministrationForm } from "../kit/administration-form.ts"
import { type PageContent, personPage, type ShownPage } from "../kit/dashboard-page.ts"
import { form } from "../kit/forms.ts"
import { type Html, html, linkPages } from "../kit/html.ts"
import type { BrowserRequest } from "../kit/page.ts"
import { oneForm } from "../kit/page-form.ts"
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
  select,
  table,
  textField
} from "../parts/index.ts"
import { capMeter, capWarning } from "./cap.ts"
import { markOf, usualLine } from "./organization/attention.ts"

/** Confirmations of a previous action, shown once by the next page. */
const messages = {
  password: "Your password was changed. All other sessions have ended.",
  "password-and-apps":
    "Your password was changed. All other sessions have ended, and your connected apps were disconnected.",
  "organization-deleted": "The organization was deleted. Nobody has access to it any more.",
  joined: "You have joined the organization."
}

const commitment = ({ committed_monthly, currency, max_spend, second_factor_missing }: PortfolioRow): Html =>
  second_factor_missing
    ? html`<span class="soft">–</span>`
    : max_spend === null
      ? html`${money(committed_monthly, currency)}<span class="small">no monthly cap</span>`
      : html`${money(committed_monthly, currency)}<span class="small">of ${money(max_spend, currency)}</span>${meter(capMeter(committed_monthly, max_spend))}<span class="small">${capWarning(committed_monthly, max_spend, currency)}</span>`

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

const homeContent = (
  { data, frame }: PageData<ReadonlyArray<PortfolioRow>>,
  { banners }: ShownPage,
  canCreate: boolean
): PageContent => {
  const needed = data.filter(({ attention }) => attention.items.length > 0).length
  return {
    title: "Your organizations",
    body: html`${head({ title: "Your organizations", lead: `Signed in as ${frame.person.email}.`, ...(canCreate ? { actions: linkButton(pagePaths.newOrganization, "New organization") } : {}) })}
${banners}
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
    const portfolio = yield* Portfolio
    const canCreate = yield* canCreateOrganizations
    personPage(router, {
      path: pagePaths.home,
      name: "pages.home",
      place: "home",
      read: portfolio.of,
      messages,
      render: (page, { query }, shown) => {
        const [only, ...others] = page.data
        return only !== undefined && others.length === 0 && !query.has("done")
          ? { redirect: pagePaths.organization(only.slug) }
          : homeContent(page, shown, canCreate)
      }
    })
  })

const currencies = Intl.supportedValuesOf("currency")
const currencyName = new Intl.DisplayNames("en", { type: "currency" })

const newOrganizationContent = (
  request: BrowserRequest,
  { banners, problems, sent }: ShownPage,
  canCreate: boolean
): PageContent => ({
  title: "New organization",
  body: html`${head({ title: "New organization", lead: "It has its own campaigns, members, keys and limits. You become its owner." })}
${banners}
${
  canCreate
    ? card({
        id: "new",
        title: "Organization",
        kind: "narrow",
        body: form(
          request,
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
    const canCreate = yield* canCreateOrganizations
    const administrationForm = yield* makeAdministrationForm
    personPage(router, {
      path: pagePaths.newOrganization,
      name: "pages.new_organization",
      place: null,
      read: () => Effect.succeed(null),
      fields: ["name", "slug", "currency"],
      forms: oneForm(
        "organizations.create",
        administrationForm("organizations.create_own", {
          values: (_, sent) => ({ slug: (sent.get("slug") ?? "").trim() || slugFor(sent.get("name") ?? "") }),
          labels: { name: "The organization" },
          done: ({ slug }) => ({ redirect: pagePaths.settings(slug, "accounts") })
        })
      ),
      render: (_, request, shown) => newOrganizationContent(request, shown, canCreate)
    })
  })
