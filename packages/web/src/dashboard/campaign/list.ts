import { ApprovalReviews, Pages } from "@adwarden/core"
import { pagePaths, routePattern } from "@adwarden/core/contract"
import { Effect } from "effect"
import { html } from "../../kit/html.ts"
import type { PageRouter } from "../../kit/page-router.ts"
import { card, count, empty, head, linkButton, segments } from "../../parts/index.ts"
import { cursorOf, nextPage, organizationPage } from "../organization/organization-page.ts"
import { campaignTable, waitingOf } from "./campaign-table.ts"

const states = ["live", "paused", "draft", "error"] as const
const rowsOfPage = 50

/** /o/{org}/campaigns. */
export const campaignList = (router: PageRouter) =>
  Effect.gen(function* () {
    const pages = yield* Pages
    const reviews = yield* ApprovalReviews

    organizationPage(router, pages, {
      path: routePattern(pagePaths.organization(":org", "campaigns")),
      name: "campaigns",
      place: "campaigns",
      read: ({ clearance, read }, request) => {
        const state = request.query.get("state")
        return Effect.all(
          {
            list: read("campaigns.list", {
              limit: rowsOfPage,
              ...(state === null ? {} : { state }),
              ...cursorOf(request)
            }),
            pending: reviews.pendingIn(clearance)
          },
          { concurrency: "unbounded" }
        )
      },
      render: ({ data: { list: data, pending }, frame }, request) => {
        const { currency, slug: org } = frame.organization!
        const base = pagePaths.organization(org, "campaigns")
        const chosen = request.query.get("state")
        const older = nextPage(request, data.next_cursor)
        return {
          title: "Campaigns",
          body: html`${head({
            title: "Campaigns",
            actions: segments("State", [
              { label: "All", href: base, current: chosen === null },
              ...states.map((state) => ({
                label: state,
                href: `${base}?state=${state}`,
                current: chosen === state
              }))
            ])
          })}
${card({
  id: "list",
  title: count(data.total, "campaign"),
  note: "cost and conversions of the last seven days with data",
  padded: false,
  body:
    data.campaigns.length === 0
      ? empty({
          icon: "campaigns",
          title: chosen === null ? "No campaigns yet" : `No campaign is ${chosen}`,
          text: "Connect an ad account, or ask a connected app to draft a campaign."
        })
      : campaignTable("list", data.campaigns, { org, currency, pending: waitingOf(pending) }),
  ...(older === null ? {} : { foot: linkButton(older, "Next page", "quiet tiny") })
})}`
        }
      }
    })
  })
