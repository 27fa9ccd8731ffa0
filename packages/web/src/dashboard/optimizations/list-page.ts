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
import { type Content, type Html, html } from "../../kit/html.ts"
import type { BrowserRequest } from "../../kit/page.ts"
import { exportLink, linkToFile } from "../../kit/table-file.ts"
import {
  badge,
  banner,
  card,
  count,
  empty,
  filterMenu,
  head,
  hidden,
  icon,
  items,
  linkButton,
  moment,
  money,
  relative,
  select,
  waiting
} from "../../parts/index.ts"
import { decidedItems, pendingItems } from "../approvals/approval-list.ts"
import { blockedCheck } from "../campaign/exclusion-preview.ts"
import { doneBanner } from "../change/index.ts"
import { previewBox } from "../change/preview-box.ts"
import { mayCall, type PreviewedChange } from "../change/previewed-change.ts"
import { withoutFigures } from "../without-figures.ts"
import { certainty, rangeOfEvidence } from "./evidence-range.ts"
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

const reasonOf = ({ findings, range }: PendingRecommendation): string | null => {
  if (range !== null) return range.sentence
  const reason = findings.map((one) => one["reason"]).find((one) => typeof one === "string")
  return typeof reason === "string" ? reason : null
}

/** The end of the axis that all bars of costs per conversion share: outliers must not flatten the others. */
const endOfCosts = (pending: ReadonlyArray<PendingRecommendation>): number => {
  const ranges = pending.flatMap(({ range }) => (range?.measure === "cpa" ? [range] : []))
  const references = ranges.flatMap(({ reference }) => reference ?? [])
  const ends = ranges.map(({ high, low }) => (Number.isFinite(high) ? high : 2 * low))
  return references.length === 0
    ? Math.max(0, ...ends)
    : Math.min(4 * Math.max(...references), Math.max(0, ...ends, ...references))
}

/** What applying it is worth: money, or the conversions that more budget may bring. */
const gain = ({ findings: [first], saving }: PendingRecommendation, currency: string): Html => {
  if (saving !== null)
    return html`<b>${money(saving, currency)}</b><span class="small soft">saved a month</span>`
  const [cost, low, high] = ["extra_cost", "extra_conversions_low", "extra_conversions_high"].map(
    (name) => first?.[name]
  )
  return typeof cost === "number" && typeof low === "number" && typeof high === "number"
    ? html`<b>${low === high ? low : html`${low} – ${high}`} conv.</b><span class="small soft">for at most ${money(cost, currency)} a month</span>`
    : html`<b>Not estimated</b><span class="small soft">in money</span>`
}

const maxNamed = 3

/** The first terms or keywords of several, and where one chooses among them. */
const namedParts = ({ choosable, id }: PendingRecommendation, org: string): Html | null =>
  choosable.length < 2
    ? null
    : html`<p class="small"><bdi>${choosable
        .slice(0, maxNamed)
        .map((name) => `“${name}”`)
        .join(
          ", "
        )}</bdi>${choosable.length > maxNamed ? ` and ${choosable.length - maxNamed} more` : ""} · <a href="${pagePaths.optimization(org, id)}">Choose which</a></p>`

/** Pending recommendations of all campaigns, by money, then certainty. */
const recommendationList = (
  pending: ReadonlyArray<PendingRecommendation>,
  currency: string,
  { org, query }: BrowserRequest,
  mayApply: boolean
): Html => {
  const picked = pickedRecommendations(query)
  const end = endOfCosts(pending)
  const box = ({ id, summary, together }: PendingRecommendation): Html =>
    together && mayApply
      ? html`<input type="checkbox" name="pick" value="${id}" aria-label="Select: ${summary}"${picked.includes(id) ? html` checked` : null} />`
      : html`<span></span>`
  const list = html`<ul class="recs">${pending.map(
    (one) =>
      html`<li>${box(one)}<div><h3><a href="${pagePaths.optimization(org, one.id)}">${one.summary}</a></h3><p class="small soft">${one.campaignName} · ${recommendationLabels[one.type]}${one.together ? null : " · applied alone"} · found ${relative(one.createdAt)}</p>${reasonOf(one) === null ? null : html`<p class="small"><bdi>${reasonOf(one)}</bdi></p>`}${namedParts(one, org)}</div><div class="rbx">${one.range === null ? null : rangeOfEvidence(one.range, currency, end)}</div><div class="gain">${gain(one, currency)}<br />${certainty(one.range)}</div></li>`
  )}</ul>`
  return !mayApply || !pending.some(({ together }) => together)
    ? list
    : html`<form method="get" action="${pagePaths.organization(org, "optimizations")}#preview" data-picks="Preview selected|Preview 1 selected|Preview # selected">${hidden(filtersOf(query))}${list}<div class="sum row low"><span class="small soft">Exclusions and pauses are applied together. Others, such as budgets, are applied alone.</span><span class="end row">${picked.length === 0 ? null : linkButton(pagePaths.organization(org, "optimizations"), "Clear")}<button type="submit" class="quiet">${picked.length === 0 ? "Preview selected" : `Preview ${picked.length} selected`}</button></span></div></form>`
}

