import {
  type CurrentOrganization,
  type OrganizationPageReader,
  PeopleWrites,
  type PeopleWritesShape
} from "@adwarden/core"
import { type Output, type PeopleWriteName, pagePaths } from "@adwarden/core/contract"
import { Effect } from "effect"
import { together } from "../../kit/dashboard-page.ts"
import { type Html, html } from "../../kit/html.ts"
import { cursorOf, nextPage } from "../../kit/local-path.ts"
import type { BrowserRequest } from "../../kit/page.ts"
import type { PageRouter } from "../../kit/page-router.ts"
import {
  badge,
  type Column,
  card,
  count,
  empty,
  hidden,
  linkButton,
  money,
  segments,
  table
} from "../../parts/index.ts"
import { changeCard, peopleWriteBox } from "../change/preview-box.ts"
import { type PreviewedChange, previewPeopleWrite } from "../change/previewed-change.ts"
import { type Campaign, campaignPage, changePath, mayChange } from "./campaign-page.ts"

type Keyword = Output<"keywords.list">["keywords"][number]

/** A keyword in an address: its match type, then its text. */
const keywordValue = ({ match_type, text }: Pick<Keyword, "match_type" | "text">): string =>
  `${match_type} ${text}`

const changes = {
  paused: { write: "keywords.set_state", verb: "Pause" },
  enabled: { write: "keywords.set_state", verb: "Enable" },
  removed: { write: "keywords.remove", verb: "Remove" }
} as const satisfies Record<string, { readonly write: PeopleWriteName; readonly verb: string }>
type KeywordChangeName = keyof typeof changes

/** The keywords that the address picks: a write takes so many at once. */
const chosenKeywords = ({ query }: BrowserRequest): ReadonlyArray<string> =>
  [...new Set(query.getAll("keyword"))].slice(0, 200)

/** What the address asks of keywords, and its preview. */
interface KeywordChange {
  readonly name: KeywordChangeName
  readonly chosen: ReadonlyArray<string>
  readonly previewed: PreviewedChange<PeopleWriteName>
}

/** Previews what the address asks of the chosen keywords; null if it asks for nothing. */
const readKeywordChange = (
  reader: OrganizationPageReader,
  people: PeopleWritesShape,
  slug: string,
  request: BrowserRequest
) => {
  const name = request.query.get("set") ?? ""
  const chosen = chosenKeywords(request)
  if (!Object.hasOwn(changes, name) || chosen.length === 0) return Effect.succeed(null)
  const change = name as KeywordChangeName
  const keywords = chosen.map((value) => {
    const at = value.indexOf(" ")
    return { match: value.slice(0, at), text: value.slice(at + 1) }
  })
  return Effect.map(
    previewPeopleWrite(reader, people, changes[change].write, {
      campaign: slug,
      keywords,
      ...(change === "removed" ? {} : { state: change })
    }),
    (previewed): KeywordChange => ({ name: change, chosen, previewed })
  )
}

/** What the chosen keywords brought, as far as they are listed. */
const trafficLine = (rows: ReadonlyArray<Keyword>, chosen: ReadonlyArray<string>, currency: string): Html => {
  const own = rows.filter((row) => chosen.includes(keywordValue(row)))
  const of = own.length < chosen.length ? ` (${own.length} of ${chosen.length} are on this page)` : ""
  const sum = (figure: (row: Keyword) => number) => own.reduce((total, row) => total + figure(row), 0)
  return html`<p>In the last 30 days${of}: ${count(
    sum(({ clicks_30d }) => clicks_30d),
    "click"
  )}, ${money(
    sum(({ cost_30d }) => cost_30d),
    currency
  )}, ${count(
    sum(({ conversions_30d }) => conversions_30d),
    "conversion"
  )}.</p>`
}

/** The preview of a change of keywords. */
const keywordChangeCard = (
  { chosen, name, previewed }: KeywordChange,
  rows: ReadonlyArray<Keyword>,
  {
    currency,
    page,
    request
  }: { readonly currency: string; readonly page: string; readonly request: BrowserRequest }
): Html => {
  const [first = ""] = chosen
  const what =
    chosen.length === 1 ? `“${first.slice(first.indexOf(" ") + 1)}”` : count(chosen.length, "keyword")
  const button = `${changes[name].verb} ${what}`
  const details = trafficLine(rows, chosen, currency)
  return changeCard(button, page, peopleWriteBox({ request, change: previewed, details, button, back: page }))
}

const sorts = ["cost", "clicks", "conversions"] as const
const states = ["enabled", "paused"] as const

/** What the address of the list chooses. */
interface KeywordFilters {
  readonly state?: (typeof states)[number]
  readonly sort?: (typeof sorts)[number]
}

const keywordFilters = ({ query }: BrowserRequest): KeywordFilters => {
  const state = states.find((one) => one === query.get("state"))
  const sort = sorts.find((one) => one === query.get("sort"))
  return { ...(state === undefined ? {} : { state }), ...(sort === undefined ? {} : { sort }) }
}

/** The address of the list with these choices, from its beginning. */
const keywordAddress = (base: string, filters: KeywordFilters): string => {
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

type List = Output<"keywords.list">

const listCard = (
  list: List,
  campaign: Campaign,
  organization: CurrentOrganization,
  request: BrowserRequest
): Html => {
  const base = pagePaths.campaign(organization.slug, campaign.slug, "keywords")
  const chosen = keywordFilters(request)
  const older = nextPage(request, list.next_cursor)
  const draft = campaign.state === "draft" && campaign.last_synced_at === null
  const add =
    draft && mayChange(organization)
      ? linkButton(changePath(organization.slug, campaign.slug, "keywords"), "Add keywords", "quiet tiny")
      : null
  const stateLink = (state: (typeof states)[number] | undefined) =>
    keywordAddress(base, {
      ...(chosen.sort === undefined ? {} : { sort: chosen.sort }),
      ...(state && { state })
    })
  return card({
    id: "list",
    title: count(list.total, "keyword"),
    note: "the last 30 days with data",
    actions: html`${segments("State", [
      { label: "All", href: stateLink(undefined), current: chosen.state === undefined },
      ...states.map((state) => ({
        label: state,
        href: stateLink(state),
        current: chosen.state === state
      }))
    ])}${add}`,
    padded: false,
    body:
      list.keywords.length === 0
        ? empty({
            icon: "campaigns",
            title: "No keywords",
            text: "Keywords decide which searches show the ads of the campaign."
          })
        : keywordTable(list.keywords, { campaign, organization, request, base }),
    ...(older === null ? {} : { foot: linkButton(older, "Next page", "quiet tiny") })
  })
}

/** /o/{org}/campaigns/{slug}/keywords. */
export const campaignKeywords = (router: PageRouter) =>
  Effect.gen(function* () {
    const people = yield* PeopleWrites
    campaignPage(router, {
      tab: "keywords",
      read: (reader, slug, request) =>
        together({
          list: reader.read("keywords.list", {
            slug,
            limit: 50,
            ...keywordFilters(request),
            ...cursorOf(request)
          }),
          change: readKeywordChange(reader, people, slug, request)
        }),
      render: ({ campaign, data: { change, list }, organization }, request) => {
        const { currency, slug: org } = organization
        const page = pagePaths.campaign(org, campaign.slug, "keywords")
        return {
          body: html`${
            change === null ? null : keywordChangeCard(change, list.keywords, { currency, page, request })
          }${listCard(list, campaign, organization, request)}`
        }
      }
    })
  })
