import {
  type CurrentOrganization,
  campaignKeywordReads,
  type KeywordOfDays as Keyword,
  type OrganizationPageReader
} from "@adwarden/core"
import { matchTypes, type Output, pagePaths } from "@adwarden/core/contract"
import { Effect } from "effect"
import { together } from "../../kit/dashboard-page.ts"
import { type Html, html } from "../../kit/html.ts"
import { cursorOf, nextPage } from "../../kit/local-path.ts"
import type { BrowserRequest } from "../../kit/page.ts"
import type { PageRouter } from "../../kit/page-router.ts"
import { rangeOf } from "../../kit/range.ts"
import { everyRow, exportLink } from "../../kit/table-file.ts"
import {
  badge,
  banner,
  type Column,
  card,
  count,
  empty,
  hidden,
  linkButton,
  money,
  segments,
  select,
  table,
  textArea
} from "../../parts/index.ts"
import { changeCard, previewBox } from "../change/preview-box.ts"
import { type PreviewedChange, previewChange } from "../change/previewed-change.ts"
import { rangeBanner, rangePicker } from "../period.ts"
import { type Campaign, campaignFile, campaignPage, mayChange } from "./campaign-page.ts"
import { lossTable } from "./exclusion-preview.ts"

/** A keyword in an address: its match type, then its text. */
const keywordValue = ({ match_type, text }: Pick<Keyword, "match_type" | "text">): string =>
  `${match_type} ${text}`

const changes = {
  paused: { op: "pause", verb: "Pause" },
  enabled: { op: "enable", verb: "Enable" },
  removed: { op: "remove", verb: "Remove" }
} as const
type KeywordChangeName = keyof typeof changes

/** The keywords that the address picks: a write takes so many at once. */
const chosenKeywords = ({ query }: BrowserRequest): ReadonlyArray<string> =>
  [...new Set(query.getAll("keyword"))].slice(0, 200)

type Ad = Output<"campaigns.list_ads">["ads"][number]
type Previewed = PreviewedChange<"keywords.update">

/** What the address asks of keywords, with its preview. */
type KeywordChange =
  | {
      readonly name: KeywordChangeName
      readonly chosen: ReadonlyArray<string>
      readonly previewed: Previewed
    }
  /** The form that adds some; its preview once some are entered. */
  | { readonly name: "added"; readonly ads: ReadonlyArray<Ad>; readonly previewed: Previewed | null }

const linesOf = (text: string | null): ReadonlyArray<string> =>
  (text ?? "").split("\n").flatMap((line) => line.trim() || [])

/** The ad that the address names, else the first one without keywords of its own. */
const adOf = (ads: ReadonlyArray<Ad>, { query }: BrowserRequest): Ad | undefined =>
  ads.find(({ ad_id }) => String(ad_id) === query.get("ad")) ?? ads[0]

/** Previews what the address asks of keywords; null if it asks for nothing. */
const readKeywordChange = (reader: OrganizationPageReader, slug: string, request: BrowserRequest) =>
  Effect.gen(function* () {
    const name = request.query.get("set") ?? ""
    if (name === "added") {
      const { ads } = yield* reader.read("campaigns.list_ads", { slug, limit: 100 })
      const ad = adOf(ads, request)
      const match_type = request.query.get("match") ?? "phrase"
      const add = linesOf(request.query.get("keywords")).map((text) => ({
        op: "add",
        text,
        match_type,
        ...(ad === undefined ? {} : { ad_id: ad.ad_id })
      }))
      const previewed =
        add.length === 0 ? null : yield* previewChange(reader, "keywords.update", { slug, keywords: add })
      return { name, ads, previewed } satisfies KeywordChange
    }
    const chosen = chosenKeywords(request)
    if (!Object.hasOwn(changes, name) || chosen.length === 0) return null
    const change = name as KeywordChangeName
    const keywords = chosen.map((value) => {
      const at = value.indexOf(" ")
      return { op: changes[change].op, match_type: value.slice(0, at), text: value.slice(at + 1) }
    })
    const previewed = yield* previewChange(reader, "keywords.update", { slug, keywords })
    return { name: change, chosen, previewed } satisfies KeywordChange
  })

interface ChangeView {
  readonly currency: string
  readonly page: string
  readonly request: BrowserRequest
}

/** What a change would do, and what it would lose, with the button that makes it. */
const keywordBox = (change: Previewed, button: string, { currency, page, request }: ChangeView): Html => {
  const list = change.preview?.would_apply ?? []
  const known = change.preview?.already_there ?? []
  if (change.preview !== undefined && list.length === 0)
    return banner("plain", "Nothing would change: the keywords are like this already.")
  return previewBox({
    request,
    change,
    button,
    back: page,
    checks:
      known.length === 0
        ? []
        : [{ passes: null, name: "There already", detail: known.map((one) => `“${one}”`).join(", ") }],
    content: html`<ul class="bullets">${list.map(({ match_type, op, text }) => html`<li>${op} <bdi>${text}</bdi> <span class="soft">(${match_type})</span></li>`)}</ul>
${change.preview?.would_lose === undefined ? null : lossTable("loss", change.preview.would_lose, currency)}`
  })
}

