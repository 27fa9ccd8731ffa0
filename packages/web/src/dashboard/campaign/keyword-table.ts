import type { CurrentOrganization } from "@adwarden/core"
import type { BrowserRequest } from "../../kit/browser-request.ts"
import { type Html, html } from "../../kit/html.ts"
import { badge, type Column, hidden, linkButton, money, table } from "../../parts/index.ts"
import type { Campaign } from "./campaign-page.ts"
import { chosenKeywords, type Keyword, keywordValue } from "./keyword-change.ts"
import { mayChange } from "./settings-card.ts"

const sorts = ["cost", "clicks", "conversions"] as const
const states = ["enabled", "paused"] as const

/** What the address of the list chooses. */
export interface KeywordFilters {
  readonly state?: (typeof states)[number]
  readonly sort?: (typeof sorts)[number]
}

export const keywordFilters = ({ query }: BrowserRequest): KeywordFilters => {
  const state = states.find((one) => one === query.get("state"))
  const sort = sorts.find((one) => one === query.get("sort"))
  return { ...(state === undefined ? {} : { state }), ...(sort === undefined ? {} : { sort }) }
}

/** The address of the list with these choices, from its beginning. */
export const keywordAddress = (base: string, filters: KeywordFilters): string => {
  const query = new URLSearchParams({ ...filters })
  return query.size === 0 ? base : `${base}?${query}`
}

interface Shown {
  readonly campaign: Campaign
  readonly organization: CurrentOrganization
  readonly request: BrowserRequest
  /** The address of the list. */
  readonly base: string
}

/** A keyword that no longer serves as it could: the ad platform's score from 1 to 10. */
const scoreOf = ({ quality_score: score }: Keyword): string => (score == null ? "unknown" : `${score} of 10`)

const columnsOf = (
  rows: ReadonlyArray<Keyword>,
  { base, campaign, organization, request }: Shown
): ReadonlyArray<Column<Keyword>> => {
  const { currency } = organization
  const filters = keywordFilters(request)
  const neverLaunched = campaign.state === "draft" && campaign.last_synced_at === null
  const link = (row: Keyword, set: string, label: string, kind: "quiet tiny" | "quiet bad tiny") =>
    linkButton(
      `${base}?${new URLSearchParams({ set, keyword: keywordValue(row) })}#change`,
      html`${label}<span class="sr"> ${row.text}</span>`,
      kind
    )
  const sorted = (sort: (typeof sorts)[number]) => ({
    href: keywordAddress(base, { ...filters, sort }),
    now: (filters.sort ?? "cost") === sort ? ("descending" as const) : null
  })
  const actions: ReadonlyArray<Column<Keyword>> = mayChange(organization)
    ? [
        {
          title: "Change",
          actions: true,
          cell: (row) =>
            html`<div class="row">${
              row.state === "enabled"
                ? link(row, "paused", "Pause", "quiet tiny")
                : link(row, "enabled", "Enable", "quiet tiny")
            }${neverLaunched ? link(row, "removed", "Remove", "quiet bad tiny") : null}</div>`
        }
      ]
    : []
  return [
    {
      title: "Keyword",
      cell: ({ match_type, state, text }) =>
        html`<bdi>${text}</bdi> ${state === "paused" ? badge("paused", "Paused") : null}<span class="small">${match_type}</span>`
    },
    {
      title: "Clicks",
      figure: true,
      rank: 2,
      sort: sorted("clicks"),
      cell: ({ clicks_30d }) => clicks_30d.toLocaleString("en-US")
    },
    { title: "Cost", figure: true, sort: sorted("cost"), cell: ({ cost_30d }) => money(cost_30d, currency) },
    {
      title: "CPC",
      figure: true,
      rank: 3,
      cell: ({ avg_cpc, clicks_30d }) => (clicks_30d === 0 ? "–" : money(avg_cpc, currency))
    },
    {
      title: "Conversions",
      figure: true,
      rank: 2,
      sort: sorted("conversions"),
      cell: ({ conversions_30d }) => conversions_30d
    },
    ...(rows.some(({ quality_score }) => quality_score != null)
      ? [{ title: "Quality score", figure: true, rank: 3, cell: scoreOf } as const]
      : []),
    ...actions
  ]
}

/** Keywords with their figures. People who can change them pick several and pause or enable them together. */
export const keywordTable = (rows: ReadonlyArray<Keyword>, shown: Shown): Html => {
  const { base, organization, request } = shown
  const columns = columnsOf(rows, shown)
  if (!mayChange(organization)) return table({ labelledBy: "list", rows, columns })
  const chosen = chosenKeywords(request)
  const here = new Set(rows.map(keywordValue))
  const cursor = request.query.get("cursor")
  const kept = { ...keywordFilters(request), ...(cursor === null ? {} : { cursor }) }
  return html`<form method="get" action="${base}#change">${hidden(kept)}${chosen
    .filter((value) => !here.has(value))
    .map((keyword) => hidden({ keyword }))}${table({
    labelledBy: "list",
    rows,
    columns,
    picking: {
      name: "keyword",
      value: keywordValue,
      label: ({ text }) => `Pick ${text}`,
      picked: (row) => chosen.includes(keywordValue(row))
    }
  })}<div class="foot row"><span>Pick keywords to pause or enable them together.</span><span class="end row"><button class="quiet tiny" name="set" value="paused">Preview pausing</button><button class="quiet tiny" name="set" value="enabled">Preview enabling</button></span></div></form>`
}