/** The campaign and the kind that the address chooses. */
const filtersOf = (query: URLSearchParams): Readonly<Record<string, string>> =>
  Object.fromEntries(
    ["campaign", "kind"].flatMap((name) => {
      const value = query.get(name)
      return value === null || value === "" ? [] : [[name, value]]
    })
  )

const filtered = <Row extends RecommendationSummary>(
  list: ReadonlyArray<Row>,
  query: URLSearchParams
): ReadonlyArray<Row> => {
  const { campaign, kind } = filtersOf(query)
  return list.filter(
    (one) =>
      (campaign === undefined || one.campaign === campaign) && (kind === undefined || one.type === kind)
  )
}

/** Menus of the campaigns and kinds that have recommendations. */
const filterMenus = (
  pending: ReadonlyArray<PendingRecommendation>,
  { org, query }: BrowserRequest
): Content => {
  const chosen = filtersOf(query)
  const menu = (name: "campaign" | "kind", all: string, choices: ReadonlyMap<string, string>) => {
    const link = (value: string | null, label: string) => {
      const { [name]: _, ...others } = chosen
      const search = new URLSearchParams({
        ...others,
        ...(value === null ? {} : { [name]: value })
      }).toString()
      return {
        href: `${pagePaths.organization(org, "optimizations")}${search === "" ? "" : `?${search}`}`,
        label,
        current: (chosen[name] ?? null) === value
      }
    }
    return choices.size < 2 && chosen[name] === undefined
      ? null
      : filterMenu(name === "campaign" ? "Campaign" : "Kind", [
          link(null, all),
          ...[...choices].map(([value, label]) => link(value, label))
        ])
  }
  return html`${menu("campaign", "All campaigns", new Map(pending.map((one) => [one.campaign, one.campaignName])))}${menu("kind", "Any kind", new Map(pending.map(({ type }) => [type, recommendationLabels[type]])))}`
}

const maxUndecided = 5

/** What looked like waste or a wrong target, but luck may explain. */
const undecidedCard = (undecided: RecommendationList["undecided"]): Html | null =>
  undecided.length === 0
    ? null
    : card({
        id: "undecided",
        title: "Not enough evidence yet",
        note: undecided.length > maxUndecided ? `${maxUndecided} of ${undecided.length}` : "",
        padded: false,
        body: html`<ul class="list">${undecided
          .slice(0, maxUndecided)
          .map(
            ({ campaignName, subject, text }) =>
              html`<li><span class="soft">${icon("clock")}</span><div><b><bdi>${subject}</bdi></b> <span class="small soft">${campaignName}</span><p>${text}</p></div></li>`
          )}</ul>`
      })

/** What applying the picked recommendations would do, with the button that does it. */
const togetherBox = (
  change: NonNullable<OptimizationsData["change"]>,
  campaigns: OptimizationsData["campaigns"],
  currency: string,
  request: BrowserRequest
): Html => {
  const { preview } = change
  const byCampaign = [...Map.groupBy(preview?.would_apply ?? [], ({ campaign }) => campaign)]
  const saving = preview?.estimated_monthly_saving ?? null
  return html`<div id="preview">${previewBox({
    request,
    change,
    back: pagePaths.organization(request.org, "optimizations"),
    button: `Apply ${count(pickedRecommendations(request.query).length, "recommendation")}`,
    note: "One undo for each campaign, or for all",
    checks: preview === undefined ? [] : [blockedCheck(preview.blocked_keywords)],
    content: html`${saving === null ? null : html`<p>Would have saved <b>${money(saving, currency)}</b> in the last 30 days.</p>`}${byCampaign.map(
      ([campaign, lines]) =>
        html`<h3>${campaigns.find(({ slug }) => slug === campaign)?.name ?? campaign}</h3><ul class="bullets">${lines.map(({ summary }) => html`<li><bdi>${summary}</bdi></li>`)}</ul>`
    )}`
  })}</div>`
}