const matchNames = {
  phrase: "phrase: contains its meaning",
  exact: "exact: has its meaning",
  broad: "broad: is related"
} as const

/** The form that adds keywords to an ad. */
const addCard = ({ ads, previewed }: KeywordChange & { readonly name: "added" }, view: ChangeView): Html => {
  const { page, request } = view
  const { query } = request
  const added = count(previewed?.preview?.would_apply.length ?? 0, "keyword")
  return changeCard(
    "Add keywords",
    page,
    html`<form method="get" action="${page}#change" class="stack">${hidden({ set: "added" })}${
      ads.length < 2
        ? null
        : select({
            name: "ad",
            label: "Ad",
            value: String(adOf(ads, request)?.ad_id),
            choices: ads.map(({ ad_id, name }) => ({ value: String(ad_id), label: name }))
          })
    }${textArea({ name: "keywords", label: "Keywords", hint: "One on each line", value: query.get("keywords") ?? "" })}${select(
      {
        name: "match",
        label: "Match type",
        value: query.get("match") ?? "phrase",
        choices: matchTypes.map((value) => ({ value, label: matchNames[value] }))
      }
    )}<div class="row"><button class="${previewed === null ? "" : "quiet"}">${previewed === null ? "Preview" : "Preview again"}</button></div></form>${
      previewed === null ? null : keywordBox(previewed, `Add ${added}`, view)
    }`
  )
}

/** A change of keywords above their list. */
const keywordChangeCard = (change: KeywordChange, view: ChangeView): Html => {
  if (change.name === "added") return addCard(change, view)
  const { chosen, name, previewed } = change
  const [first = ""] = chosen
  const what =
    chosen.length === 1 ? `“${first.slice(first.indexOf(" ") + 1)}”` : count(chosen.length, "keyword")
  const button = `${changes[name].verb} ${what}`
  return changeCard(button, view.page, keywordBox(previewed, button, view))
}

const sorts = ["cost", "clicks", "conversions"] as const
const states = ["enabled", "paused"] as const
const stateNames = { enabled: "Enabled", paused: "Paused" } as const

/** What the address of the list chooses. */
interface KeywordFilters {
  readonly state?: (typeof states)[number]
  readonly sort: (typeof sorts)[number]
}

const keywordFilters = ({ query }: BrowserRequest): KeywordFilters => {
  const state = states.find((one) => one === query.get("state"))
  const sort = sorts.find((one) => one === query.get("sort")) ?? "cost"
  return { ...(state === undefined ? {} : { state }), sort }
}

/** The address of the list with these choices, from its beginning. */
const keywordAddress = (base: string, filters: KeywordFilters): string => {
  const { sort, ...others } = filters
  const query = new URLSearchParams({ ...others, ...(sort === "cost" ? {} : { sort }) })
  return query.size === 0 ? base : `${base}?${query}`
}

interface Shown {
  readonly organization: CurrentOrganization
  readonly request: BrowserRequest
  /** The address of the list. */
  readonly base: string
}

/** A keyword that no longer serves as it could: the ad platform's score from 1 to 10. */
const scoreOf = ({ quality_score: score }: Keyword): string => (score == null ? "unknown" : `${score} of 10`)

/** What a conversion cost; null without one. */
const cpaOf = ({ conversions, cost }: Keyword): number | null =>
  conversions > 0 ? Math.round((cost / conversions) * 100) / 100 : null

