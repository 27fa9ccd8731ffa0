import type { CurrentOrganization, OrganizationPageReader } from "@adwarden/core"
import { matchTypes, type Output, pagePaths } from "@adwarden/core/contract"
import { Effect } from "effect"
import { together } from "../../kit/dashboard-page.ts"
import { type Content, type Html, html } from "../../kit/html.ts"
import { cursorOf, nextPage } from "../../kit/local-path.ts"
import type { BrowserRequest } from "../../kit/page.ts"
import type { PageRouter } from "../../kit/page-router.ts"
import { everyRow, exportLink } from "../../kit/table-file.ts"
import { card, count, day, empty, linkButton, select, split, table, textArea } from "../../parts/index.ts"
import { changeCard, previewBox } from "../change/preview-box.ts"
import { previewChange } from "../change/previewed-change.ts"
import { campaignFile, campaignPage, mayChange } from "./campaign-page.ts"
import { exclusionPreview } from "./exclusion-preview.ts"

type List = Output<"keywords.list_negatives">
type Negative = List["negative_keywords"][number]

const sources: Readonly<Record<string, string>> = {
  dashboard: "a change here",
  engine: "an applied recommendation",
  draft: "the draft",
  brand: "the brand rule",
  imported: "the ad platform"
}

/** Previews the terms of the address, one on a line; null if it has none. */
const readExclusion = (reader: OrganizationPageReader, slug: string, { query }: BrowserRequest) => {
  const terms = (query.get("terms") ?? "").split("\n").flatMap((line) => line.trim() || [])
  return terms.length === 0
    ? Effect.succeed(null)
    : previewChange(
        reader,
        "keywords.add_negatives",
        { slug, keywords: terms, match_type: query.get("match") ?? "phrase" },
        { keywords: "The list of terms", match_type: "The match type" }
      )
}

/** The form value of an exclusion: its match type, then its text, since the text can have spaces. */
const negativeValue = ({ match_type, text }: Pick<Negative, "match_type" | "text">): string =>
  `${match_type} ${text}`

/** Previews the removal of the exclusion that the address names; null if it names none. */
const readRemoval = (reader: OrganizationPageReader, slug: string, { query }: BrowserRequest) => {
  const [match_type = "", ...words] = (query.get("remove") ?? "").split(" ")
  const text = words.join(" ")
  return text === ""
    ? Effect.succeed(null)
    : Effect.map(
        previewChange(reader, "keywords.remove_negatives", { slug, keywords: [text], match_type }),
        (previewed) => ({ text, previewed })
      )
}

/** A removal above the list: what it does, with the button that does it. */
const removalCard = (
  { previewed, text }: NonNullable<Effect.Effect.Success<ReturnType<typeof readRemoval>>>,
  back: string,
  request: BrowserRequest
): Html => {
  const button = `Remove “${text}”`
  const { preview } = previewed
  return changeCard(
    button,
    back,
    previewBox({
      request,
      change: previewed,
      button,
      back,
      content: html`<ul class="bullets">${(preview?.would_apply ?? []).map(({ ad_id, match_type, term }) => html`<li>remove <bdi>${term}</bdi> <span class="soft">(${match_type}, ${ad_id === null ? "campaign" : `ad ${ad_id}`})</span></li>`)}</ul>
<p>${preview?.note ?? null}</p>`
    })
  )
}

/** Where an exclusion is from: the change in the log, or who made it. */
const sourceOf = ({ action_id, list, source }: Negative, org: string): Content =>
  list !== undefined
    ? html`the list <bdi>${list}</bdi>`
    : action_id === null
      ? (sources[source] ?? source)
      : html`<a href="${pagePaths.action(org, action_id)}">${sources[source] ?? source}</a>`

