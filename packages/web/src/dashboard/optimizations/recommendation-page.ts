import { findingDays, type RecommendationDetail, recommendationLabels, savingMeaning } from "@adwarden/core"
import { pagePaths } from "@adwarden/core/contract"
import type { OrganizationData } from "../../kit/dashboard-page.ts"
import { form } from "../../kit/forms.ts"
import { type Content, type Html, html } from "../../kit/html.ts"
import type { BrowserRequest } from "../../kit/page.ts"
import {
  badge,
  banner,
  type Column,
  card,
  count,
  facts,
  head,
  moment,
  money,
  type Picking,
  relative,
  table,
  textField
} from "../../parts/index.ts"
import { blockedCheck, lossTable } from "../campaign/exclusion-preview.ts"
import { doneBanner } from "../change/index.ts"
import { changeFields, previewBox } from "../change/preview-box.ts"
import { mayCall, type PreviewedChange } from "../change/previewed-change.ts"
import { certainty, rangeOfEvidence } from "./evidence-range.ts"
import { realisedCell } from "./savings.ts"

interface Line {
  readonly op: string
}

const counted: Readonly<Record<string, readonly [verb: string, one: string, many: string]>> = {
  add_negative_keyword: ["exclude", "search term", "search terms"],
  pause_keyword: ["pause", "keyword", "keywords"],
  add_keyword: ["add", "keyword", "keywords"]
}

const amounts: Readonly<Record<string, readonly [field: string, words: string]>> = {
  set_budget: ["suggested_budget", "set the daily budget to"],
  set_target_cpa: ["suggested_target", "set the target to"]
}

const wholes: Readonly<Record<string, string>> = {
  create_draft: "create the draft",
  switch_off_ai_max: "switch off AI Max"
}

const partOf = (
  op: string,
  number: number,
  findings: RecommendationDetail["findings"],
  currency: string
): string => {
  const [verb, one, many] = counted[op] ?? []
  if (verb !== undefined) return `${verb} ${count(number, one!, many!)}`
  const [field, words] = amounts[op] ?? []
  const amount = field === undefined ? undefined : findings[0]?.[field]
  if (typeof amount === "number") return `${words} ${money(amount, currency)}`
  return wholes[op] ?? "apply it"
}

/** What the button that applies a recommendation does: "Exclude 4 searches". */
const applyLabel = (
  lines: ReadonlyArray<Line>,
  findings: RecommendationDetail["findings"],
  currency: string
): string => {
  const parts = [...Map.groupBy(lines, ({ op }) => op)].map(([op, some]) =>
    partOf(op, some.length, findings, currency)
  )
  const label = parts.length === 0 ? "apply it" : parts.join(" and ")
  return `${label[0]!.toUpperCase()}${label.slice(1)}`
}

type Finding = RecommendationDetail["findings"][number]
type Kind = "money" | "share" | "number" | "text"

/** The fields of findings by name, in the order of their columns. Others are left out. */
const fields: Readonly<Record<string, readonly [title: string, kind: Kind]>> = {
  match_type: ["Match", "text"],
  current_match_type: ["Match today", "text"],
  suggested_match_type: ["Added as", "text"],
  state: ["State", "text"],
  rank: ["Rank", "number"],
  clicks: ["Clicks", "number"],
  clicks_30d: ["Clicks", "number"],
  term_clicks: ["Clicks", "number"],
  cost: ["Cost", "money"],
  cost_30d: ["Cost", "money"],
  term_cost: ["Cost", "money"],
  conversions: ["Conversions", "number"],
  conversions_30d: ["Conversions", "number"],
  term_conversions: ["Conversions", "number"],
  conversion_share: ["Share of conversions", "share"],
  cpa: ["CPA", "money"],
  term_cpa: ["CPA", "money"],
  reference_cpa: ["CPA to reach", "money"],
  avg_cpc: ["A click costs", "money"],
  campaign_avg_cpc: ["In the campaign", "money"],
  multiple: ["Times the average", "number"],
  budget_utilisation: ["Budget used, 7 days", "share"],
  days_without_impressions: ["Days without an ad shown", "number"],
  current_target: ["Target today", "money"],
  actual_cpa: ["A conversion costs", "money"],
  suggested_target: ["Suggested target", "money"],
  current_budget: ["Daily budget today", "money"],
  suggested_budget: ["Suggested daily budget", "money"],
  location: ["Location", "text"],
  audience: ["Customers", "text"]
}

