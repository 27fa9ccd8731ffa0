import {
  type CampaignFiguresPage,
  type CampaignSort,
  type CurrentOrganization,
  campaignSorts,
  Figures,
  type SortDirection,
  seenBudget,
  seenState
} from "@adwarden/core"
import { channelNames, channels, pagePaths } from "@adwarden/core/contract"
import { Effect } from "effect"
import {
  type OrganizationData,
  organizationFile,
  organizationPage,
  together
} from "../../kit/dashboard-page.ts"
import { type Html, html } from "../../kit/html.ts"
import type { BrowserRequest, FileResponse } from "../../kit/page.ts"
import type { PageRouter } from "../../kit/page-router.ts"
import { rangeOf } from "../../kit/range.ts"
import { exportLink, mostRows, tableFile } from "../../kit/table-file.ts"
import {
  banner,
  card,
  count,
  empty,
  filterMenu,
  head,
  hidden,
  icon,
  pager,
  segments
} from "../../parts/index.ts"
import { underCap } from "../cap.ts"
import { mayCall } from "../change/previewed-change.ts"
import { comparedText, firstPageWith, rangeBanner, rangePicker } from "../period.ts"
import { withoutFigures } from "../without-figures.ts"
import { stateNames } from "./campaign-page.ts"
import { campaignTable, recentDays } from "./campaign-table.ts"

/** The states of the filter, in its order. */
const states = ["live", "paused", "draft", "error"] as const

