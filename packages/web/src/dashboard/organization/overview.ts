import {
  AccountEndpoints,
  ApprovalReviews,
  type BrokenAccount,
  type KeyRow,
  type PageData,
  Pages,
  type ReviewedWrite
} from "@adwarden/core"
import { type Output, pagePaths, routePattern } from "@adwarden/core/contract"
import { Effect } from "effect"
import type { Page } from "../../kit/browser-request.ts"
import { type Html, html } from "../../kit/html.ts"
import type { PageRouter } from "../../kit/page-router.ts"
import {
  card,
  day,
  empty,
  figures,
  head,
  type Item,
  items,
  linkButton,
  money,
  relative,
  waiting
} from "../../parts/index.ts"
import { describeChange } from "../approvals/describe-change.ts"
import { ageLine, requesterLine } from "../approvals/requester.ts"
import { campaignTable, waitingOf } from "./campaign-table.ts"

interface OverviewData {
  readonly organization: Output<"organizations.get">
  readonly performance: Output<"performance.get">
  readonly pending: ReadonlyArray<ReviewedWrite>
  readonly recommendations: Output<"recommendations.list">
  readonly campaigns: Output<"campaigns.list">
  readonly expiringKeys: ReadonlyArray<KeyRow>
}

const maxItems = 5
const campaignsShown = 10

/** Live campaigns first, then by cost. */
const atAGlance = ({ campaigns }: Output<"campaigns.list">) =>
  campaigns
    .toSorted((a, b) => Number(b.state === "live") - Number(a.state === "live") || b.spend_7d - a.spend_7d)
    .slice(0, campaignsShown)

const attention = (
  { campaigns: { campaigns }, expiringKeys, organization: { slug }, pending, recommendations }: OverviewData,
  broken: ReadonlyArray<BrokenAccount>
): Html => {
  const failed = campaigns.filter(({ state }) => state === "error")
  const list: ReadonlyArray<Item> = [
    ...pending.map(
      (write): Item => ({
        icon: "clock",
        tone: "warn",
        href: pagePaths.optimization(slug, write.id),
        title: `Approve: ${describeChange(write).title}`,
        line: html`${requesterLine(write)} · ${ageLine(write)}`
      })
    ),
    ...broken.map(
      ({ id, name }): Item => ({
        icon: "warn",
        tone: "bad",
        href: pagePaths.settings(slug, "accounts"),
        title: `${name ?? `Ad account ${id}`} is not connected`,
        line: "Changes wait, and figures stay as they are, until it is connected again."
      })
    ),
    ...failed.map(
      (one): Item => ({
        icon: "warn",
        tone: "bad",
        href: pagePaths.campaign(slug, one.slug),
        title: `${one.name} cannot be synced`,
        line: "Its page says why, and what to do."
      })
    ),
    ...recommendations.recommendations.map(
      (one): Item => ({
        icon: "optimizations",
        tone: "good",
        href: pagePaths.optimization(slug, one.id),
        title: one.summary,
        line: `Recommendation for ${one.campaign}`
      })
    ),
    ...expiringKeys.map(
      (key): Item => ({
        icon: "key",
        href: pagePaths.key(slug, key.id),
        title: html`Key “<bdi>${key.name}</bdi>” expires ${relative(key.expires_at)}`,
        line: html`${key.last_used_at === null ? "never used" : html`last used ${relative(key.last_used_at)}`} · ${key.creator}`
      })
    )
  ]
  const total = expiringKeys.length + pending.length + broken.length + failed.length + recommendations.total
  return card({
    id: "attention",
    title: "Needs attention",
    note: waiting(total),
    padded: false,
    body:
      list.length === 0
        ? empty({
            icon: "check",
            title: "Nothing needs you",
            text: "Approvals, problems, recommendations and expiring keys appear here."
          })
        : items(list.slice(0, maxItems)),
    ...(total > maxItems
      ? { foot: html`<a href="${pagePaths.organization(slug, "optimizations")}">All ${total}</a>` }
      : {})
  })
}

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
<div class="split"><div class="aside">${attention(data, frame.organization?.brokenAccounts ?? [])}</div>
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
    const account = yield* AccountEndpoints
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
                expiringKeys: account.expiringKeys(clearance),
                recommendations: read("recommendations.list", { limit: maxItems }),
                campaigns: read("campaigns.list", { limit: 100 })
              },
              { concurrency: "unbounded" }
            )
          )
        }),
      render: (page) => overviewPage(page)
    })
  })