/** The field that names a finding. */
const names = ["term", "text", "ad_name"] as const

const daysOf = (name: string): string | undefined => /^cost_(\d+)d$/.exec(name)?.[1]

/** Fields such as cost_7d name the days of the figures. */
const fieldOf = (name: string): readonly [title: string, kind: Kind] | undefined =>
  fields[name] ?? (daysOf(name) === undefined ? undefined : fields["cost"])

/** What the findings are about, and the days of their figures: all of a card have the same. */
const evidenceNote = ({ findings, type }: RecommendationDetail): string => {
  const days =
    Object.keys(findings[0] ?? {})
      .map(daysOf)
      .find((one) => one !== undefined) ?? findingDays(type)
  return `${recommendationLabels[type]}${days === undefined ? "" : `, last ${days} days`}`
}

const order = Object.keys(fields)
const rankOf = (name: string): number => {
  const index = order.indexOf(name)
  return index < 0 ? order.indexOf("cost") : index
}

const shown = (value: unknown, kind: Kind, currency: string): Content => {
  if (value === null || value === undefined) return "none"
  if (typeof value !== "number") return String(value)
  if (kind === "money") return money(value, currency)
  return kind === "share"
    ? `${Math.round(value * 1000) / 10}%`
    : value.toLocaleString("en-US", { maximumFractionDigits: 2 })
}

const actionBadge = (action: unknown): Html | null => {
  if (typeof action !== "string") return null
  return action === "review" || action === "keep"
    ? badge("plain", action === "review" ? "For review only" : "Stays")
    : badge(
        "info",
        action === "switch_off_ai_max" ? "AI Max off" : `${action[0]!.toUpperCase()}${action.slice(1)}`
      )
}

const nameCell = (finding: Finding): Html => {
  const name = names.map((field) => finding[field]).find((value) => typeof value === "string")
  const terms = finding["terms"]
  return html`<bdi>${String(name)}</bdi>${Array.isArray(terms) ? html`<span class="small">in ${terms.map((term) => `“${term}”`).join(", ")}</span>` : null}${typeof finding["reason"] === "string" ? html`<span class="small">${finding["reason"]}</span>` : null}`
}

/** Fields that stand below another one: a table of all of them would be wider than its card. */
const below: Readonly<Record<string, (finding: Finding, currency: string) => Html | null>> = {
  avg_cpc: ({ campaign_avg_cpc, multiple }, currency) =>
    typeof campaign_avg_cpc === "number" && typeof multiple === "number"
      ? html`<span class="small">${multiple.toFixed(1)} × ${money(campaign_avg_cpc, currency)}</span>`
      : null
}
const isBelow = (name: string): boolean => ["match_type", "campaign_avg_cpc", "multiple"].includes(name)
const widest = 6

/** The findings that the address picks, to apply only them. */
export const pickedFindings = (query: URLSearchParams): ReadonlyArray<string> => [
  ...new Set(query.getAll("only"))
]

