import type { DetectorAccuracy, RecommendationSummary } from "@adwarden/core"
import { pagePaths } from "@adwarden/core/contract"
import { type Content, type Html, html } from "../../kit/html.ts"
import type { FileResponse } from "../../kit/page.ts"
import { linkToFile, tableFile } from "../../kit/table-file.ts"
import { badge, card, count, day, money, table } from "../../parts/index.ts"

const plusDays = (at: string, days: number): string =>
  new Date(Date.parse(at) + days * 86_400_000).toISOString()

/** A measured saving, or when it will be measured. */
export const realisedCell = (
  amount: number | null,
  appliedAt: string | null,
  days: number,
  currency: string
): Content => {
  if (amount !== null)
    return html`<span class="${amount < 0 ? "bad" : "good"}">${money(amount, currency)}</span>`
  if (appliedAt === null) return "–"
  const due = plusDays(appliedAt, days)
  return Date.parse(due) > Date.now()
    ? html`<span class="soft">after ${day(due)}</span>`
    : html`<span class="soft">not measured</span>`
}

/** Applied recommendations: what each was estimated to save, and what it saved. */
export const savingsCards = (
  decided: ReadonlyArray<RecommendationSummary>,
  org: string,
  currency: string
): Html | null => {
  const rows = decided.filter(({ status }) => status === "applied")
  return rows.length === 0
    ? null
    : card({
        id: "savings",
        title: "Realised savings",
        note: "a month, beside the estimate",
        actions: linkToFile(pagePaths.organization(org, "optimizations"), "status=applied"),
        padded: false,
        body: table({
          labelledBy: "savings",
          rows,
          columns: [
            {
              title: "Applied",
              cell: ({ campaignName, decidedAt, id, summary }) =>
                html`<a href="${pagePaths.optimization(org, id)}">${summary}</a><span class="small">${campaignName}${decidedAt === null ? null : html` · ${day(decidedAt)}`}</span>`
            },
            {
              title: "Estimated",
              figure: true,
              cell: ({ saving }) => (saving === null ? "none" : money(saving, currency))
            },
            {
              title: "After 14 days",
              figure: true,
              rank: 2,
              cell: ({ decidedAt, realised14d, saving }) =>
                saving === null ? "none" : realisedCell(realised14d, decidedAt, 14, currency)
            },
            {
              title: "After 30 days",
              figure: true,
              cell: ({ decidedAt, realised30d, saving }) =>
                saving === null ? "none" : realisedCell(realised30d, decidedAt, 30, currency)
            }
          ]
        }),
        foot: "Measured by the cost of what was stopped, for each day on which the campaign served, before and after."
      })
}

/** Recommendations with what they were estimated to save, and what they saved. */
export const recommendationsFile = (
  rows: ReadonlyArray<RecommendationSummary>,
  org: string,
  currency: string
): FileResponse =>
  tableFile({
    name: `${org}-recommendations`,
    rows,
    columns: {
      recommendation: ({ id }) => id,
      campaign: ({ campaign }) => campaign,
      campaign_name: ({ campaignName }) => campaignName,
      kind: ({ type }) => type,
      summary: ({ summary }) => summary,
      status: ({ status }) => status,
      saving_monthly: ({ saving }) => saving,
      realised_14d: ({ realised14d }) => realised14d,
      realised_30d: ({ realised30d }) => realised30d,
      found_at: ({ createdAt }) => createdAt,
      decided_at: ({ decidedAt }) => decidedAt,
      currency: () => currency
    }
  })

/** How far estimates of each kind came true. */
export const accuracyCard = (
  accuracy: ReadonlyArray<DetectorAccuracy>,
  org: string,
  currency: string
): Html =>
  card({
    id: "accuracy",
    title: "How accurate estimates are",
    lead: "Of applied recommendations whose saving was measured, a month.",
    ...(accuracy.length === 0
      ? {}
      : { actions: linkToFile(pagePaths.tableOf(pagePaths.organization(org, "optimizations"), "accuracy")) }),
    padded: accuracy.length === 0,
    body:
      accuracy.length === 0
        ? html`<p class="small soft">Nothing was measured yet. The first result comes 14 days after a recommendation is applied.</p>`
        : table({
            labelledBy: "accuracy",
            rows: accuracy,
            columns: [
              {
                title: "Kind",
                cell: ({ label, measured, unreliable }) =>
                  html`${label}<span class="small">${count(measured, "application")}</span>${unreliable ? badge("fail", "Unreliable") : null}`
              },
              { title: "Estimated", figure: true, cell: ({ estimated }) => money(estimated, currency) },
              { title: "Realised", figure: true, cell: ({ realised }) => money(realised, currency) }
            ]
          })
  })

export const accuracyFile = (
  rows: ReadonlyArray<DetectorAccuracy>,
  org: string,
  currency: string
): FileResponse =>
  tableFile({
    name: `${org}-accuracy`,
    rows,
    columns: {
      kind: ({ type }) => type,
      applications: ({ measured }) => measured,
      estimated_monthly: ({ estimated }) => estimated,
      realised_monthly: ({ realised }) => realised,
      unreliable: ({ unreliable }) => unreliable,
      currency: () => currency
    }
  })
