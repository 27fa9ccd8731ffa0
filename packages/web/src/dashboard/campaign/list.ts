import {
  type CampaignFiguresPage,
  type CampaignSort,
  campaignSorts,
  Figures,
  type SortDirection
} from "@adwarden/core"
import { pagePaths } from "@adwarden/core/contract"
import { Effect } from "effect"
import { organizationPage } from "../../kit/dashboard-page.ts"
import { html } from "../../kit/html.ts"
import { csv } from "../../kit/http.ts"
import type { BrowserRequest } from "../../kit/page.ts"
import type { PageRouter } from "../../kit/page-router.ts"
import { card, count, empty, head, linkButton, pager, segments } from "../../parts/index.ts"
import { mayCall } from "../change/previewed-change.ts"
import { comparedText, firstPageWith, rangeBanner, rangeOf, rangePicker } from "../period.ts"
import { campaignTable, recentDays } from "./campaign-table.ts"

/** The states of the filter, in its order. */
const states = ["live", "paused", "draft", "error"] as const

/** The part of the table that the address asks for. */
const tableOf = ({ query }: BrowserRequest) => {
  const state = states.find((each) => each === query.get("state")) ?? null
  const [by, way] = (query.get("sort") ?? "").split(".")
  const sort: CampaignSort = campaignSorts.find((each) => each === by) ?? "cost"
  const direction: SortDirection = way === "asc" ? "asc" : "desc"
  const page = Math.max(1, Math.trunc(Number(query.get("page") ?? 1)) || 1)
  return { state, sort, direction, page: Math.min(page, 10_000) }
}

/** Names are sorted from A to Z first, figures from the highest. */
const firstDirection = (sort: CampaignSort): SortDirection =>
  sort === "name" || sort === "state" ? "asc" : "desc"

/** The link that sorts by a column; a second time it reverses the order. */
const sortLink = (request: BrowserRequest, by: CampaignSort) => {
  const { direction, sort } = tableOf(request)
  const now = by === sort ? direction : null
  const next = now === null ? firstDirection(by) : now === "asc" ? "desc" : "asc"
  return {
    href: firstPageWith(request, { sort: `${by}.${next}` }),
    now: now === null ? null : now === "asc" ? ("ascending" as const) : ("descending" as const)
  }
}

const rowsOfPage = 50

/** /o/{org}/campaigns. */
export const campaignList = (router: PageRouter) =>
  Effect.gen(function* () {
    const figures = yield* Figures

    organizationPage(router, {
      path: pagePaths.organization(":org", "campaigns"),
      name: "pages.campaigns",
      place: "campaigns",
      read: ({ clearance }, request) => {
        const { direction, page, sort, state } = tableOf(request)
        return figures.campaigns(clearance, {
          days: rangeOf(request).days,
          state,
          order: { sort, direction },
          limit: rowsOfPage,
          offset: (page - 1) * rowsOfPage,
          recentDays
        })
      },
      render: ({ data: list, frame, organization: { adPlatform, currency, slug: org } }, request) => {
        const { page, state } = tableOf(request)
        const range = rangeOf(request)
        const { rows: total } = list.totals
        const pageAddress = (number: number) =>
          firstPageWith(request, { page: number === 1 ? null : String(number) })
        return {
          title: "Campaigns",
          body: html`${head({
            title: "Campaigns",
            actions: html`${rangePicker(request, range, list.shown?.period ?? null)}${mayCall(frame, "campaigns.create") ? linkButton(pagePaths.newCampaign(org), "New campaign") : null}`,
            ...(list.shown === null ? {} : { lead: `${comparedText(list.shown)}.` })
          })}
${rangeBanner(range, list.shown)}
<div class="row">${segments("State", [
            { label: "All", href: firstPageWith(request, { state: null }), current: state === null },
            ...states.map((each) => ({
              label: each === "error" ? "Error" : each[0]!.toUpperCase() + each.slice(1),
              href: firstPageWith(request, { state: each }),
              current: state === each
            }))
          ])}</div>
${card({
  id: "list",
  title: count(total, "campaign"),
  actions: linkButton(
    `${pagePaths.campaignsExport(org)}${new URL(firstPageWith(request, {}), "http://page").search}`,
    "Export CSV",
    "quiet tiny"
  ),
  padded: false,
  body:
    list.rows.length === 0
      ? empty({
          icon: "campaigns",
          title:
            page > 1 ? "No more campaigns" : state === null ? "No campaigns yet" : `No campaign is ${state}`,
          text:
            page > 1
              ? html`<a href="${pageAddress(1)}">Show the first page</a>`
              : "Connect an ad account, or ask a connected app to draft a campaign."
        })
      : html`${campaignTable("list", list, {
          org,
          currency,
          adPlatform,
          showTotals: true,
          sort: (by) => sortLink(request, by)
        })}${
          total <= rowsOfPage
            ? null
            : pager({
                first: (page - 1) * rowsOfPage + 1,
                shown: list.rows.length,
                total,
                newer: page === 1 ? null : pageAddress(page - 1),
                older: page * rowsOfPage >= total ? null : pageAddress(page + 1)
              })
        }`
})}`
        }
      }
    })
  })

const mostRows = 10_000

const columns = [
  "campaign",
  "name",
  "type",
  "state",
  "daily_budget",
  "cost",
  "cost_change",
  "conversions",
  "cpa",
  "ctr"
]

/** The table with all its rows, in the currency of the organization. */
const tableAsCsv = ({ rows, shown }: CampaignFiguresPage, currency: string): string =>
  csv(
    [...columns, "currency", "from", "to", "platform_state", "platform_budget"],
    rows.map((row) => [
      row.slug,
      row.name,
      row.type,
      row.state,
      row.budget,
      row.cost,
      row.change?.replace("%", "") ?? null,
      row.conversions,
      row.cpa,
      row.ctr,
      currency,
      shown?.period.from ?? null,
      shown?.period.to ?? null,
      row.platform_state,
      row.platform_budget
    ])
  )

/** /o/{org}/campaigns.csv: every row of the table that the address describes. */
export const campaignsExport = (router: PageRouter) =>
  Effect.gen(function* () {
    const figures = yield* Figures
    organizationPage(router, {
      path: pagePaths.campaignsExport(":org"),
      name: "pages.campaigns_export",
      place: "campaigns",
      read: ({ clearance }, request) => {
        const { direction, sort, state } = tableOf(request)
        return figures.campaigns(clearance, {
          days: rangeOf(request).days,
          state,
          order: { sort, direction },
          limit: mostRows,
          offset: 0,
          recentDays: 0
        })
      },
      render: ({ data, organization: { currency, slug } }) => {
        const days = data.shown === null ? "" : `-${data.shown.period.from}-to-${data.shown.period.to}`
        return {
          file: {
            name: `${slug}-campaigns${days}.csv`,
            type: "text/csv; charset=utf-8",
            text: tableAsCsv(data, currency)
          }
        }
      }
    })
  })
