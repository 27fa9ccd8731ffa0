import { ApprovalReviews, Pages } from "@adwarden/core"
import { Effect } from "effect"
import { html } from "../../kit/html.ts"
import type { PageRouter } from "../../kit/page-router.ts"
import { banner, card, day, facts, moment, money, waiting } from "../../parts/index.ts"
import { pendingItems } from "../approvals/approval-list.ts"
import { campaignPage } from "./campaign-page.ts"

/** A share of the last seven days, as the ad platform reports it; null if it does not. */
const percent = (share: number | null | undefined): string | null =>
  share == null ? null : `${(share * 100).toFixed(0)}%, last 7 days`

/** /o/{org}/campaigns/{slug}. */
export const campaignSummary = (router: PageRouter) =>
  Effect.gen(function* () {
    const pages = yield* Pages
    const reviews = yield* ApprovalReviews
    campaignPage(router, pages, {
      tab: "summary",
      read: ({ clearance }) => reviews.pendingIn(clearance),
      render: ({ campaign, data: pending, frame }) => {
        const { currency } = frame.organization!
        const amount = (value: number) => (value === 0 ? "none" : money(value, currency))
        const own = pending.filter((write) => write.campaign?.slug === campaign.slug)
        return {
          body: html`${
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
