import {
  CampaignSearches,
  type CampaignSearchesRequest,
  type SearchOfCampaign,
  type SearchPage
} from "@adwarden/core"
import { pagePaths } from "@adwarden/core/contract"
import { Effect } from "effect"
import { together } from "../../kit/dashboard-page.ts"
import { type Content, type Html, html } from "../../kit/html.ts"
import type { BrowserRequest } from "../../kit/page.ts"
import type { PageRouter } from "../../kit/page-router.ts"
import { daysOf, type Range, rangeOf } from "../../kit/range.ts"
import { exportLink, mostRows } from "../../kit/table-file.ts"
import {
  badge,
  card,
  count,
  day,
  empty,
  hidden,
  linkButton,
  money,
  pager,
  segments,
  select,
  table
} from "../../parts/index.ts"
import { mayCall, previewChange } from "../change/previewed-change.ts"
import { rangeBanner, rangePicker } from "../period.ts"
import { campaignFile, campaignPage } from "./campaign-page.ts"
import { exclusionPreview } from "./exclusion-preview.ts"

const searchSorts = ["cost", "clicks", "conversions"] as const
const exclusionMatches = ["exact", "phrase"] as const
const rowsOfPage = 50
/** How long the search terms of a day are kept. */
const keptDays = 180

/** What the address of a campaign's search terms chooses. */
interface SearchTermsQuery extends Omit<CampaignSearchesRequest, "days"> {
  /** How exclusions of the picked searches match. */
  readonly match: (typeof exclusionMatches)[number]
  /** The days that the address names. Else they are those of other pages. */
  readonly days: Readonly<Record<string, string>>
}

const oneOf = <A extends string>(all: ReadonlyArray<A>, text: string | null, otherwise: A): A =>
  all.find((one) => one === text) ?? otherwise

/** Reads the address. A value that does not exist is the default. */
const searchTermsQuery = ({ query }: BrowserRequest): SearchTermsQuery => {
  const from = Number(query.get("row") ?? 0)
  return {
    days: Object.fromEntries([...query].filter(([name]) => ["days", "from", "to"].includes(name))),
    wasteOnly: query.get("filter") === "waste",
    sort: oneOf(searchSorts, query.get("sort"), "cost"),
    match: oneOf(exclusionMatches, query.get("match"), "exact"),
    offset: Number.isSafeInteger(from) && from > 0 ? from : 0,
    limit: rowsOfPage,
    picked: [...new Set(query.getAll("pick"))].slice(0, 100)
  }
}

/** The parameters of an address, without those that have their default. */
const searchTermsParameters = ({
  days,
  match,
  offset,
  picked,
  sort,
  wasteOnly
}: SearchTermsQuery): ReadonlyArray<readonly [name: string, value: string]> => [
  ...Object.entries(days),
  ...(wasteOnly ? [["filter", "waste"] as const] : []),
  ...(sort === "cost" ? [] : [["sort", sort] as const]),
  ...(offset === 0 ? [] : [["row", String(offset)] as const]),
  ...(match === "exact" ? [] : [["match", match] as const]),
  ...picked.map((term) => ["pick", term] as const)
]

/** The address of the same list with other choices. Another list starts at its beginning, with nothing picked. */
const searchTermsAddress = (
  path: string,
  query: SearchTermsQuery,
  changes: Partial<SearchTermsQuery>
): string => {
  const all = searchTermsParameters({ ...query, offset: 0, picked: [], ...changes })
  const parameters = new URLSearchParams(all.map(([name, value]): [string, string] => [name, value]))
  return parameters.size === 0 ? path : `${path}?${parameters}`
}

