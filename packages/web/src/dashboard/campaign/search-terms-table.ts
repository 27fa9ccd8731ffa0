import type { SearchOfCampaign, SearchPage } from "@adwarden/core"
import { pagePaths } from "@adwarden/core/contract"
import { type Content, type Html, html } from "../../kit/html.ts"
import { badge, count, day, hidden, money, select, table } from "../../parts/index.ts"
import {
  exclusionMatches,
  type SearchTermsQuery,
  type searchSorts,
  searchTermsAddress,
  searchTermsParameters
} from "./search-terms-query.ts"

interface SearchTermsTable {
  readonly org: string
  readonly currency: string
  readonly path: string
  readonly query: SearchTermsQuery
  readonly found: SearchPage
  readonly canExclude: boolean
  /** What excluding the picked searches would do. */
  readonly preview: Html | null
}

const conversionsOf = (number: number): string =>
  `${number.toLocaleString("en-US", { maximumFractionDigits: 2 })} ${number === 1 ? "conversion" : "conversions"}`

/** What an exclusion of one search would lose, or why it cannot be excluded. */
const lossCell = (
  { conversions90d, converted, excludedBy, waitsIn }: SearchOfCampaign,
  org: string
): Html => {
  if (excludedBy !== null)
    return html`${badge("plain", "Excluded")}<span class="small">by “${excludedBy.text}” (${excludedBy.match})</span>`
  if (waitsIn !== null)
    return html`${badge("wait", "Exclusion waits")}<span class="small"><a href="${pagePaths.optimization(org, waitsIn)}">Review</a></span>`
  return conversions90d > 0 && converted !== null
    ? html`<span class="warn">${conversionsOf(conversions90d)} in 90 days</span><span class="small">last on ${day(converted)}</span>`
    : html`nothing in 90 days`
}

const isPickable = ({ excludedBy, waitsIn }: SearchOfCampaign): boolean =>
  excludedBy === null && waitsIn === null

const matchChoices: Readonly<Record<(typeof exclusionMatches)[number], string>> = {
  exact: "exactly these searches",
  phrase: "every search that contains them"
}

/** The sum of what is picked, and the button that previews its exclusion. */
const foot = ({ currency, found, query }: SearchTermsTable): Html => {
  const picked = found.picked.filter(isPickable)
  const sum = (figure: (row: SearchOfCampaign) => number) =>
    picked.reduce((total, row) => total + figure(row), 0)
  const summary: Content =
    picked.length === 0
      ? html`<span>Pick searches to see what excluding them would lose.</span>`
      : html`<b>${picked.length} picked</b><span>${money(
          Math.round(sum(({ cost }) => cost) * 100) / 100,
          currency
        )} in ${query.days} days, ${count(
          sum(({ clicks }) => clicks),
          "click"
        )}, ${conversionsOf(sum(({ conversions }) => conversions))}</span>`
  return html`<div class="foot row low">${summary}<span class="end row low">${select({
    name: "match",
    label: "Exclude",
    value: query.match,
    choices: exclusionMatches.map((value) => ({ value, label: matchChoices[value] }))
  })}<button type="submit"${query.picked.length === 0 ? null : html` class="quiet"`}>${
    picked.length === 0 ? "Preview exclusions" : `Preview ${count(picked.length, "exclusion")}`
  }</button></span></div>`
}

/** What people typed, with what each cost and what its exclusion would lose. */
export const searchTermsTable = (options: SearchTermsTable): Html => {
  const { canExclude, currency, found, org, path, preview, query } = options
  const sorted = (sort: (typeof searchSorts)[number]) => ({
    href: searchTermsAddress(path, query, { sort }),
    now: query.sort === sort ? ("descending" as const) : null
  })
  const list = table<SearchOfCampaign>({
    labelledBy: "terms",
    rows: found.rows,
    picking: canExclude
      ? {
          name: "pick",
          value: ({ term }) => term,
          label: ({ term }) => `Exclude ${term}`,
          picked: ({ term }) => query.picked.includes(term),
          disabled: (row) => !isPickable(row)
        }
      : undefined,
    columns: [
      { title: "Search term", cell: ({ term }) => html`<bdi>${term}</bdi>` },
      {
        title: "Clicks",
        figure: true,
        rank: 2,
        sort: sorted("clicks"),
        cell: ({ clicks }) => clicks.toLocaleString("en-US")
      },
      { title: "Cost", figure: true, sort: sorted("cost"), cell: ({ cost }) => money(cost, currency) },
      {
        title: "Conv.",
        figure: true,
        rank: 2,
        sort: sorted("conversions"),
        cell: ({ conversions }) => conversions.toLocaleString("en-US")
      },
      { title: "If excluded, you lose", cell: (row) => lossCell(row, org) }
    ]
  })
  if (!canExclude)
    return html`${list}<p class="foot">An admin or owner can exclude searches from this page.</p>`
  const here = new Set(found.rows.map(({ term }) => term))
  const kept = searchTermsParameters({ ...query, match: "exact", picked: [] })
  const elsewhere = found.picked.filter((row) => !here.has(row.term) && isPickable(row))
  return html`<form method="get" action="${path}#preview" data-picks="Preview exclusions|Preview 1 exclusion|Preview # exclusions">${hidden(Object.fromEntries(kept))}${elsewhere.map(({ term }) => hidden({ pick: term }))}${list}${foot(options)}</form>${preview}`
}