const listCard = (
  data: List,
  page: string,
  { adPlatform, slug: org }: CurrentOrganization,
  mayChange: boolean,
  older: string | null,
  actions: Html
): Html =>
  card({
    id: "list",
    title: count(data.total, "negative keyword"),
    note: "searches that show no ad",
    ...(data.negative_keywords.length === 0 ? {} : { actions }),
    padded: false,
    body:
      data.negative_keywords.length === 0
        ? empty({
            icon: "campaigns",
            title: "Nothing is excluded",
            text: "Excluded searches appear here, with where each is from. Those that cost without converting are among the search terms.",
            action: linkButton(
              `${page.replace(/negatives$/, "search-terms")}?filter=waste`,
              "Find costly searches"
            )
          })
        : table({
            labelledBy: "list",
            rows: data.negative_keywords,
            columns: [
              {
                title: "Term",
                cell: ({ ad_id, match_type, text }) =>
                  html`<bdi>${text}</bdi><span class="small">${match_type}, ${ad_id === null ? "whole campaign" : `ad ${ad_id}`}</span>`
              },
              {
                title: "From",
                rank: 2,
                cell: (row) => html`${sourceOf(row, org)}<span class="small">${day(row.created_at)}</span>`
              },
              {
                title: "Change",
                actions: true,
                cell: (row) =>
                  !mayChange
                    ? null
                    : row.list === undefined
                      ? linkButton(
                          `${page}?${new URLSearchParams({ remove: negativeValue(row) })}#change`,
                          html`Remove<span class="sr"> ${row.text}</span>`,
                          "quiet bad tiny"
                        )
                      : html`<span class="small soft">Removed in ${adPlatform}: other campaigns share the list</span>`
              }
            ]
          }),
    ...(older === null ? {} : { foot: linkButton(older, "Next page", "quiet tiny") })
  })

const addForm = (path: string, { query }: BrowserRequest, shown: Html | null): Html =>
  card({
    id: "change",
    title: "Exclude searches",
    body: html`<form method="get" action="${path}#change" class="stack">
${textArea({ name: "terms", label: "Terms", hint: "One on each line, at most 100", value: query.get("terms") ?? "" })}
${select({
  name: "match",
  label: "A search is excluded if it",
  value: query.get("match") ?? "phrase",
  choices: matchTypes.map((value) => ({
    value,
    label: {
      phrase: "contains the term (phrase)",
      exact: "is exactly the term (exact)",
      broad: "contains all its words (broad)"
    }[value]
  }))
})}
<div class="row"><button class="${shown === null ? "" : "quiet"}">${shown === null ? "Preview" : "Preview again"}</button></div></form>${shown}`
  })

/** /o/{org}/campaigns/{slug}/negatives, and the same as a file. */
export const campaignNegatives = (router: PageRouter) => {
  campaignFile(router, {
    tab: "negatives",
    rows: ({ read }, slug) =>
      everyRow(
        (page) => read("keywords.list_negatives", { slug, ...page }),
        ({ negative_keywords }) => negative_keywords
      ),
    columns: () => ({
      term: ({ text }) => text,
      match_type: (row) => row.match_type,
      ad_id: (row) => row.ad_id,
      list: ({ list }) => list ?? null,
      source: ({ source }) => source,
      since: ({ created_at }) => created_at.slice(0, 10)
    })
  })
  campaignPage(router, {
    tab: "negatives",
    read: (reader, slug, request) =>
      together({
        list: reader.read("keywords.list_negatives", { slug, limit: 50, ...cursorOf(request) }),
        change: readExclusion(reader, slug, request),
        removal: readRemoval(reader, slug, request)
      }),
    render: ({ campaign, data: { change, list, removal }, organization: current }, request) => {
      const { currency, slug: org } = current
      const back = pagePaths.campaign(org, campaign.slug, "negatives")
      const shown = change === null ? null : exclusionPreview({ change, request, currency, back })
      const rows = listCard(
        list,
        back,
        current,
        mayChange(current),
        nextPage(request, list.next_cursor),
        exportLink(request)
      )
      if (!mayChange(current)) return { body: rows }
      if (removal !== null) return { body: html`${removalCard(removal, back, request)}${rows}` }
      const form = addForm(back, request, shown)
      return { body: shown === null ? split(rows, form) : html`${form}${rows}` }
    }
  })
}