/** What a recommendation rests on: a table of findings, or facts if it is about the campaign as a whole. */
const evidence = (
  labelledBy: string,
  { findings }: Pick<RecommendationDetail, "findings">,
  currency: string,
  picking?: Picking<Finding>
): Html => {
  const present = [...new Set(findings.flatMap((finding) => Object.keys(finding)))]
    .filter((name) => fieldOf(name) !== undefined)
    .toSorted((a, b) => rankOf(a) - rankOf(b))
  const [first] = findings
  if (first === undefined || !names.some((name) => typeof first[name] === "string"))
    return html`<div class="pad stack">${facts(
      present.map((name) => [fieldOf(name)![0], shown(first?.[name], fieldOf(name)![1], currency)] as const)
    )}${typeof first?.["reason"] === "string" ? html`<p>${first["reason"]}</p>` : null}</div>`
  const isWide = present.length > widest
  const columns: ReadonlyArray<Column<Finding>> = [
    {
      title: "Found",
      cell: (finding) =>
        html`${nameCell(finding)}${isWide && typeof finding["match_type"] === "string" ? html`<span class="small">${finding["match_type"]}</span>` : null}`
    },
    ...present
      .filter((name) => !isWide || !isBelow(name))
      .map((name): Column<Finding> => {
        const [title, kind] = fieldOf(name)!
        const isCost = name.startsWith("cost") || name === "term_cost"
        return {
          title,
          cell: (finding) =>
            html`${shown(finding[name], kind, currency)}${isWide ? (below[name]?.(finding, currency) ?? null) : null}`,
          ...(kind === "text" ? {} : { figure: true as const }),
          ...(isCost ? {} : { rank: 2 as const })
        }
      }),
    ...(findings.some(({ action }) => typeof action === "string")
      ? [{ title: "Applying", cell: ({ action }: Finding) => actionBadge(action) }]
      : [])
  ]
  return table({ labelledBy, rows: findings, columns, picking })
}

const nameOf = (finding: Finding): string => {
  const name = finding["term"] ?? finding["text"]
  return typeof name === "string" ? name : ""
}

/** The evidence of a pending recommendation, of which people can leave out what not to apply. */
const pickedEvidence = (
  detail: RecommendationDetail,
  currency: string,
  { org, query }: BrowserRequest
): Html => {
  const only = pickedFindings(query)
  const choosable = new Set(detail.choosable)
  const isPicked = (name: string) => only.length === 0 || only.includes(name)
  const picked = detail.choosable.filter(isPicked).length
  const list = evidence("evidence", detail, currency, {
    name: "only",
    value: nameOf,
    label: (finding) => `Apply ${nameOf(finding)}`,
    picked: (finding) => isPicked(nameOf(finding)),
    disabled: (finding) => !choosable.has(nameOf(finding))
  })
  return html`<form method="get" action="${pagePaths.optimization(org, detail.id)}#apply" data-picks="Preview all|Preview 1 selected|Preview # selected">${list}<div class="foot row low"><span>Untick what to leave out. The next daily run proposes it again.</span><span class="end"><button type="submit" class="quiet">Preview ${picked} selected</button></span></div></form>`
}

interface RecommendationData {
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

/** What speaks for it as a whole; nothing if it is no matter of chance. */
const rangeCard = ({ range }: RecommendationDetail, currency: string): Html | null =>
  range === null
    ? null
    : card({
        id: "range",
        title: "How sure it is",
        note: certainty(range) ?? "",
        body: html`${rangeOfEvidence(range, currency)}<p class="small soft">${range.sentence}</p>`
      })

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
            change,
            back,
            button: applyLabel(preview?.would_apply ?? [], detail.findings, currency),
            checks: preview?.blocked_keywords === undefined ? [] : [blockedCheck(preview.blocked_keywords)],
            content: html`<ul class="bullets">${(preview?.would_apply ?? []).map(({ summary }) => html`<li>${summary.replace(/ of type [a-z]+$/, "")}</li>`)}</ul>
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
      html`<div class="stack">${changeFields(
        { operation: "recommendations.dismiss", input: { recommendation: id } },
        request,
        pagePaths.optimization(org, id)
      )}${textField({ name: "input.reason", label: "Reason", hint: "For the log and for others, at most 200 characters." })}<button class="quiet">Dismiss recommendation</button></div>`,
      pagePaths.change(org)
    )
  })

/** /o/{org}/optimizations/{rec_id}: the evidence, what applying it would do, and what came of it. */
export const recommendationPage = (
  { data, frame, organization: { currency, slug: org } }: OrganizationData<RecommendationData>,
  request: BrowserRequest
): { readonly title: string; readonly body: Html } => {
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
${doneBanner(request)}
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
      body:
        data.change !== null && pending && detail.choosable.length > 0
          ? pickedEvidence(detail, currency, request)
          : evidence("evidence", detail, currency)
    })}
<div class="aside stack">${savingCard(detail, currency)}${rangeCard(detail, currency)}${card({
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
