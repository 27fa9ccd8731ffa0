import { Figures, Pages } from "@adwarden/core"
import { pagePaths, routePattern } from "@adwarden/core/contract"
import { Effect } from "effect"
import { html } from "../../kit/html.ts"
import type { PageRouter } from "../../kit/page-router.ts"
import { card, count, empty, head, linkButton, pager, segments } from "../../parts/index.ts"
import { mayCall } from "../change/previewed-change.ts"
import { organizationPage } from "../organization/organization-page.ts"
import { addressWith, comparedText, rangeBanner, rangeOf, rangePicker } from "../range.ts"
import { campaignTable, recentDays } from "./campaign-table.ts"
import { sortLink, states, tableOf } from "./table-address.ts"

const rowsOfPage = 50

/** /o/{org}/campaigns. */
export const campaignList = (router: PageRouter) =>
  Effect.gen(function* () {
    const pages = yield* Pages
    const figures = yield* Figures

    organizationPage(router, pages, {
      path: routePattern(pagePaths.organization(":org", "campaigns")),
      name: "campaigns",
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
      render: ({ data: list, frame }, request) => {
        const { adPlatform, currency, slug: org } = frame.organization!
        const { page, state } = tableOf(request)
        const range = rangeOf(request)
        const { rows: total } = list.totals
        const pageAddress = (number: number) =>
          addressWith(request, { page: number === 1 ? null : String(number) })
        return {
          title: "Campaigns",
          body: html`${head({
            title: "Campaigns",
            actions: html`${rangePicker(request, range, list.shown?.period ?? null)}${mayCall(frame, "campaigns.create") ? linkButton(pagePaths.newCampaign(org), "New campaign") : null}`,
            ...(list.shown === null ? {} : { lead: `${comparedText(list.shown)}.` })
          })}
${rangeBanner(range, list.shown)}
<div class="row">${segments("State", [
            { label: "All", href: addressWith(request, { state: null }), current: state === null },
            ...states.map((each) => ({
              label: each === "error" ? "Error" : each[0]!.toUpperCase() + each.slice(1),
              href: addressWith(request, { state: each }),
              current: state === each
            }))
          ])}</div>
${card({
  id: "list",
  title: count(total, "campaign"),
  actions: linkButton(
    `${pagePaths.campaignsExport(org)}${new URL(addressWith(request, {}), "http://page").search}`,
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
