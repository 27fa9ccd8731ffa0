import { ApprovalReviews, Attention, type PageData, Pages } from "@adwarden/core"
import { type Output, pagePaths, routePattern } from "@adwarden/core/contract"
import { Effect } from "effect"
import type { Page } from "../../kit/browser-request.ts"
import { type Html, html } from "../../kit/html.ts"
import type { PageRouter } from "../../kit/page-router.ts"
import { card, day, empty, figures, head, linkButton, money } from "../../parts/index.ts"
import { campaignTable, waitingOf } from "../campaign/campaign-table.ts"
import { attentionCard, type OverviewData, recommendationsShown } from "./attention.ts"

const campaignsShown = 10

/** Live campaigns first, then by cost. */
const atAGlance = ({ campaigns }: Output<"campaigns.list">) =>
  campaigns
    .toSorted((a, b) => Number(b.state === "live") - Number(a.state === "live") || b.spend_7d - a.spend_7d)
    .slice(0, campaignsShown)

/** A change in percent: green and red by meaning, never by direction. */
const change = (
  percent: string | null | undefined,
  meaning: "more is better" | "less is better" | "neither"
): Html => {
  if (percent == null) return html`no earlier days to compare`
  const rises = percent.startsWith("+")
  const tone = meaning === "neither" ? "" : rises === (meaning === "more is better") ? "good" : "bad"
  return html`<span class="delta ${tone}">${percent.replace("-", "−")}</span> from the 7 days before`
}

const overviewPage = ({ data, frame }: PageData<OverviewData>): Page => {
  const { campaigns, organization, performance } = data
  const { committed_monthly = 0, currency, max_spend, room_daily = null, slug } = organization
  const { conversions, cpa, ctr, impressions, spend, vs_previous } = performance.summary
  const { from, to } = performance.period
  const amount = (value: number) => money(value, currency)
  return {
    title: organization.name,
    dashboard: { frame, place: { of: "organization", page: "overview" } },
    body: html`${head({ title: "Overview", lead: html`${day(from)} to ${day(to)}, compared with the 7 days before. Days are those of the ad account.` })}
${figures([
  { label: "Cost", value: amount(spend), note: change(vs_previous?.spend, "neither") },
  {
    label: "Conversions",
    value: conversions.toLocaleString("en-US"),
    note: change(vs_previous?.conversions, "more is better")
  },
  {
    label: "Cost per conversion",
    value: conversions === 0 ? null : amount(cpa),
    note: change(vs_previous?.cpa, "less is better")
  },
  {
    label: "Click-through rate",
    value: impressions === 0 ? null : `${(ctr * 100).toFixed(1)}%`,
    note: "clicks ÷ impressions"
  },
  {
    label: "Budgets commit a month",
    value: amount(committed_monthly),
    ...(max_spend === null
      ? { note: "no monthly cap" }
      : {
          of: `of ${amount(max_spend)}`,
          note: room_daily === null ? "" : `${amount(room_daily)} a day left under the cap`,
          meter: {
            share: max_spend === 0 ? 1 : committed_monthly / max_spend,
            mark: null,
            label: `${Math.round((committed_monthly / Math.max(1, max_spend)) * 100)} percent of the cap`
          }
        })
  }
])}
<div class="split"><div class="aside">${attentionCard(data, frame.organization?.brokenAccounts ?? [])}</div>
${card({
  id: "campaigns",
  title: "Campaigns",
  note: "live first, then by cost",
  actions: linkButton(pagePaths.organization(slug, "campaigns"), `All ${campaigns.total}`, "quiet tiny"),
  padded: false,
  body:
    campaigns.campaigns.length === 0
      ? empty({
          icon: "campaigns",
          title: "No campaigns yet",
          text: "Connect an ad account, or ask a connected app to draft one."
        })
      : campaignTable("campaigns", atAGlance(campaigns), {
          org: slug,
          currency,
          pending: waitingOf(data.pending)
        })
})}</div>`
  }
}

/** /o/{org}: figures, what needs attention, campaigns. */
export const overview = (router: PageRouter) =>
  Effect.gen(function* () {
    const pages = yield* Pages
    const reviews = yield* ApprovalReviews
    const attentionReader = yield* Attention
    router.get(routePattern(pagePaths.organization(":org")), {
      name: "pages.overview",
      invocation: ({ parameters: { org = "" } }) =>
        Effect.succeed({
          endpoint: pages.ofOrganization("pages.overview", org, ({ clearance, read }) =>
            Effect.all(
              {
                organization: read("organizations.get"),
                performance: read("performance.get"),
                pending: reviews.pendingIn(clearance),
                other: attentionReader.of(clearance),
                recommendations: read("recommendations.list", { limit: recommendationsShown }),
                campaigns: read("campaigns.list", { limit: 100 })
              },
              { concurrency: "unbounded" }
            )
          )
        }),
      render: (page) => overviewPage(page)
    })
  })
