import { ApprovalReviews, Pages } from "@adwarden/core"
import { pagePaths, routePattern } from "@adwarden/core/contract"
import { Effect } from "effect"
import { html } from "../../kit/html.ts"
import { linkPages } from "../../kit/page-links.ts"
import type { PageRouter } from "../../kit/page-router.ts"
import {
  banner,
  card,
  count,
  day,
  empty,
  facts,
  head,
  linkButton,
  moment,
  money,
  segments,
  waiting
} from "../../parts/index.ts"
import { pendingItems } from "../approvals/approval-list.ts"
import { campaignTable, stateBadge, waitingOf } from "./campaign-table.ts"
import { cursorOf, nextPage, organizationPage } from "./organization-page.ts"

const states = ["live", "paused", "draft", "error"] as const
const rowsOfPage = 50

/** A share of the last seven days, as the ad platform reports it; null if it does not. */
const percent = (share: number | null | undefined): string | null =>
  share == null ? null : `${(share * 100).toFixed(0)}%, last 7 days`

/** /o/{org}/campaigns and /o/{org}/campaigns/{slug}. */
export const campaigns = (router: PageRouter) =>
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

    organizationPage(router, pages, {
      path: routePattern(pagePaths.campaign(":org", ":slug")),
      name: "campaign",
      place: "campaigns",
      read: ({ clearance, read }, { parameters: { slug = "" } }) =>
        Effect.all(
          { campaign: read("campaigns.get", { slug }), pending: reviews.pendingIn(clearance) },
          { concurrency: "unbounded" }
        ),
      render: ({ data: { campaign, pending }, frame }) => {
        const { currency, slug: org } = frame.organization!
        const amount = (value: number) => (value === 0 ? "none" : money(value, currency))
        const own = pending.filter((write) => write.campaign?.slug === campaign.slug)
        return {
          title: campaign.name,
          body: html`${head({
            title: campaign.name,
            crumbs: [
              { label: "Campaigns", href: pagePaths.organization(org, "campaigns") },
              { label: campaign.slug }
            ],
            badge: stateBadge(campaign.state)
          })}
${campaign.sync_error == null ? null : banner("bad", linkPages(campaign.sync_error, org))}
${
  campaign.serving?.conversions_stopped_since == null
    ? null
    : banner(
        "bad",
        html`No conversions since ${day(campaign.serving.conversions_stopped_since)}, although clicks go on as before. Check the conversion tracking and the landing pages.`
      )
}
${
  own.length === 0
    ? null
    : card({
        id: "pending",
        title: "Changes that wait for approval",
        note: waiting(own.length),
        padded: false,
        body: pendingItems(own)
      })
}
${card({
  id: "facts",
  title: "Campaign",
  body: facts([
    ["Daily budget", amount(campaign.budget)],
    ["Target CPA", amount(campaign.target_cpa)],
    ["Type", campaign.type],
    ["Website", campaign.website_url === "" ? null : html`<bdi>${campaign.website_url}</bdi>`],
    ["Impression share", percent(campaign.serving?.impression_share)],
    ["Lost to budget", percent(campaign.serving?.lost_to_budget)],
    ["Lost to rank", percent(campaign.serving?.lost_to_rank)],
    ["Ads", campaign.ads_count],
    ["Keywords", campaign.keywords_count],
    ["Negative keywords", campaign.negative_keywords_count],
    ["Last sync", campaign.last_synced_at === null ? "never" : moment(campaign.last_synced_at)]
  ])
})}`
        }
      }
    })
  })
