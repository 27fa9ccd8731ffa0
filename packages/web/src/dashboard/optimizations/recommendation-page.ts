import { type PageData, type RecommendationDetail, recommendationLabels, savingMeaning } from "@adwarden/core"
import { pagePaths } from "@adwarden/core/contract"
import type { BrowserRequest } from "../../kit/browser-request.ts"
import { form } from "../../kit/forms.ts"
import { type Html, html } from "../../kit/html.ts"
import {
  badge,
  banner,
  card,
  count,
  facts,
  head,
  moment,
  money,
  relative,
  textField
} from "../../parts/index.ts"
import { blockedCheck, lossTable } from "../campaign/exclusion-preview.ts"
import { doneBanner } from "../change/index.ts"
import { changeFields, previewBox } from "../change/preview-box.ts"
import { mayCall, type PreviewedChange } from "../change/previewed-change.ts"
import { applyLabel } from "./apply-label.ts"
import { evidence, evidenceNote } from "./evidence.ts"
import { realisedCell } from "./savings.ts"

export interface RecommendationData {
  readonly detail: RecommendationDetail
  /** Null if its person cannot apply it. */
  readonly change: PreviewedChange<"recommendations.apply"> | null
}

const statusBadges = {
  pending: badge("wait", "Pending"),
  applied: badge("ok", "Applied"),
  dismissed: badge("plain", "Dismissed"),
  undone: badge("plain", "Undone")
}

/** How the saving was counted. */
const basisText = ({ basis, type }: RecommendationDetail, currency: string): string => {
  if (basis === null) return "Applying it stops no cost, so no saving is counted."
  const what = [
    basis.searches > 0 ? count(basis.searches, "search term") : null,
    basis.keywords > 0 ? count(basis.keywords, "keyword") : null
  ].filter((one) => one !== null)
  return `From the cost of ${what.join(" and ")} in the last 30 days, each counted once. The campaign spent ${money(basis.spent, currency)} in the same days. ${savingMeaning(basis.conversions, type)}`
}

const savingCard = (detail: RecommendationDetail, currency: string): Html => {
  const { decidedAt, realised14d, realised30d, saving, status } = detail
  const measured = status === "applied" && saving !== null
  return card({
    id: "saving",
    title: saving === null ? "Saves nothing by itself" : html`Saves ${money(saving, currency)} a month`,
    note: saving === null ? "" : "estimated",
    body: html`${
      measured
        ? facts([
            ["Realised after 14 days", realisedCell(realised14d, decidedAt, 14, currency)],
            ["Realised after 30 days", realisedCell(realised30d, decidedAt, 30, currency)]
          ])
        : null
    }<p class="small soft">${basisText(detail, currency)}</p>`
  })
}

const historyCard = ({ history }: RecommendationDetail, org: string): Html | null =>
  history.length === 0
    ? null
    : card({
        id: "history",
        title: "What was done",
        padded: false,
        body: html`<ul class="list">${history.map(
          ({ at, by, detail, id, undone }) =>
            html`<li><div>${detail} ${undone ? badge("plain", "Undone") : null}<p>${by ?? "the service"} · ${moment(at)} · <a href="${pagePaths.organization(org, "activity")}?undo=${id}">${undone ? "Show" : "Undo"}</a></p></div></li>`
        )}</ul>`
      })

const applyCard = (
  { change, detail }: RecommendationData,
  {
    currency,
    org,
    request
  }: { readonly currency: string; readonly org: string; readonly request: BrowserRequest }
): Html | null => {
  if (detail.status !== "pending") return null
  const back = pagePaths.optimization(org, detail.id)
  const { preview } = change ?? {}
  return card({
    id: "apply",
    title: "Apply it",
    body:
      change === null
        ? html`<p>An admin or owner can apply or dismiss it.</p>`
        : previewBox({
            request,
            org,
            change,
            back,
            button: applyLabel(preview?.would_apply ?? [], detail.findings, currency),
            checks: preview?.blocked_keywords === undefined ? [] : [blockedCheck(preview.blocked_keywords)],
            content: html`<ul class="bullets">${(preview?.would_apply ?? []).map(({ summary }) => html`<li>${summary}</li>`)}</ul>
${preview?.would_lose === undefined ? null : lossTable("loss", preview.would_lose, currency)}`
          })
  })
}

const dismissCard = ({ id }: RecommendationDetail, org: string, request: BrowserRequest): Html =>
  card({
    id: "dismiss",
    title: "Dismiss it",
    lead: "The same is not recommended again. Undo brings it back.",
    body: form(
      request,
      pagePaths.change(org),
      html`<div class="stack">${changeFields(
        { operation: "recommendations.dismiss", input: { recommendation: id } },
        request,
        pagePaths.optimization(org, id)
      )}${textField({ name: "input.reason", label: "Reason", hint: "For the log and for others, at most 200 characters." })}<button class="quiet">Dismiss recommendation</button></div>`
    )
  })

/** /o/{org}/optimizations/{rec_id}: the evidence, what applying it would do, and what came of it. */
export const recommendationPage = (
  { data, frame }: PageData<RecommendationData>,
  request: BrowserRequest
): { readonly title: string; readonly body: Html } => {
  const { currency, slug: org } = frame.organization!
  const { detail } = data
  const pending = detail.status === "pending"
  return {
    title: detail.summary,
    body: html`${head({
      title: detail.summary,
      crumbs: [
        { label: "Optimizations", href: pagePaths.organization(org, "optimizations") },
        { label: recommendationLabels[detail.type] }
      ],
      badge: statusBadges[detail.status]
    })}
${doneBanner(request, org)}
${
  detail.status === "dismissed"
    ? banner("plain", "It was dismissed. The same is not recommended again.")
    : detail.status === "undone"
      ? banner("plain", "It was applied and undone. The same is not recommended again.")
      : null
}
<div class="split">${card({
      id: "evidence",
      title: "Evidence",
      note: evidenceNote(detail),
      padded: false,
      body: evidence("evidence", detail.findings, currency)
    })}
<div class="aside stack">${savingCard(detail, currency)}${card({
      id: "about",
      title: "Recommendation",
      body: facts([
        ["Campaign", html`<a href="${pagePaths.campaign(org, detail.campaign)}">${detail.campaignName}</a>`],
        ["Found", relative(detail.createdAt)],
        ["Decided", detail.decidedAt === null ? null : relative(detail.decidedAt)]
      ])
    })}</div>
${applyCard(data, { currency, org, request })}${pending && mayCall(frame, "recommendations.apply") ? dismissCard(detail, org, request) : null}
${historyCard(detail, org)}</div>`
  }
}