const lastRunText = (run: RecommendationList["lastRun"]): Html | string =>
  run === null
    ? "The detectors run on each live search campaign once a day, after its ad account is synced."
    : html`Last daily run ${moment(run.at)}: ${count(run.campaigns, "search campaign")} checked, findings in ${run.withFindings}. Nothing is applied by itself.`

/** The answer as a title: how much there is to gain. */
const titleOf = ({ combinedSaving, lastRun, pendingTotal }: RecommendationList, currency: string): string => {
  if (pendingTotal === 0) return lastRun === null ? "Optimizations" : "Nothing to improve was found"
  const ways = pendingTotal === 1 ? "1 way" : `${pendingTotal.toLocaleString("en-US")} ways`
  return combinedSaving === null
    ? `${ways} to improve your campaigns`
    : `${ways} to improve, ${combinedSaving.atLeast ? "at least" : "about"} ${money(combinedSaving.amount, currency)} a month to save`
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

/** The recommendations that the address chooses, of one state or of all. */
export const chosenRecommendations = (
  { decided, pending }: RecommendationList,
  query: URLSearchParams
): ReadonlyArray<RecommendationSummary> => {
  const status = query.get("status")
  const list: ReadonlyArray<RecommendationSummary> = [...pending, ...decided]
  return filtered(
    list.filter((one) => status === null || one.status === status),
    query
  )
}

/** /o/{org}/optimizations: what waits for approval, what could be better, and what came of it. */
export const optimizationsPage = (
  { data, frame, organization }: OrganizationData<OptimizationsData>,
  request: BrowserRequest
): { readonly title: string; readonly body: Html } => {
  const { currency, slug: org } = organization
  const { combinedSaving: saving, decided, pending, pendingTotal } = data.recommendations
  const set = decided.filter(({ status }) => status !== "applied")
  const shown = filtered(pending, request.query)
  return {
    title: "Optimizations",
    body: html`<div data-live="recommendations">${head({
      title: titleOf(data.recommendations, currency),
      actions: html`${filterMenus(pending, request)}${pending.length + decided.length === 0 ? null : exportLink(request)}`,
      lead: lastRunText(data.recommendations.lastRun)
    })}</div>
${doneBanner(request)}
${detectedBanner(request, data.campaigns)}
<div class="split">
<div data-live="approvals">${
      data.pending.length === 0
        ? null
        : card({
            id: "approvals",
            title: "Approvals",
            note: waiting(data.pending.length),
            padded: false,
            body: pendingItems(data.pending)
          })
    }</div>
<div data-live="recommendations">${card({
      id: "recommendations",
      title: "Recommendations",
      note:
        pending.length === 0
          ? ""
          : `by money, then certainty · ${pendingTotal.toLocaleString("en-US")} pending${shown.length < pendingTotal ? `, ${shown.length} shown` : ""}${saving === null ? "" : `, together ${saving.atLeast ? "at least " : ""}${money(saving.amount, currency)} a month`}`,
      ...(saving?.atLeast ? { lead: `“At least”: ${lowerBoundReason}` } : {}),
      padded: false,
      body:
        shown.length === 0
          ? empty({
              icon: "optimizations",
              title: pending.length === 0 ? "No recommendations" : "None of these",
              ...(pending.length === 0
                ? withoutFigures(
                    organization,
                    "What the detectors find every day appears here, with its evidence and what it saves. None is applied by itself."
                  )
                : { text: "Other campaigns or kinds have recommendations." })
            })
          : recommendationList(shown, currency, request, mayCall(frame, "recommendations.apply_several")),
      ...(saving === null
        ? {}
        : {
            foot: `A saving comes from the cost of the last 30 days. ${savingMeaning(saving.conversions)} Together each keyword and search term counts once.`
          })
    })}</div>
<div class="aside stack">${data.change === null ? null : togetherBox(data.change, data.campaigns, currency, request)}${undecidedCard(data.recommendations.undecided)}${detectCard(data.campaigns, request)}${accuracyCard(data.accuracy, org, currency)}</div>
<div data-live="recommendations">${savingsCards(decided, org, currency)}${
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
    }</div>
<div data-live="approvals">${data.decided.length === 0 ? null : card({ id: "decided", title: "Decided lately", actions: linkToFile(pagePaths.queue(org)), padded: false, body: decidedItems(data.decided) })}</div></div>`
  }
}
