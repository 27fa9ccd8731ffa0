import { type CurrentOrganization, Pages, PeopleWrites } from "@adwarden/core"
import { type Output, pagePaths } from "@adwarden/core/contract"
import { Effect } from "effect"
import type { BrowserRequest } from "../../kit/browser-request.ts"
import { type Html, html } from "../../kit/html.ts"
import type { PageRouter } from "../../kit/page-router.ts"
import {
  badge,
  type Column,
  card,
  count,
  empty,
  linkButton,
  money,
  segments,
  table
} from "../../parts/index.ts"
import { cursorOf, nextPage } from "../organization/organization-page.ts"
import { type Campaign, campaignPage } from "./campaign-page.ts"
import { type Keyword, keywordChangeCard, keywordValue, readKeywordChange } from "./keyword-change.ts"
import { changePath, mayChange } from "./settings-card.ts"

type List = Output<"keywords.list">
const sorts = ["cost", "clicks", "conversions"] as const
const states = ["enabled", "paused"] as const

const filtersOf = ({ query }: BrowserRequest) => {
  const state = states.find((one) => one === query.get("state"))
  const sort = sorts.find((one) => one === query.get("sort"))
  return { ...(state === undefined ? {} : { state }), ...(sort === undefined ? {} : { sort }) }
}

/** A keyword that no longer serves as it could: the ad platform's score from 1 to 10. */
const scoreOf = ({ quality_score: score }: Keyword): string => (score == null ? "unknown" : `${score} of 10`)

const columnsOf = (
  campaign: Campaign,
  { currency, slug: org, ...rest }: CurrentOrganization,
  rows: ReadonlyArray<Keyword>
): ReadonlyArray<Column<Keyword>> => {
  const base = pagePaths.campaign(org, campaign.slug, "keywords")
  const neverLaunched = campaign.state === "draft" && campaign.last_synced_at === null
  const link = (row: Keyword, set: string, label: string, kind: "quiet tiny" | "quiet bad tiny") =>
    linkButton(
      `${base}?${new URLSearchParams({ set, keyword: keywordValue(row) })}#change`,
      html`${label}<span class="sr"> ${row.text}</span>`,
      kind
    )
  const actions: ReadonlyArray<Column<Keyword>> = mayChange({ currency, slug: org, ...rest })
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
    { title: "Clicks", figure: true, rank: 2, cell: ({ clicks_30d }) => clicks_30d.toLocaleString("en-US") },
    { title: "Cost", figure: true, cell: ({ cost_30d }) => money(cost_30d, currency) },
    {
      title: "CPC",
      figure: true,
      rank: 3,
      cell: ({ avg_cpc, clicks_30d }) => (clicks_30d === 0 ? "–" : money(avg_cpc, currency))
    },
    { title: "Conversions", figure: true, rank: 2, cell: ({ conversions_30d }) => conversions_30d },
    ...(rows.some(({ quality_score }) => quality_score != null)
      ? [{ title: "Quality score", figure: true, rank: 3, cell: scoreOf } as const]
      : []),
    ...actions
  ]
}

const listCard = (
  list: List,
  campaign: Campaign,
  organization: CurrentOrganization,
  request: BrowserRequest
): Html => {
  const base = pagePaths.campaign(organization.slug, campaign.slug, "keywords")
  const chosen = filtersOf(request)
  const older = nextPage(request, list.next_cursor)
  const draft = campaign.state === "draft" && campaign.last_synced_at === null
  const add =
    draft && mayChange(organization)
      ? linkButton(changePath(organization.slug, campaign.slug, "keywords"), "Add keywords", "quiet tiny")
      : null
  return card({
    id: "list",
    title: count(list.total, "keyword"),
    note: "the last 30 days with data",
    actions: html`${segments("State", [
      { label: "All", href: base, current: chosen.state === undefined },
      ...states.map((state) => ({
        label: state,
        href: `${base}?state=${state}`,
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
        : table({
            labelledBy: "list",
            rows: list.keywords,
            columns: columnsOf(campaign, organization, list.keywords)
          }),
    ...(older === null ? {} : { foot: linkButton(older, "Next page", "quiet tiny") })
  })
}

/** /o/{org}/campaigns/{slug}/keywords. */
export const campaignKeywords = (router: PageRouter) =>
  Effect.gen(function* () {
    const pages = yield* Pages
    const people = yield* PeopleWrites
    campaignPage(router, pages, {
      tab: "keywords",
      read: (reader, slug, request) =>
        Effect.all(
          {
            list: reader.read("keywords.list", {
              slug,
              limit: 50,
              ...filtersOf(request),
              ...cursorOf(request)
            }),
            change: readKeywordChange(reader, people, slug, request)
          },
          { concurrency: "unbounded" }
        ),
      render: ({ campaign, data: { change, list }, frame }, request) => {
        const organization = frame.organization!
        const { currency, slug: org } = organization
        return {
          body: html`${
            change === null
              ? null
              : keywordChangeCard(change, list.keywords, { currency, org, slug: campaign.slug, request })
          }${listCard(list, campaign, organization, request)}`
        }
      }
    })
  })
