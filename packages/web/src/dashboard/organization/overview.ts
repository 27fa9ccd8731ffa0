import { ApprovalReviews, Attention, Figures } from "@adwarden/core"
import { pagePaths } from "@adwarden/core/contract"
import { Effect } from "effect"
import {
  type OrganizationData,
  organizationPage,
  type PageContent,
  together
} from "../../kit/dashboard-page.ts"
import { html } from "../../kit/html.ts"
import type { BrowserRequest } from "../../kit/page.ts"
import type { PageRouter } from "../../kit/page-router.ts"
import { card, empty, type Figure, figures, head, linkButton, money } from "../../parts/index.ts"
import { campaignTable, recentDays } from "../campaign/campaign-table.ts"
import { capMeter, capWarning } from "../cap.ts"
import {
  comparedText,
  periodChartCard,
  periodFiguresOf,
  rangeBanner,
  rangeOf,
  rangePicker
} from "../period.ts"
import { attentionCard, type OverviewData } from "./attention.ts"

const campaignsShown = 10

/** What budgets commit, against the cap. */
const commitment = ({ organization }: OverviewData): Figure => {
  const { committed_monthly = 0, currency, max_spend, room_daily = null } = organization
  const amount = (value: number) => money(value, currency)
  const warning = max_spend === null ? null : capWarning(committed_monthly, max_spend, currency)
  return {
    label: "Budgets commit a month",
    value: amount(committed_monthly),
    ...(max_spend === null
      ? { note: "no monthly cap" }
      : {
          of: `of ${amount(max_spend)}`,
          note: warning ?? (room_daily === null ? "" : `${amount(room_daily)} a day left under the cap`),
          meter: capMeter(committed_monthly, max_spend)
        })
  }
}

const overviewContent = (
  { data, organization: { adPlatform } }: OrganizationData<OverviewData>,
  request: BrowserRequest
): PageContent => {
  const { campaigns, changes, organization, performance } = data
  const { currency, slug } = organization
  const range = rangeOf(request)
  return {
    title: organization.name,
    body: html`${head({
      title: "Overview",
      actions: rangePicker(request, range, performance.period),
      lead: html`${comparedText(performance)}. Days are those of the ad account.`
    })}
${rangeBanner(range, performance)}
${figures([...periodFiguresOf(performance, currency), commitment(data)])}
<div class="split"><div class="aside">${attentionCard(data)}</div>
${periodChartCard({ figures: performance, changes, org: slug, currency })}</div>
${card({
  id: "campaigns",
  title: "Campaigns",
  note: "live first, then by cost",
  actions: linkButton(pagePaths.organization(slug, "campaigns"), "All campaigns", "quiet tiny"),
  padded: false,
  body:
    campaigns.rows.length === 0
      ? empty({
          icon: "campaigns",
          title: "No campaigns yet",
          text: "Connect an ad account, or ask a connected app to draft one."
        })
      : campaignTable("campaigns", campaigns, {
          org: slug,
          currency,
          adPlatform,
          showTotals: true
        })
})}`
  }
}

/** /o/{org}: figures, what needs attention, cost and conversions with changes, campaigns. */
export const overview = (router: PageRouter) =>
  Effect.gen(function* () {
    const reviews = yield* ApprovalReviews
    const attentionReader = yield* Attention
    const figuresReader = yield* Figures
    organizationPage(router, {
      path: pagePaths.organization(":org"),
      name: "pages.overview",
      place: "overview",
      read: ({ clearance, read }, request) => {
        const { days } = rangeOf(request)
        return Effect.flatMap(Effect.cached(figuresReader.names(clearance)), (names) =>
          together({
            organization: read("organizations.get"),
            performance: figuresReader.period(clearance, days),
            changes: figuresReader.changes(clearance, days, names),
            campaigns: figuresReader.campaigns(clearance, {
              days,
              state: null,
              channel: null,
              order: "live first",
              limit: campaignsShown,
              offset: 0,
              recentDays
            }),
            names,
            pending: reviews.pendingWith(clearance, names),
            attention: attentionReader.of(clearance, names)
          })
        )
      },
      render: overviewContent
    })
  })
