import { type AdTexts, descriptionLimits, headlineLimits, widthOf } from "@adwarden/core"
import type { Output } from "@adwarden/core/contract"
import { type Content, type Html, html } from "../../kit/html.ts"
import { badge, card, table } from "../../parts/index.ts"

export type Ad = Output<"campaigns.list_ads">["ads"][number]

/** The ad platform joins up to so many headlines and descriptions. */
const shownTogether = { headline: 3, description: 2 } as const
/** Of a sitelink's text and of a callout. */
const sharedWidth = 25
const widths = { headline: headlineLimits.width, description: descriptionLimits.width } as const

const textsOf = ({ lines }: Ad, of: "headline" | "description"): ReadonlyArray<string> =>
  lines.filter((line) => line.of === of).map(({ text }) => text)

/** The address as an ad shows it: the host and the words after it. */
const shownAddress = (url: string, paths: ReadonlyArray<string>): string => {
  const host = URL.canParse(url) ? new URL(url).host : url
  return [host, ...paths].join(" › ")
}

interface ShownAd {
  readonly business: string
  readonly url: string
  readonly paths: ReadonlyArray<string>
  readonly headlines: ReadonlyArray<string>
  readonly descriptions: ReadonlyArray<string>
  readonly callouts: ReadonlyArray<string>
  readonly sitelinks: ReadonlyArray<string>
}

/** An ad as people see it on a results page, with its first texts. */
export const searchResult = (ad: ShownAd): Html => {
  const { business, callouts, paths, sitelinks, url } = ad
  const headlines = ad.headlines.slice(0, shownTogether.headline)
  const descriptions = ad.descriptions.slice(0, shownTogether.description)
  return html`<div class="serp"><b>Sponsored</b><div class="site"><span class="me" aria-hidden="true">${business.slice(0, 1)}</span><div>${business}<br /><span class="soft small">${shownAddress(url, paths)}</span></div></div><p class="title">${headlines.join(" | ")}</p><p>${descriptions.join(" ")}${callouts.length === 0 ? null : html` ${callouts.join(" · ")}`}</p>${
    sitelinks.length === 0 ? null : html`<ul>${sitelinks.map((text) => html`<li>${text}</li>`)}</ul>`
  }</div>`
}

/** An ad of a campaign as people see it on a results page. */
export const adAsShown = (ad: Ad, business: string, { callouts, pathsOf, sitelinks }: AdTexts): Html =>
  searchResult({
    business,
    url: ad.url,
    paths: pathsOf.get(ad.ad_id) ?? [],
    headlines: textsOf(ad, "headline"),
    descriptions: textsOf(ad, "description"),
    callouts: callouts.map(({ text }) => text),
    sitelinks: sitelinks.map(({ text }) => text)
  })

/** A source in words, whose pages are links. */
const sourceCell = (source: string): Content =>
  source
    .split(/(https?:\/\/[^\s"),]+[^\s"),:.])/)
    .map((part, n) =>
      n % 2 === 1 ? html`<a href="${part}" rel="noreferrer">${new URL(part).pathname}</a>` : part
    )

interface SourcedLine {
  readonly name: string
  readonly text: string
  readonly length: string
  readonly source: string
}

const ownLines = ({ lines }: Ad): ReadonlyArray<SourcedLine> =>
  (["headline", "description"] as const).flatMap((of) =>
    lines
      .filter((line) => line.of === of)
      .map(({ source, text }, n) => ({
        name: `${of === "headline" ? "Headline" : "Description"} ${n + 1}`,
        text,
        length: `${widthOf(text)} / ${widths[of]}`,
        source
      }))
  )

/** Whether every line has the same source, which one sentence then names instead of a column. */
const haveOneSource = (rows: ReadonlyArray<SourcedLine>): boolean =>
  rows.every(({ source }) => source === rows[0]!.source)

const sourceTable = (labelledBy: string, rows: ReadonlyArray<SourcedLine>): Html => {
  const one = rows.length > 1 && haveOneSource(rows)
  return html`<div>${table({
    labelledBy,
    rows,
    columns: [
      { title: "Says", cell: ({ name, text }) => html`<bdi>${text}</bdi><span class="small">${name}</span>` },
      {
        title: "Length",
        figure: true,
        rank: 2,
        cell: ({ length }) => html`<span class="soft">${length}</span>`
      },
      ...(one
        ? []
        : [
            {
              title: "Taken from",
              cell: ({ source }: SourcedLine) => html`<span class="small">${sourceCell(source)}</span>`
            }
          ])
    ]
  })}${one ? html`<p class="small soft same">Every line: ${sourceCell(rows[0]!.source)}.</p>` : null}</div>`
}

/** Each line of an ad with its length and where it comes from. */
export const adLines = (ad: Ad): Html => sourceTable(`ad-${ad.ad_id}`, ownLines(ad))

/** The sitelinks and callouts that all ads of a campaign share; null without any. */
export const sharedLines = ({ callouts, sitelinks }: AdTexts): Html | null => {
  const rows = [...sitelinks, ...callouts].map(({ of, source, text }) => ({
    name: of === "sitelink" ? "Sitelink" : "Callout",
    text,
    length: `${widthOf(text)} / ${sharedWidth}`,
    source
  }))
  return rows.length === 0
    ? null
    : card({
        id: "shared",
        title: "Sitelinks and callouts",
        note: "shared by all ads of the campaign",
        padded: false,
        body: sourceTable("shared", rows)
      })
}

const approvals = {
  approved: badge("ok", "Approved"),
  limited: badge("wait", "Approved, limited"),
  disapproved: badge("fail", "Disapproved"),
  under_review: badge("wait", "Under review")
} as const

const states = {
  generating: badge("wait", "Being written"),
  enabled: null,
  paused: badge("paused", "Paused"),
  error: badge("fail", "Could not be written")
} as const

/** What the ad platform says of an ad. */
export const adBadges = ({ approval, state, strength }: Ad): Content => [
  states[state],
  approval == null ? null : approvals[approval],
  strength == null ? null : badge("plain", `Strength: ${strength}`)
]