const columnsOf = (
  rows: ReadonlyArray<Keyword>,
  { base, organization, request }: Shown
): ReadonlyArray<Column<Keyword>> => {
  const { currency } = organization
  const filters = keywordFilters(request)
  const link = (row: Keyword, set: string, label: string, kind: "quiet tiny" | "quiet bad tiny") =>
    linkButton(
      `${base}?${new URLSearchParams({ set, keyword: keywordValue(row) })}#change`,
      html`${label}<span class="sr"> ${row.text}</span>`,
      kind
    )
  const sorted = (sort: (typeof sorts)[number]) => ({
    href: keywordAddress(base, { ...filters, sort }),
    now: filters.sort === sort ? ("descending" as const) : null
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
            }${link(row, "removed", "Remove", "quiet bad tiny")}</div>`
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
      cell: ({ clicks }) => clicks.toLocaleString("en-US")
    },
    { title: "Cost", figure: true, sort: sorted("cost"), cell: ({ cost }) => money(cost, currency) },
    {
      title: "CPC",
      figure: true,
      rank: 3,
      cell: ({ avg_cpc, clicks }) => (clicks === 0 ? "–" : money(avg_cpc, currency))
    },
    {
      title: "Conversions",
      figure: true,
      rank: 2,
      sort: sorted("conversions"),
      cell: ({ conversions }) => conversions
    },
    {
      title: "CPA",
      figure: true,
      rank: 3,
      cell: (row) => {
        const cpa = cpaOf(row)
        return cpa === null ? "none" : money(cpa, currency)
      }
    },
    ...(rows.some(({ quality_score }) => quality_score != null)
      ? [{ title: "Quality score", figure: true, rank: 3, cell: scoreOf } as const]
      : []),
    ...actions
  ]
}

/** Keywords with their figures. People who can change them pick several and pause or enable them together. */
const keywordTable = (rows: ReadonlyArray<Keyword>, shown: Shown): Html => {
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

type List = Effect.Effect.Success<ReturnType<Effect.Effect.Success<typeof campaignKeywordReads>>>

const listCard = (
  list: List,
  campaign: Campaign,
  organization: CurrentOrganization,
  request: BrowserRequest
): Html => {
  const base = pagePaths.campaign(organization.slug, campaign.slug, "keywords")
  const chosen = keywordFilters(request)
  const older = nextPage(request, list.next_cursor)
  const isEmpty = list.keywords.length === 0
  const add =
    mayChange(organization) && !isEmpty
      ? linkButton(`${base}?set=added#change`, "Add keywords", "quiet tiny")
      : null
  const stateLink = (state: (typeof states)[number] | undefined) =>
    keywordAddress(base, {
      sort: chosen.sort,
      ...(state && { state })
    })
  return card({
    id: "list",
    title: count(list.total, "keyword"),
    actions: html`${segments("State", [
      { label: "All", href: stateLink(undefined), current: chosen.state === undefined },
      ...states.map((state) => ({
        label: stateNames[state],
        href: stateLink(state),
        current: chosen.state === state
      }))
    ])}${exportLink(request)}${add}`,
    padded: false,
    body: isEmpty
      ? empty({
          icon: "campaigns",
          ...(chosen.state === undefined
            ? {
                title: "No keywords yet",
                text: "Keywords decide which searches show the ads. Each appears here with its clicks, cost and conversions.",
                ...(mayChange(organization)
                  ? { action: linkButton(`${base}?set=added#change`, "Add keywords", "") }
                  : {})
              }
            : {
                title: `No ${chosen.state} keywords`,
                text: html`<a href="${stateLink(undefined)}">Show all keywords</a>`
              })
        })
      : keywordTable(list.keywords, { organization, request, base }),
    ...(older === null ? {} : { foot: linkButton(older, "Next page", "quiet tiny") })
  })
}

/** /o/{org}/campaigns/{slug}/keywords, and the same as a file. */
export const campaignKeywords = (router: PageRouter) =>
  Effect.map(campaignKeywordReads, (readKeywords) => {
    campaignFile(router, {
      tab: "keywords",
      rows: ({ clearance }, slug, request) =>
        everyRow(
          (page) =>
            readKeywords(clearance, slug, rangeOf(request).days, { ...keywordFilters(request), ...page }),
          ({ keywords, period }) => keywords.map((row) => ({ ...row, period }))
        ),
      columns: ({ currency }) => ({
        keyword: ({ text }) => text,
        match_type: (row) => row.match_type,
        state: ({ state }) => state,
        from: ({ period }) => period?.from ?? null,
        to: ({ period }) => period?.to ?? null,
        clicks: ({ clicks }) => clicks,
        cost: ({ cost }) => cost,
        avg_cpc: (row) => row.avg_cpc,
        conversions: ({ conversions }) => conversions,
        cpa: cpaOf,
        quality_score: (row) => row.quality_score ?? null,
        currency: () => currency
      })
    })
    campaignPage(router, {
      tab: "keywords",
      read: (reader, slug, request) =>
        together({
          list: readKeywords(reader.clearance, slug, rangeOf(request).days, {
            limit: 50,
            ...keywordFilters(request),
            ...cursorOf(request)
          }),
          change: readKeywordChange(reader, slug, request)
        }),
      render: ({ campaign, data: { change, list }, organization }, request) => {
        const { currency, slug: org } = organization
        const page = pagePaths.campaign(org, campaign.slug, "keywords")
        const range = rangeOf(request)
        return {
          range,
          body: html`${
            change === null ? null : keywordChangeCard(change, { currency, page, request })
          }${rangeBanner(range, null)}<div class="row"><div class="row end">${rangePicker(request, range, list.period)}</div></div>${listCard(list, campaign, organization, request)}`
        }
      }
    })
  })
