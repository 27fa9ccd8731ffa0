import type { NewAd, NewDraftContent, SourcedText } from "../../campaigns/index.ts"
import type { SitelinkDraft } from "./assets.ts"
import type { KeywordDraft } from "./keywords.ts"
import type { CopyLine } from "./line.ts"

/** A complete ad, each line with its source. */
export interface AdContent {
  readonly name: string
  readonly url: string
  readonly headlines: ReadonlyArray<CopyLine>
  readonly descriptions: ReadonlyArray<CopyLine>
  readonly paths: ReadonlyArray<string>
  readonly keywords: ReadonlyArray<KeywordDraft>
  /** The score of the gate, up to 100. */
  readonly score: number
}

export interface DraftContent {
  readonly ads: ReadonlyArray<AdContent>
  readonly sitelinks: ReadonlyArray<SitelinkDraft>
  readonly callouts: ReadonlyArray<CopyLine>
  /** Themes of the website that got no ad, and why. */
  readonly leftOut: ReadonlyArray<string>
}

/* Converts copy to the stored form: the texts, and the source of each. */

const lineTexts = (lines: ReadonlyArray<CopyLine>): ReadonlyArray<string> => lines.map(({ text }) => text)
const withSource = (of: SourcedText["of"], lines: ReadonlyArray<CopyLine>): ReadonlyArray<SourcedText> =>
  lines.map(({ source, text }) => ({ of, text, source }))

export const toNewAd = ({ descriptions, headlines, keywords, name, paths, url }: AdContent): NewAd => ({
  name,
  url,
  headlines: lineTexts(headlines),
  descriptions: lineTexts(descriptions),
  paths,
  keywords: keywords.map(({ match, text }) => ({ match, text })),
  sources: [
    ...withSource("headline", headlines),
    ...withSource("description", descriptions),
    // Two match types of one keyword have the same source.
    ...withSource("keyword", [...new Map(keywords.map((keyword) => [keyword.text, keyword])).values()])
  ]
})

export const toNewContent = (
  draft: DraftContent,
  settings: Omit<NewDraftContent, "ads" | "sitelinks" | "callouts" | "sources">
): NewDraftContent => ({
  ...settings,
  ads: draft.ads.map(toNewAd),
  sitelinks: draft.sitelinks.map(({ descriptions, text, url }) => ({
    text: text.text,
    url,
    description1: descriptions?.[0].text ?? null,
    description2: descriptions?.[1].text ?? null
  })),
  callouts: lineTexts(draft.callouts),
  sources: [
    ...withSource(
      "sitelink",
      draft.sitelinks.map(({ text }) => text)
    ),
    ...withSource(
      "sitelink description",
      draft.sitelinks.flatMap(({ descriptions }) => descriptions ?? [])
    ),
    ...withSource("callout", draft.callouts)
  ]
})
