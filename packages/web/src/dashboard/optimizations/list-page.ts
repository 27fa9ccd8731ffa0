import {
  type CampaignName,
  type DetectorAccuracy,
  lowerBoundReason,
  type PendingRecommendation,
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
  moment,
  money,
  relative,
  select,
  table,
  waiting
} from "../../parts/index.ts"
import { decidedItems, nothingWaits, pendingItems } from "../approvals/approval-list.ts"
import { blockedCheck } from "../campaign/exclusion-preview.ts"
import { doneBanner } from "../change/index.ts"
import { previewBox } from "../change/preview-box.ts"
import { mayCall, type PreviewedChange } from "../change/previewed-change.ts"
import { accuracyCard, savingsCards } from "./savings.ts"

interface OptimizationsData {
  readonly pending: ReadonlyArray<ReviewedWrite>
  readonly decided: ReadonlyArray<ReviewedWrite>
  readonly recommendations: RecommendationList
  readonly campaigns: ReadonlyArray<CampaignName>
  readonly accuracy: ReadonlyArray<DetectorAccuracy>
  /** What applying the picked recommendations would do; null if none is picked. */
  readonly change: PreviewedChange<"recommendations.apply_several"> | null
}

/** The recommendations that the address picks, to apply them together. */
export const pickedRecommendations = (query: URLSearchParams): ReadonlyArray<string> => [
  ...new Set(query.getAll("pick"))
]

const reasonOf = ({ findings }: PendingRecommendation): string | null => {
  const reason = findings.map((one) => one["reason"]).find((one) => typeof one === "string")
  return typeof reason === "string" ? reason : null
}

/** Pending recommendations of all campaigns, the largest saving first, with the reason of the first finding. */
const recommendationTable = (
  pending: ReadonlyArray<PendingRecommendation>,
  currency: string,
  { org, query }: BrowserRequest,
  mayApply: boolean
): Html => {
  const picked = pickedRecommendations(query)
  const list = table<PendingRecommendation>({
    labelledBy: "recommendations",
    rows: pending,
    picking: mayApply
      ? {
          name: "pick",
          value: ({ id }) => id,
          label: ({ summary, together }) => (together ? `Select: ${summary}` : `${summary}: applied alone`),
          picked: ({ id }) => picked.includes(id),
          disabled: ({ together }) => !together
        }
      : undefined,
    columns: [
      {
        title: "Recommendation",
        cell: (one) =>
          html`<a href="${pagePaths.optimization(org, one.id)}">${one.summary}</a><span class="small">${one.campaignName} · ${recommendationLabels[one.type]} · found ${relative(one.createdAt)}</span>${reasonOf(one) === null ? null : html`<span class="small"><bdi>${reasonOf(one)}</bdi></span>`}`
      },
      {
        title: "Saves a month",
        figure: true,
        cell: ({ saving }) =>
          saving === null ? html`<span class="soft">none</span>` : money(saving, currency)
      }
    ]
  })
  return !mayApply || !pending.some(({ together }) => together)
    ? list
    : html`<form method="get" action="${pagePaths.organization(org, "optimizations")}#preview" data-picks="Preview selected|Preview 1 selected|Preview # selected">${list}<div class="foot row low"><span>Exclusions and pauses can be applied together. Others, such as budgets, are applied alone.</span><span class="end"><button type="submit" class="quiet">${picked.length === 0 ? "Preview selected" : `Preview ${picked.length} selected`}</button></span></div></form>`
}

/** What applying the picked recommendations would do, with the button that does it. */
const togetherBox = (
  change: NonNullable<OptimizationsData["change"]>,
  currency: string,
  request: BrowserRequest
): Html => {
  const { preview } = change
  const byCampaign = [...Map.groupBy(preview?.would_apply ?? [], ({ campaign }) => campaign)]
  const saving = preview?.estimated_monthly_saving ?? null
  return html`<div class="pad" id="preview">${previewBox({
    request,
    change,
    back: pagePaths.organization(request.org, "optimizations"),
    button: `Apply ${count(pickedRecommendations(request.query).length, "recommendation")}`,
    note: "One undo for each campaign, or for all",
    checks: preview === undefined ? [] : [blockedCheck(preview.blocked_keywords)],
    content: html`${saving === null ? null : html`<p>Would have saved <b>${money(saving, currency)}</b> in the last 30 days.</p>`}${byCampaign.map(
      ([campaign, lines]) =>
        html`<h3>${campaign}</h3><ul class="bullets">${lines.map(({ summary }) => html`<li><bdi>${summary}</bdi></li>`)}</ul>`
    )}`
  })}</div>`
}

const lastRunText = (run: RecommendationList["lastRun"]): Html | string =>
  run === null
    ? "The detectors run on each live search campaign once a day, after its ad account is synced."
    : html`Last daily run ${moment(run.at)}: ${count(run.campaigns, "search campaign")} checked, findings in ${run.withFindings}. Nothing is applied by itself.`

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
  { data, frame, organization: { currency, slug: org } }: OrganizationData<OptimizationsData>,
  request: BrowserRequest
): { readonly title: string; readonly body: Html } => {
  const { combinedSaving: saving, decided, pending, pendingTotal } = data.recommendations
  const set = decided.filter(({ status }) => status !== "applied")
  return {
    title: "Optimizations",
    body: html`${head({ title: "Optimizations" })}
${doneBanner(request)}
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
  lead: lastRunText(data.recommendations.lastRun),
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
          text: "What the detectors find appears here, with its evidence."
        })
      : html`${recommendationTable(pending, currency, request, mayCall(frame, "recommendations.apply_several"))}${data.change === null ? null : togetherBox(data.change, currency, request)}`,
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
