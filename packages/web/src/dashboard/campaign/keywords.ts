import { type CurrentOrganization, Pages, PeopleWrites } from "@adwarden/core"
import { type Output, pagePaths } from "@adwarden/core/contract"
import { Effect } from "effect"
import type { BrowserRequest } from "../../kit/browser-request.ts"
import { type Html, html } from "../../kit/html.ts"
import type { PageRouter } from "../../kit/page-router.ts"
import { card, count, empty, linkButton, segments } from "../../parts/index.ts"
import { cursorOf, nextPage } from "../organization/organization-page.ts"
import { type Campaign, campaignPage } from "./campaign-page.ts"
import { keywordChangeCard, readKeywordChange } from "./keyword-change.ts"
import { keywordAddress, keywordFilters, keywordTable } from "./keyword-table.ts"
import { changePath, mayChange } from "./settings-card.ts"

type List = Output<"keywords.list">
const states = ["enabled", "paused"] as const

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
              ...keywordFilters(request),
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