/** The part of the table that the address asks for. */
const tableOf = ({ query }: BrowserRequest) => {
  const state = states.find((each) => each === query.get("state")) ?? null
  const channel = channels.find((each) => each === query.get("channel")) ?? null
  const name = query.get("q")?.trim() || null
  const [by, way] = (query.get("sort") ?? "").split(".")
  const sort: CampaignSort = campaignSorts.find((each) => each === by) ?? "cost"
  const direction: SortDirection = way === "asc" ? "asc" : "desc"
  const page = Math.max(1, Math.trunc(Number(query.get("page") ?? 1)) || 1)
  return { state, channel, name, sort, direction, page: Math.min(page, 10_000) }
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

/** The channels that exist, with their campaigns in the state of the filter; null if there is but one. */
const channelChoice = (request: BrowserRequest, counts: CampaignFiguresPage["channels"]): Html | null => {
  const { channel } = tableOf(request)
  const present = channels.filter((each) => counts[each] !== undefined)
  const choice = (label: string, number: number, value: typeof channel) => ({
    label: `${label} ${number.toLocaleString("en-US")}`,
    href: firstPageWith(request, { channel: value }),
    current: channel === value
  })
  const all = present.reduce((sum, each) => sum + counts[each]!, 0)
  return present.length < 2 && channel === null
    ? null
    : segments("Channel", [
        choice("All", all, null),
        ...present.map((each) => choice(channelNames[each], counts[each]!, each))
      ])
}

const stateChoice = (request: BrowserRequest, counts: CampaignFiguresPage["states"]): Html => {
  const { state } = tableOf(request)
  return filterMenu(
    "State",
    [null, ...states].map((each) => ({
      label: each === null ? "Any state" : `${stateNames[each]} ${counts[each] ?? 0}`,
      href: firstPageWith(request, { state: each }),
      current: state === each
    }))
  )
}

/** More campaigns than these are searched by name. */
const seenAtOnce = 8

/** The field that searches the names; null where all campaigns are seen at once. */
const nameSearch = (request: BrowserRequest, { states }: CampaignFiguresPage): Html | null => {
  const { name } = tableOf(request)
  const all = Object.values(states).reduce((sum, each) => sum + each, 0)
  if (name === null && all <= seenAtOnce) return null
  const { pathname, searchParams } = new URL(firstPageWith(request, { q: null }), "http://page")
  return html`<form method="get" action="${pathname}" role="search" class="row">${hidden(Object.fromEntries(searchParams))}<input type="search" name="q" value="${name ?? ""}" aria-label="Search campaigns by name" placeholder="Search" /></form>`
}

type Row = CampaignFiguresPage["rows"][number]

/** How a campaign differs from what it is here, as a sentence without its full stop; null if it does not. */
const differenceOf = (row: Row, org: string): Html | null => {
  const name = html`<a href="${pagePaths.campaign(org, row.slug)}">${row.name}</a>`
  const seen = seenState(row)
  if (seen === "live" && row.state !== "live")
    return html`${name} runs there although it is ${row.state === "paused" ? "paused" : "a draft"} here`
  if (seen !== row.state) return html`${name} is ${seen} there and ${row.state} here`
  return seenBudget(row) === row.budget ? null : html`${name} has another budget there`
}

/** Names what differs in the ad platform: somebody changed it there, or a change has not arrived. */
const differingBanner = (
  { rows, totals: { differing } }: CampaignFiguresPage,
  org: string,
  adPlatform: string
): Html | null => {
  if (differing === 0) return null
  const named = rows.flatMap((row) => differenceOf(row, org) ?? []).slice(0, 2)
  return banner(
    "warn",
    html`<b>${count(differing, "campaign")} ${differing === 1 ? "differs" : "differ"} from ${adPlatform}.</b> ${named.map((one, n) => html`${n === 0 ? null : "; "}${one}`)}${named.length === 0 ? null : ". "}The table shows what ${adPlatform} has.`
  )
}

/** Why the table is empty. */
const nothingListed = (request: BrowserRequest, organization: CurrentOrganization): Html => {
  const { channel, name, page, state } = tableOf(request)
  const everything = firstPageWith(request, { state: null, channel: null, q: null })
  if (page > 1)
    return empty({
      icon: "campaigns",
      title: "No more campaigns",
      text: html`<a href="${firstPageWith(request, {})}">Show the first page</a>`
    })
  if (name !== null)
    return empty({
      icon: "campaigns",
      title: "No campaign has this in its name",
      text: html`<a href="${everything}">Show all campaigns</a>`
    })
  if (state === null && channel === null)
    return empty({
      icon: "campaigns",
      title: "No campaigns yet",
      ...withoutFigures(
        organization,
        "Campaigns of the ad account appear here with their budget, cost and conversions, and drafts that people and apps make."
      )
    })
  const of = channel === null ? "No campaign" : `No ${channelNames[channel]} campaign`
  const is = state === "error" ? "in error" : (state ?? "here")
  return empty({
    icon: "campaigns",
    title: `${of} is ${is}`,
    text: html`<a href="${everything}">Show all campaigns</a>`
  })
}

/** The table with all its rows, in the currency of the organization. */
const campaignsFile = ({
  data: { rows, shown },
  organization: { currency, slug }
}: OrganizationData<CampaignFiguresPage>): FileResponse => {
  const { from, to } = shown.period
  return tableFile({
    name: `${slug}-campaigns-${from}-to-${to}`,
    rows,
    columns: {
      campaign: (row) => row.slug,
      name: ({ name }) => name,
      type: ({ type }) => type,
      state: ({ state }) => state,
      daily_budget: ({ budget }) => budget,
      cost: ({ cost }) => cost,
      cost_change: ({ change }) => change?.replace("%", "") ?? null,
      conversions: ({ conversions }) => conversions,
      cpa: ({ cpa }) => cpa,
      ctr: ({ ctr }) => ctr,
      currency: () => currency,
      from: () => from,
      to: () => to,
      platform_state: (row) => row.platform_state,
      platform_budget: (row) => row.platform_budget,
      channel: ({ channel }) => channel,
      budget_type: (row) => (row.budget_total === null ? "daily" : "total"),
      budget_total: (row) => row.budget_total,
      budget_left: (row) => row.budget_left,
      ends_on: (row) => row.ends_on
    }
  })
}

const rowsOfPage = 50

/** /o/{org}/campaigns, and the same as a file: every row that the address describes. */
export const campaignList = (router: PageRouter) =>
  Effect.gen(function* () {
    const figures = yield* Figures

    organizationFile(router, {
      path: pagePaths.organization(":org", "campaigns"),
      name: "pages.campaigns",
      read: ({ clearance }, request) => {
        const { channel, direction, name, sort, state } = tableOf(request)
        return figures.campaigns(clearance, {
          days: rangeOf(request).days,
          state,
          channel,
          name,
          order: { sort, direction },
          limit: mostRows,
          offset: 0,
          recentDays: 0
        })
      },
      file: campaignsFile
    })
    organizationPage(router, {
      path: pagePaths.organization(":org", "campaigns"),
      name: "pages.campaigns",
      place: "campaigns",
      read: ({ clearance }, request) => {
        const { channel, direction, name, page, sort, state } = tableOf(request)
        return together({
          list: figures.campaigns(clearance, {
            days: rangeOf(request).days,
            state,
            channel,
            name,
            order: { sort, direction },
            limit: rowsOfPage,
            offset: (page - 1) * rowsOfPage,
            recentDays
          }),
          cap: figures.cap(clearance)
        })
      },
      render: ({ data: { cap, list }, frame, organization }, request) => {
        const { adPlatform, currency, slug: org } = organization
        const { channel, name, page, state } = tableOf(request)
        const range = rangeOf(request)
        const { rows: total } = list.totals
        const isFiltered = state !== null || channel !== null || name !== null
        const isEmpty = total === 0 && !isFiltered
        const pageAddress = (number: number) =>
          firstPageWith(request, { page: number === 1 ? null : String(number) })
        return {
          title: "Campaigns",
          range,
          body: html`${head({
            title: "Campaigns",
            ...(isEmpty
              ? {}
              : {
                  actions: rangePicker(request, range, list.shown.period),
                  lead: `${comparedText(list.shown)}. Days are those of the ad account.`
                })
          })}
${list.shown.hasData ? rangeBanner(range, list.shown) : null}${differingBanner(list, org, adPlatform)}
${card({
  id: "list",
  title: isEmpty ? "Campaigns" : count(total, "campaign"),
  choice: channelChoice(request, list.channels),
  actions: html`${isEmpty ? null : html`${nameSearch(request, list)}${stateChoice(request, list.states)}${exportLink(request)}`}${
    mayCall(frame, "campaigns.create")
      ? html`<a class="button ${isEmpty ? "quiet " : ""}tiny" href="${pagePaths.newCampaign(org)}">${icon("plus")}New draft</a>`
      : null
  }`,
  padded: false,
  body:
    list.rows.length === 0
      ? nothingListed(request, organization)
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
        }${underCap(cap, { currency, adPlatform, allBudgets: list.all_budgets, filtered: isFiltered })}`
})}`
        }
      }
    })
  })
