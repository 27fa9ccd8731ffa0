import {
  canCreateOrganizations,
  type Frame,
  headlineOf,
  isUrgent,
  type PageData,
  Portfolio,
  type PortfolioRow,
  slugFor
} from "@adwarden/core"
import { amountOf, pagePaths } from "@adwarden/core/contract"
import { Effect } from "effect"
import { sparkline } from "../charts/index.ts"
import { makeAdministrationForm } from "../kit/administration-form.ts"
import { type PageContent, personPage, type ShownPage } from "../kit/dashboard-page.ts"
import { form } from "../kit/forms.ts"
import { type Content, type Html, html, linkPages } from "../kit/html.ts"
import type { BrowserRequest, FileResponse } from "../kit/page.ts"
import { oneForm } from "../kit/page-form.ts"
import type { PageRouter } from "../kit/page-router.ts"
import { closestRange, daysOf, rangeLengths, rangeOf } from "../kit/range.ts"
import { exportLink, tableFile } from "../kit/table-file.ts"
import {
  card,
  copyable,
  count,
  empty,
  type Figure,
  figures,
  head,
  hidden,
  icon,
  linkButton,
  meter,
  money,
  percentChange,
  segments,
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

const attentionCell = ({ attention, currency, figures, second_factor_missing, slug }: PortfolioRow): Html => {
  if (second_factor_missing)
    return html`<a href="${pagePaths.account("factor")}">Set up a second factor</a><span class="small">required to open it</span>`
  const headline = headlineOf(attention.items, { slug, currency, adPlatform: attention.adPlatform })
  if (headline === null && figures === null)
    return html`<div class="line"><span class="soft">${icon("clock")}</span><div>Setting up<span class="small">No figures are read yet</span></div></div>`
  if (headline === null)
    return html`<div class="line"><span class="good">${icon("check")}</span><div>Fine<span class="small">${usualLine(attention) ?? "Nothing needs you"}</span></div></div>`
  const { kind, line, others, path, title } = headline
  const { icon: name, tone } = markOf(kind)
  return html`<div class="line"><span class="${tone}">${icon(name)}</span><div><a href="${path}">${title}</a><span class="small">${linkPages(line, slug)}</span>${
    others === 0
      ? null
      : html`<span class="small"><a href="${pagePaths.organization(slug)}">${count(others, "other thing")}</a></span>`
  }</div></div>`
}

type Figures = NonNullable<PortfolioRow["figures"]>

const costOf = ({ cost_micros }: Figures["now"]): number => amountOf(cost_micros)
const cpaOf = (sums: Figures["now"]): number | null =>
  sums.conversions > 0 ? costOf(sums) / sums.conversions : null

/** A figure with its change from the days before, if both are known. */
const compared = (
  { figures }: PortfolioRow,
  of: (sums: Figures["now"]) => number | null,
  format: (value: number) => string
): Content => {
  if (figures === null) return html`<span class="soft">not read yet</span>`
  const [now, before] = [of(figures.now), figures.before === null ? null : of(figures.before)]
  if (now === null) return "–"
  return html`${format(now)}${before === null || before === 0 ? null : html`<span class="small">${percentChange(before, now)}</span>`}`
}

const oneDecimal = (value: number): string => value.toLocaleString("en-US", { maximumFractionDigits: 1 })

/** What the address chooses: the days, which organizations, and a part of their names. */
const choiceOf = (request: BrowserRequest) => ({
  // Each organization has its own latest day, so days of the person's own are shown as their number.
  range: closestRange(daysOf(rangeOf(request))),
  named: request.query.has("days"),
  show: request.query.get("show") === "needed" ? ("needed" as const) : ("all" as const),
  search: request.query.get("q")?.trim() ?? ""
})
type Choice = ReturnType<typeof choiceOf>

const addressOf = ({ named, range, search, show }: Choice): string =>
  `${pagePaths.home}?${new URLSearchParams({
    ...(named ? { days: String(daysOf(range)) } : {}),
    ...(show === "all" ? {} : { show }),
    ...(search === "" ? {} : { q: search })
  })}`

const needs = ({ attention, second_factor_missing }: PortfolioRow): boolean =>
  attention.items.length > 0 || second_factor_missing

const chosen = (rows: ReadonlyArray<PortfolioRow>, { search, show }: Choice): ReadonlyArray<PortfolioRow> => {
  const words = search.toLowerCase()
  return rows.filter(
    (row) =>
      (show === "all" || needs(row)) && (row.name.toLowerCase().includes(words) || row.slug.includes(words))
  )
}

/** How urgent an organization is, the worst first. */
const groups = ["Act today", "Watch", "Setting up", "Fine"] as const

const groupOf = (row: PortfolioRow): (typeof groups)[number] => {
  if (row.second_factor_missing || row.attention.items.some(isUrgent)) return "Act today"
  if (row.attention.items.length > 0) return "Watch"
  return row.figures === null ? "Setting up" : "Fine"
}

const countOf = (rows: ReadonlyArray<PortfolioRow>, kinds: ReadonlyArray<string>) =>
  rows.map(({ attention }) => attention.items.filter(({ kind }) => kinds.includes(kind)).length)

/** What waits in all of them together, and the cost in each currency. */
const summaryOf = (rows: ReadonlyArray<PortfolioRow>): Html => {
  const waits = (label: string, kinds: ReadonlyArray<string>, note: Content): Figure => {
    const counts = countOf(rows, kinds)
    const organizations = counts.filter((one) => one > 0).length
    return {
      label,
      value: counts.reduce((sum, one) => sum + one, 0),
      note: organizations === 0 ? "none" : html`in ${count(organizations, "organization")}${note}`
    }
  }
  const costs = [...Map.groupBy(rows, ({ currency }) => currency)].flatMap(
    ([currency, some]): ReadonlyArray<Figure> => {
      const known = some.flatMap(({ figures }) => figures ?? [])
      const comparable = known.every(({ before }) => before !== null)
      const now = known.reduce((sum, one) => sum + costOf(one.now), 0)
      const before = known.reduce((sum, one) => sum + (one.before === null ? 0 : costOf(one.before)), 0)
      return known.length === 0
        ? []
        : [
            {
              label: `Cost, ${count(known.length, "organization")} in ${currency}`,
              value: money(now, currency),
              note:
                comparable && before > 0
                  ? `${percentChange(before, now)} from ${money(before, currency)}`
                  : ""
            }
          ]
    }
  )
  return figures([
    waits("Approvals waiting", ["approval"], html` · <a href="${pagePaths.approvals}">Review all</a>`),
    waits("Logins broken", ["broken_login"], ""),
    waits("Caps at risk", ["cap_passed", "cap_near", "pace_passed"], ""),
    ...costs.slice(0, 3)
  ])
}

const homeContent = (
  { data, frame }: PageData<ReadonlyArray<PortfolioRow>>,
  { banners }: ShownPage,
  canCreate: boolean,
  request: BrowserRequest
): PageContent => {
  const choice = choiceOf(request)
  const needed = data.filter(needs).length
  const shown = chosen(data, choice)
  const title =
    data.length === 0
      ? "Your organizations"
      : needed === 0
        ? `None of your ${count(data.length, "organization")} needs you`
        : `${needed} of ${count(data.length, "organization")} ${needed === 1 ? "needs" : "need"} you`
  const many = data.length > 1
  const days = daysOf(choice.range)
  return {
    title: "Your organizations",
    range: choice.range,
    body: html`${head({
      title,
      lead: html`Signed in as ${frame.person.email}${many ? html` · each organization's last ${days} days with figures, against the ${days} before` : ""}.`,
      actions: html`${
        many
          ? segments(
              "Days",
              rangeLengths.map((each) => ({
                label: `${each} days`,
                href: addressOf({ ...choice, named: true, range: closestRange(each) }),
                current: each === days
              }))
            )
          : null
      }${many ? exportLink(request) : null}${canCreate ? linkButton(pagePaths.newOrganization, "New organization") : null}`
    })}
${banners}
${many ? summaryOf(data) : null}
${card({
  id: "organizations",
  title: "Organizations",
  note: "worst first",
  padded: false,
  ...(many
    ? {
        actions: html`${segments("Which", [
          {
            label: `All ${data.length}`,
            href: addressOf({ ...choice, show: "all" }),
            current: choice.show === "all"
          },
          {
            label: `Need you ${needed}`,
            href: addressOf({ ...choice, show: "needed" }),
            current: choice.show === "needed"
          }
        ])}<form method="get" action="${pagePaths.home}" role="search" class="row">${hidden({ ...(choice.named ? { days: String(days) } : {}), ...(choice.show === "all" ? {} : { show: choice.show }) })}<input type="search" name="q" value="${choice.search}" aria-label="Search organizations" placeholder="Search" /></form>`
      }
    : {}),
  body:
    data.length === 0
      ? empty({
          icon: "people",
          title: "You are not a member of any organization yet",
          text: "Ask an owner for an invitation. It comes by email."
        })
      : shown.length === 0
        ? empty({
            icon: "people",
            title: "No organization matches",
            text: html`<a href="${addressOf({ ...choice, search: "", show: "all" })}">Show all ${data.length}</a>`
          })
        : table({
            labelledBy: "organizations",
            rows: shown.toSorted((a, b) => groups.indexOf(groupOf(a)) - groups.indexOf(groupOf(b))),
            group: many
              ? (row) => `${groupOf(row)} · ${shown.filter((one) => groupOf(one) === groupOf(row)).length}`
              : undefined,
            columns: [
              {
                title: "Organization",
                cell: (row) =>
                  html`<a href="${pagePaths.organization(row.slug)}">${row.name}</a><span class="small">${row.role ?? "ad operations"}</span><div class="phone">${attentionCell(row)}</div>`
              },
              { title: "What needs attention", rank: 2, cell: attentionCell },
              {
                title: "Cost",
                figure: true,
                cell: (row) => compared(row, costOf, (value) => money(value, row.currency))
              },
              {
                title: "Conversions",
                figure: true,
                rank: 2,
                cell: (row) => compared(row, ({ conversions }) => conversions, oneDecimal)
              },
              {
                title: "CPA",
                figure: true,
                rank: 2,
                cell: (row) => compared(row, cpaOf, (value) => money(value, row.currency))
              },
              { title: "Budgets commit a month", figure: true, rank: 3, cell: commitment },
              {
                title: "Conversions, 28 days",
                rank: 3,
                cell: ({ figures }) => (figures === null ? "" : sparkline(figures.trend))
              }
            ]
          })
})}`
  }
}

/** The rows of the page, each in its own currency. */
const organizationsFile = (
  { data }: PageData<ReadonlyArray<PortfolioRow>>,
  request: BrowserRequest
): FileResponse => {
  const choice = choiceOf(request)
  const days = daysOf(choice.range)
  const of =
    (when: "now" | "before", figure: (sums: Figures["now"]) => number | null) =>
    ({ figures }: PortfolioRow) => {
      const sums = figures?.[when] ?? null
      return sums && figure(sums)
    }
  return tableFile({
    name: `organizations-${days}-days`,
    rows: chosen(data, choice),
    columns: {
      organization: ({ slug }) => slug,
      name: ({ name }) => name,
      role: ({ role }) => role ?? "ad operations",
      needs: ({ attention }) => attention.items.length,
      days: () => days,
      cost: of("now", costOf),
      cost_before: of("before", costOf),
      conversions: of("now", ({ conversions }) => conversions),
      conversions_before: of("before", ({ conversions }) => conversions),
      cpa: of("now", cpaOf),
      commits_monthly: ({ committed_monthly }) => committed_monthly,
      cap: ({ max_spend }) => max_spend,
      currency: ({ currency }) => currency
    }
  })
}

/** /: the organizations of the person, also as a file. A single one opens directly. */
export const home = (router: PageRouter) =>
  Effect.gen(function* () {
    const portfolio = yield* Portfolio
    const canCreate = yield* canCreateOrganizations
    personPage(router, {
      path: pagePaths.home,
      name: "pages.home",
      place: "home",
      read: (clearance, request) => portfolio.of(clearance, daysOf(choiceOf(request).range)),
      messages,
      file: organizationsFile,
      render: (page, request, shown) => {
        const [only, ...others] = page.data
        const done = request.query.get("done")
        return only !== undefined && others.length === 0 && (done === null || done === "joined")
          ? { redirect: `${pagePaths.organization(only.slug)}${done === null ? "" : `?done=${done}`}` }
          : homeContent(page, shown, canCreate, request)
      }
    })
  })

const currencies = Intl.supportedValuesOf("currency")
const currencyName = new Intl.DisplayNames("en", { type: "currency" })

const newOrganizationContent = (
  request: BrowserRequest,
  { banners, problems, sent }: ShownPage,
  { canCreate, person }: { readonly canCreate: boolean; readonly person: Frame["person"] }
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
    : card({
        id: "new",
        title: "The operators of this service create organizations",
        kind: "narrow",
        body: html`<p>Send them its name, the currency of its ad accounts, and these two commands. They run them where the service runs, and you get an invitation by email.</p>
${copyable('adwarden organizations create SHORT-NAME --name "NAME" --currency CODE', "the first command")}
${copyable(`adwarden users invite ${person.email} --org SHORT-NAME --role owner`, "the second command")}
<div class="row">${linkButton(pagePaths.home, "Go to your organizations")}</div>`
      })
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
          done: ({ slug }) => ({ redirect: pagePaths.organization(slug) })
        })
      ),
      render: ({ frame: { person } }, request, shown) =>
        newOrganizationContent(request, shown, { canCreate, person })
    })
  })
