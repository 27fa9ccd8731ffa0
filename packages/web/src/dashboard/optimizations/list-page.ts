import {
  type CampaignName,
  type DetectorAccuracy,
  lowerBoundReason,
  type RecommendationList,
  type RecommendationSummary,
  type ReviewedWrite,
  recommendationLabels,
  savingMeaning
} from "@adwarden/core"
import { pagePaths } from "@adwarden/core/contract"
import type { OrganizationData } from "../../kit/dashboard-page.ts"
import { form } from "../../kit/forms.ts"
import { type Html, html } from "../../kit/html.ts"
import type { BrowserRequest } from "../../kit/page.ts"
import {
  badge,
  banner,
  card,
  count,
  empty,
  head,
  items,
  money,
  relative,
  select,
  waiting
} from "../../parts/index.ts"
import { decidedItems, nothingWaits, pendingItems } from "../approvals/approval-list.ts"
import { accuracyCard, savingsCards } from "./savings.ts"

interface OptimizationsData {
  readonly pending: ReadonlyArray<ReviewedWrite>
  readonly decided: ReadonlyArray<ReviewedWrite>
  readonly recommendations: RecommendationList
  readonly campaigns: ReadonlyArray<CampaignName>
  readonly accuracy: ReadonlyArray<DetectorAccuracy>
}

/** Pending recommendations, the campaign with the largest saving first. */
const recommendationTable = (
  pending: ReadonlyArray<RecommendationSummary>,
  org: string,
  currency: string
): Html => {
  const byCampaign = [...Map.groupBy(pending, ({ campaign }) => campaign)]
  return html`<div class="scroll" tabindex="0" role="group" aria-labelledby="recommendations"><table><thead><tr><th scope="col">Recommendation</th><th scope="col" class="p2">Kind</th><th scope="col" class="num">Saves a month</th></tr></thead>${byCampaign.map(
    ([campaign, some]) =>
      html`<tbody><tr class="group"><th scope="rowgroup" colspan="3"><a href="${pagePaths.campaign(org, campaign)}">${some[0]!.campaignName}</a></th></tr>${some.map(
        ({ createdAt, id, saving, summary, type }) =>
          html`<tr><th scope="row"><a href="${pagePaths.optimization(org, id)}">${summary}</a><span class="small">found ${relative(createdAt)}</span></th><td class="p2">${recommendationLabels[type]}</td><td class="num">${saving === null ? html`<span class="soft">none</span>` : money(saving, currency)}</td></tr>`
      )}</tbody>`
  )}</table></div>`
}

/** Detectors read what is inside a campaign, so they run on search campaigns alone. */
const detectCard = (campaigns: ReadonlyArray<CampaignName>, request: BrowserRequest): Html | null => {
  const running = campaigns
    .filter(
      ({ channel, removed, state }) =>
        channel === "search" && !removed && (state === "live" || state === "paused")
    )
    .toSorted((one, other) => one.name.localeCompare(other.name))
  return running.length === 0
    ? null
    : card({
        id: "detect",
        title: "Look for waste and opportunities",
        lead: "Ten detectors read the figures of a search campaign. They change nothing.",
        body: form(
          request,
          html`<div class="stack">${select({
            name: "campaign",
            label: "Campaign",
            value: request.query.get("ran") ?? running[0]!.slug,
            choices: running.map(({ name, slug }) => ({ value: slug, label: name }))
          })}<button class="quiet">Run all detectors</button></div>`
        )
      })
}

/** What the detectors found that led back to this page. */
const detectedBanner = ({ query }: BrowserRequest, campaigns: ReadonlyArray<CampaignName>): Html | null => {
  const [slug, found] = [query.get("ran"), Number(query.get("found"))]
  const campaign = campaigns.find((one) => one.slug === slug)?.name ?? slug
  if (campaign === null || !Number.isSafeInteger(found)) return null
  return found === 0
    ? banner("plain", html`The detectors ran on ${campaign} and found nothing to apply.`)
    : banner(
        "good",
        html`The detectors ran on ${campaign}. ${count(found, "recommendation")} can be applied.`
      )
}

const decidedBadge = ({ status }: RecommendationSummary): Html =>
  status === "applied"
    ? badge("ok", "Applied")
    : badge("plain", status === "dismissed" ? "Dismissed" : "Undone")

/** /o/{org}/optimizations: what waits for approval, what could be better, and what came of it. */
export const optimizationsPage = (
  { data, organization: { currency, slug: org } }: OrganizationData<OptimizationsData>,
  request: BrowserRequest
): { readonly title: string; readonly body: Html } => {
  const { combinedSaving: saving, decided, pending, pendingTotal } = data.recommendations
  const set = decided.filter(({ status }) => status !== "applied")
  return {
    title: "Optimizations",
    body: html`${head({ title: "Optimizations" })}
${detectedBanner(request, data.campaigns)}
<div class="split">${card({
      id: "approvals",
      title: "Approvals",
      note: waiting(data.pending.length),
      padded: false,
      body: data.pending.length === 0 ? nothingWaits() : pendingItems(data.pending)
    })}
${card({
  id: "recommendations",
  title: "Recommendations",
  note:
    pending.length === 0
      ? ""
      : `${pendingTotal.toLocaleString("en-US")} pending${pending.length < pendingTotal ? `, ${pending.length} shown` : ""}${saving === null ? "" : `, together ${saving.atLeast ? "at least " : ""}${money(saving.amount, currency)} a month`}`,
  padded: false,
  body:
    pending.length === 0
      ? empty({
          icon: "optimizations",
          title: "No recommendations",
          text: "Run the detectors on a campaign. What they find appears here, with its evidence."
        })
      : recommendationTable(pending, org, currency),
  ...(saving === null
    ? {}
    : {
        foot: `A saving comes from the cost of the last 30 days. ${savingMeaning(saving.conversions)} Together each keyword and search term counts once. ${saving.atLeast ? lowerBoundReason : ""}`
      })
})}
<div class="aside stack">${detectCard(data.campaigns, request)}${accuracyCard(data.accuracy, currency)}</div>
${savingsCards(decided, org, currency)}
${
  set.length === 0
    ? null
    : card({
        id: "dismissed",
        title: "Dismissed and undone",
        note: "the same is not recommended again",
        padded: false,
        body: items(
          set.map((one) => ({
            icon: "cross",
            href: pagePaths.optimization(org, one.id),
            title: one.summary,
            line: html`${one.campaignName}${one.decidedAt === null ? null : html` · ${relative(one.decidedAt)}`}`,
            end: decidedBadge(one)
          }))
        )
      })
}
${data.decided.length === 0 ? null : card({ id: "decided", title: "Decided lately", padded: false, body: decidedItems(data.decided) })}</div>`
  }
}
