import { ApprovalReviews, Pages } from "@adwarden/core"
import { Effect } from "effect"
import { html } from "../../kit/html.ts"
import type { PageRouter } from "../../kit/page-router.ts"
import { banner, card, day, facts, split } from "../../parts/index.ts"
import { campaignPage } from "./campaign-page.ts"
import { fieldCard, readFieldChange } from "./field-change.ts"
import { campaignFigures, readCampaignFigures } from "./figures.ts"
import { pendingBanner, pendingOf } from "./outdated-requests.ts"
import { settingsCard, stateButtons } from "./settings-card.ts"
import { readStateChange, stateCard } from "./state-change.ts"

/** /o/{org}/campaigns/{slug}. */
export const campaignSummary = (router: PageRouter) =>
  Effect.gen(function* () {
    const pages = yield* Pages
    const reviews = yield* ApprovalReviews
    const readFigures = yield* readCampaignFigures
    campaignPage(router, pages, {
      tab: "summary",
      read: (reader, slug, request) =>
        Effect.all(
          {
            organization: reader.read("organizations.get"),
            pending: reviews.pendingIn(reader.clearance),
            field: readFieldChange(reader, slug, request),
            state: readStateChange(reader, slug, request),
            figures: readFigures(reader, slug, request)
          },
          { concurrency: "unbounded" }
        ),
      render: ({ campaign, data: { field, figures, organization, pending: all, state }, frame }, request) => {
        const current = frame.organization!
        const pending = pendingOf(all, campaign.slug)
        const view = { campaign, organization, pending, request }
        const stopped = campaign.serving?.conversions_stopped_since
        const buttons = stateButtons(campaign, current)
        return {
          ...(buttons === null ? {} : { actions: buttons }),
          body: html`${pendingBanner(pending, current.slug)}
${
  stopped == null
    ? null
    : banner(
        "bad",
        html`No conversions since ${day(stopped)}, although clicks go on as before. Check the conversion tracking and the landing pages.`
      )
}
${split(
  html`${field === null ? null : fieldCard({ ...view, change: field })}${state === null ? null : stateCard({ ...view, change: state })}`,
  settingsCard(campaign, current),
  card({
    id: "contents",
    title: "Contents",
    body: facts([
      ["Ads", campaign.ads_count],
      ["Keywords", campaign.keywords_count],
      ["Negative keywords", campaign.negative_keywords_count]
    ])
  })
)}
${campaignFigures(campaign, figures, current, request)}`
        }
      }
    })
  })
