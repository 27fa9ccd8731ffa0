import { findingDays, type RecommendationDetail, recommendationLabels } from "@adwarden/core"
import { type Content, type Html, html } from "../../kit/html.ts"
import { badge, type Column, facts, money, table } from "../../parts/index.ts"

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
export const evidenceNote = ({ findings, type }: RecommendationDetail): string => {
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
    : badge("info", `${action[0]!.toUpperCase()}${action.slice(1)}`)
}

const nameCell = (finding: Finding): Html => {
  const name = names.map((field) => finding[field]).find((value) => typeof value === "string")
  const terms = finding["terms"]
  return html`<bdi>${String(name)}</bdi>${Array.isArray(terms) ? html`<span class="small">in ${terms.map((term) => `“${term}”`).join(", ")}</span>` : null}${typeof finding["reason"] === "string" ? html`<span class="small">${finding["reason"]}</span>` : null}`
}

/** What a recommendation rests on: a table of findings, or facts if it is about the campaign as a whole. */
export const evidence = (
  labelledBy: string,
  findings: RecommendationDetail["findings"],
  currency: string
): Html => {
  const present = [...new Set(findings.flatMap((finding) => Object.keys(finding)))]
    .filter((name) => fieldOf(name) !== undefined)
    .toSorted((a, b) => rankOf(a) - rankOf(b))
  const [first] = findings
  if (first === undefined || !names.some((name) => typeof first[name] === "string"))
    return html`<div class="pad stack">${facts(
      present.map((name) => [fieldOf(name)![0], shown(first?.[name], fieldOf(name)![1], currency)] as const)
    )}${typeof first?.["reason"] === "string" ? html`<p>${first["reason"]}</p>` : null}</div>`
  const columns: ReadonlyArray<Column<Finding>> = [
    { title: "Found", cell: nameCell },
    ...present.map((name): Column<Finding> => {
      const [title, kind] = fieldOf(name)!
      const isCost = name.startsWith("cost") || name === "term_cost"
      return {
        title,
        cell: (finding) => shown(finding[name], kind, currency),
        ...(kind === "text" ? {} : { figure: true as const }),
        ...(isCost ? {} : { rank: 2 as const })
      }
    }),
    ...(findings.some(({ action }) => typeof action === "string")
      ? [{ title: "Applying", cell: ({ action }: Finding) => actionBadge(action) }]
      : [])
  ]
  return table({ labelledBy, rows: findings, columns })
}