interface SearchTermsTable {
  readonly org: string
  readonly currency: string
  readonly path: string
  readonly query: SearchTermsQuery
  readonly range: Range
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

const sources = { keyword: "Keywords", ai_max: "AI Max", both: "Keywords, AI Max", unknown: "" } as const

const isPickable = ({ excludedBy, waitsIn }: SearchOfCampaign): boolean =>
  excludedBy === null && waitsIn === null

const matchChoices: Readonly<Record<(typeof exclusionMatches)[number], string>> = {
  exact: "exactly these searches",
  phrase: "every search that contains them"
}

/** The sum of what is picked, and the button that previews its exclusion. */
const foot = ({ currency, found, query, range }: SearchTermsTable): Html => {
  const picked = found.picked.filter(isPickable)
  const sum = (figure: (row: SearchOfCampaign) => number) =>
    picked.reduce((total, row) => total + figure(row), 0)
  const summary: Content =
    picked.length === 0
      ? html`<span>Pick searches to see what excluding them would lose.</span>`
      : html`<b>${picked.length} picked</b><span>${money(
          Math.round(sum(({ cost }) => cost) * 100) / 100,
          currency
        )} in ${count(daysOf(range), "day")}, ${count(
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
const searchTermsTable = (options: SearchTermsTable): Html => {
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
      { title: "Matched by", rank: 3, cell: ({ matchSource }) => sources[matchSource ?? "unknown"] },
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

const operation = "keywords.add_negatives"

const periodNote = (period: SearchPage["period"]): Html | string =>
  period === null ? "no days with data" : html`what people typed, ${day(period.from)} to ${day(period.to)}`

/** /o/{org}/campaigns/{slug}/search-terms: what people typed, and its exclusion with a preview. */
export const campaignSearchTerms = (router: PageRouter) =>
  Effect.gen(function* () {
    const searches = yield* CampaignSearches
    campaignFile(router, {
      tab: "search-terms",
      rows: ({ clearance, read }, slug, request) => {
        const { sort, wasteOnly } = searchTermsQuery(request)
        const { days } = rangeOf(request)
        const asked = { days, sort, wasteOnly, offset: 0, limit: mostRows, picked: [] }
        return Effect.map(
          Effect.zipRight(read("campaigns.get", { slug }), searches.of(clearance, slug, asked)),
          ({ period, rows }) => rows.map((row) => ({ ...row, period }))
        )
      },
      columns: ({ currency }) => ({
        search_term: ({ term }) => term,
        from: ({ period }) => period?.from ?? null,
        to: ({ period }) => period?.to ?? null,
        clicks: ({ clicks }) => clicks,
        cost: ({ cost }) => cost,
        conversions: ({ conversions }) => conversions,
        conversions_90d: ({ conversions90d }) => conversions90d,
        last_conversion: ({ converted }) => converted,
        matched_by: ({ matchSource }) => matchSource,
        excluded_by: ({ excludedBy }) => excludedBy?.text ?? null,
        currency: () => currency
      })
    })
    campaignPage(router, {
      tab: "search-terms",
      read: (reader, slug, request) => {
        const { match, picked, ...query } = searchTermsQuery(request)
        const labels = Object.fromEntries(picked.map((term, n) => [`keywords.${n}`, `“${term}”`]))
        return together({
          found: searches.of(reader.clearance, slug, { ...query, days: rangeOf(request).days, picked }),
          change:
            picked.length === 0
              ? Effect.succeed(null)
              : previewChange(reader, operation, { slug, keywords: picked, match_type: match }, labels)
        })
      },
      render: (
        { campaign, data: { change, found }, frame, organization: { currency, slug: org } },
        request
      ) => {
        const path = pagePaths.campaign(org, campaign.slug, "search-terms")
        const query = searchTermsQuery(request)
        const range = rangeOf(request)
        const address = (changes: Partial<typeof query>) => searchTermsAddress(path, query, changes)
        const { offset, wasteOnly } = query
        const next = offset + found.rows.length
        const summary = pagePaths.campaign(org, campaign.slug)
        const wayOut =
          offset > 0 || wasteOnly
            ? linkButton(address({ wasteOnly: false }), "Show all search terms")
            : campaign.state === "draft"
              ? linkButton(summary, "Open the launch checks")
              : daysOf(range) < 90
                ? linkButton(address({ days: { days: "90" } }), "Show 90 days")
                : linkButton(summary, "Open the summary")
        return {
          range,
          body: html`${rangeBanner(range, null)}<div class="row"><div class="row end">${rangePicker(request, range, found.period)}</div></div>${card(
            {
              id: "terms",
              title: count(found.total, "search term"),
              lead: html`${periodNote(found.period)}${daysOf(range) > keptDays ? `. They are kept for ${keptDays} days.` : null}`,
              actions: html`${segments("Filter", [
                { label: "All", href: address({ wasteOnly: false }), current: !wasteOnly },
                {
                  label: "Cost, no conversion",
                  href: address({ wasteOnly: true }),
                  current: wasteOnly
                }
              ])}${found.rows.length === 0 ? null : exportLink(request)}`,
              padded: false,
              body:
                found.rows.length === 0
                  ? empty({
                      icon: "campaigns",
                      title: offset > 0 ? "No more search terms" : "No search terms",
                      text: wasteOnly
                        ? "Every search of these days that cost something converted."
                        : "What people typed appears here once the ads are clicked, with its cost and what excluding it would lose.",
                      action: wayOut
                    })
                  : html`${searchTermsTable({
                      org,
                      currency,
                      path,
                      query,
                      range,
                      found,
                      canExclude: mayCall(frame, operation),
                      preview:
                        change === null
                          ? null
                          : html`<div class="pad">${exclusionPreview({
                              request,
                              currency,
                              change,
                              back: address({ offset })
                            })}</div>`
                    })}${
                      offset === 0 && next >= found.total
                        ? null
                        : pager({
                            first: offset + 1,
                            shown: found.rows.length,
                            total: found.total,
                            newer:
                              offset === 0
                                ? null
                                : address({
                                    offset: Math.max(0, offset - query.limit),
                                    picked: query.picked
                                  }),
                            older:
                              next >= found.total ? null : address({ offset: next, picked: query.picked })
                          })
                    }`
            }
          )}`
        }
      }
    })
  })
