import type { OrganizationPageReader, PeopleWritesShape } from "@adwarden/core"
import { type Output, type PeopleWriteName, pagePaths } from "@adwarden/core/contract"
import { Effect } from "effect"
import type { BrowserRequest } from "../../kit/browser-request.ts"
import { type Html, html } from "../../kit/html.ts"
import { banner, card, count, money } from "../../parts/index.ts"
import { previewBox } from "../change/preview-box.ts"
import { type PreviewedChange, previewPeopleWrite } from "../change/previewed-change.ts"

export type Keyword = Output<"keywords.list">["keywords"][number]

/** A keyword in an address: its match type, then its text. */
export const keywordValue = ({ match_type, text }: Pick<Keyword, "match_type" | "text">): string =>
  `${match_type} ${text}`

const changes = {
  paused: { write: "keywords.set_state", verb: "Pause" },
  enabled: { write: "keywords.set_state", verb: "Enable" },
  removed: { write: "keywords.remove", verb: "Remove" }
} as const satisfies Record<string, { readonly write: PeopleWriteName; readonly verb: string }>
export type KeywordChangeName = keyof typeof changes

/** The keywords that the address picks: a write takes so many at once. */
export const chosenKeywords = ({ query }: BrowserRequest): ReadonlyArray<string> =>
  [...new Set(query.getAll("keyword"))].slice(0, 200)

/** What the address asks of keywords, and its preview. */
export interface KeywordChange {
  readonly name: KeywordChangeName
  readonly chosen: ReadonlyArray<string>
  readonly previewed: PreviewedChange<PeopleWriteName>
}

/** Previews what the address asks of the chosen keywords; null if it asks for nothing. */
export const readKeywordChange = (
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
export const keywordChangeCard = (
  { chosen, name, previewed }: KeywordChange,
  rows: ReadonlyArray<Keyword>,
  {
    currency,
    request,
    slug,
    org
  }: {
    readonly currency: string
    readonly org: string
    readonly slug: string
    readonly request: BrowserRequest
  }
): Html => {
  const { verb } = changes[name]
  const [first = ""] = chosen
  const what =
    chosen.length === 1 ? `“${first.slice(first.indexOf(" ") + 1)}”` : count(chosen.length, "keyword")
  const back = pagePaths.campaign(org, slug, "keywords")
  const { preview } = previewed
  return card({
    id: "change",
    title: `${verb} ${what}`,
    actions: html`<a class="small" href="${back}">Close</a>`,
    body:
      preview !== undefined && preview.would_change.length === 0
        ? banner("plain", "It is so already. Nothing would change.")
        : previewBox({
            request,
            org,
            change: previewed,
            content: html`<ul class="bullets">${(preview?.would_change ?? []).map(({ text }) => html`<li>${text}</li>`)}</ul>${trafficLine(rows, chosen, currency)}`,
            button: `${verb} ${what}`,
            back
          })
  })
}
