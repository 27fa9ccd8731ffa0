import { ApprovalReviews, Attention, accountReads, Figures, Live, Settings, SetupSteps } from "@adwarden/core"
import { pagePaths, routePattern } from "@adwarden/core/contract"
import { Effect } from "effect"
import { makeAdministrationForm } from "../../kit/administration-form.ts"
import {
  type OrganizationData,
  organizationPage,
  type PageContent,
  type ShownPage,
  together
} from "../../kit/dashboard-page.ts"
import { type Html, html } from "../../kit/html.ts"
import type { BrowserRequest } from "../../kit/page.ts"
import { formsByAction } from "../../kit/page-form.ts"
import type { PageRouter } from "../../kit/page-router.ts"
import { rangeOf } from "../../kit/range.ts"
import { card, empty, type Figure, figures, head, icon, linkButton, money } from "../../parts/index.ts"
import { createdKeyCard, type NewSecret, newKeyOf } from "../account/index.ts"
import { campaignTable, recentDays } from "../campaign/campaign-table.ts"
import { capMeter, capWarning } from "../cap.ts"
import { comparedText, periodChartCard, periodFiguresOf, rangeBanner, rangePicker } from "../period.ts"
import { accountsMessages } from "../settings/accounts.ts"
import { policyOf } from "../settings/approvals.ts"
import { invitedMessage } from "../settings/members.ts"
import { notReadYet, withoutFigures } from "../without-figures.ts"
import { attentionCard, type OverviewData } from "./attention.ts"
import { firstSyncCard } from "./first-sync.ts"
import { asksForSetup, setupCard, showsSetup } from "./setup.ts"

const campaignsShown = 10
const campaignsText = "Campaigns of the ad account appear here, and drafts that people and apps make."

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

/** What the first sync brings. */
const comingCard = card({
  id: "coming",
  title: "After the first sync",
  padded: false,
  body: html`<ul class="list">
<li><span class="soft">${icon("overview")}</span><div><b>Figures and charts</b><p>Cost and conversions of each campaign, as far back as 455 days</p></div></li>
<li><span class="soft">${icon("optimizations")}</span><div><b>Recommendations</b><p>From the first daily run on, with their evidence. None is applied by itself.</p></div></li>
<li><span class="soft">${icon("reports")}</span><div><b>Reports and strategy</b><p>Made when you ask for them</p></div></li></ul>`
})

/** The settings of the service that the page needs. */
interface Service {
  readonly appUrl: string
  readonly mcpUrl: string
  /** The origin of the platform's consent page; empty if the service is not set up for the platform. */
  readonly consentOrigin: string
}

/** Cost and conversions with the changes; days that were not read are hatched. */
const chartOf = ({ changes, organization: { currency, slug }, performance }: OverviewData): Html =>
  performance.hasData
    ? periodChartCard({ figures: performance, changes, org: slug, currency })
    : card({ id: "chart", title: "Cost and conversions", body: notReadYet(performance.period) })

const overviewContent = (
  { data, organization }: OrganizationData<OverviewData>,
  request: BrowserRequest,
  shown: ShownPage<NewSecret>,
  { appUrl, consentOrigin, mcpUrl }: Service
): PageContent => {
  const { campaigns, organization: detail, performance, setup } = data
  const { adPlatform, effectiveRole } = organization
  const { currency, slug } = detail
  const range = rangeOf(request)
  const isRead = performance.hasData
  const canConnect = consentOrigin !== ""
  const view = { organization: detail, setup, request, shown, canConnect, mcpUrl }
  const steps = effectiveRole === "owner" && showsSetup(view) ? setupCard(view) : null
  return {
    title: detail.name,
    range,
    showsSecret: shown.result !== null,
    formAction: canConnect ? [consentOrigin] : [],
    body: html`${head({
      title: "Overview",
      ...(isRead
        ? {
            actions: rangePicker(request, range, performance.period),
            lead: html`${comparedText(performance)}. Days are those of the ad account.`
          }
        : {})
    })}
${shown.banners}
${shown.result === null ? null : createdKeyCard(shown.result, { appUrl, back: pagePaths.organization(slug) })}
${isRead ? html`${rangeBanner(range, performance)}` : null}
${
  steps === null
    ? html`${firstSyncCard(slug, setup.firstSyncs)}${isRead ? figures([...periodFiguresOf(performance, currency), commitment(data)]) : null}
<div class="split"><div class="aside" data-live="approvals tasks sync outside">${attentionCard(data)}</div>
${chartOf(data)}</div>`
    : html`<div class="split">${steps}<div class="aside stack"><div data-live="approvals tasks sync outside">${attentionCard(data)}</div>${isRead ? null : comingCard}</div>${setup.accounts.length === 0 ? null : chartOf(data)}</div>
${isRead ? figures([...periodFiguresOf(performance, currency), commitment(data)]) : null}`
}
${card({
  id: "campaigns",
  title: "Campaigns",
  ...(campaigns.rows.length === 0
    ? {}
    : {
        note: "live first, then by cost",
        actions: linkButton(pagePaths.organization(slug, "campaigns"), "All campaigns", "quiet tiny")
      }),
  padded: false,
  body:
    campaigns.rows.length === 0
      ? empty({
          icon: "campaigns",
          title: "No campaigns yet",
          ...(steps === null && organization.figures !== "first sync"
            ? withoutFigures(organization, campaignsText)
            : { text: campaignsText })
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

const messages = {
  joined: "You have joined the organization.",
  link: accountsMessages.link,
  cap: "The cap is set. No budget can be raised past it.",
  approvals: "Saved. It applies from the next request of a key or app.",
  invited: invitedMessage,
  put_away: "The steps are put away. Settings › Organization shows them again."
}

/** /o/{org}: figures, what needs attention, cost and conversions with changes, campaigns; first the steps of a new one. */
export const overview = (router: PageRouter) =>
  Effect.gen(function* () {
    const reviews = yield* ApprovalReviews
    const attentionReader = yield* Attention
    const figuresReader = yield* Figures
    const steps = yield* SetupSteps
    const live = yield* Live
    const administrationForm = yield* makeAdministrationForm
    const { appUrl, mcpUrl } = yield* Settings
    const { consentOrigin } = yield* accountReads

    router.events(routePattern(pagePaths.live(":org")), {
      name: "pages.live",
      endpoint: ({ org, session }) => live.follow(org, session ?? "")
    })
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
            attention: attentionReader.of(clearance, names),
            setup: steps.of(clearance, asksForSetup(request))
          })
        )
      },
      fields: ["max_spend", "name", "email"],
      messages,
      redirectsTo: consentOrigin === "" ? [] : [consentOrigin],
      forms: formsByAction("setup.change", {
        connect: administrationForm("accounts.consent", {
          values: ({ session }) => ({ session }),
          done: (redirect) => ({ redirect })
        }),
        cap: administrationForm("organizations.set", { done: "cap" }),
        approvals: administrationForm("organizations.set", { values: policyOf, done: "approvals" }),
        key: administrationForm("keys.create", {
          values: newKeyOf,
          // A new secret is shown by this response and never again.
          done: (created) => ({ show: created })
        }),
        invite: administrationForm("people.invite", { done: "invited" }),
        put_away: administrationForm("organizations.hide_setup", { done: "put_away" })
      }),
      render: (page, request, shown) =>
        overviewContent(page, request, shown, { appUrl, consentOrigin, mcpUrl })
    })
  })
