import type { NewAd, NewContent, Sourced } from "../../campaigns/index.ts"
import type { Targeting } from "../../organizations/index.ts"
import type { AdContent, DraftContent } from "../copy/compose.ts"
import type { Line } from "../copy/line.ts"

/* Copy as campaigns keep it: the texts where they belong, and beside them where each comes from. */

const textsOf = (lines: ReadonlyArray<Line>): ReadonlyArray<string> => lines.map(({ text }) => text)
const sourced = (of: Sourced["of"], lines: ReadonlyArray<Line>): ReadonlyArray<Sourced> =>
  lines.map(({ source, text }) => ({ of, text, source }))

export const newAd = ({ descriptions, headlines, keywords, name, paths, url }: AdContent): NewAd => ({
  name,
  url,
  headlines: textsOf(headlines),
  descriptions: textsOf(descriptions),
  paths,
  keywords: keywords.map(({ match, text }) => ({ match, text })),
  sources: [
    ...sourced("headline", headlines),
    ...sourced("description", descriptions),
    // Two match types of one keyword come from the same place.
    ...sourced("keyword", [...new Map(keywords.map((keyword) => [keyword.text, keyword])).values()])
  ]
})

export const newContent = (
  draft: DraftContent,
  targeting: Targeting,
  { goal, name }: { readonly name: string; readonly goal: string }
): NewContent => ({
  ...targeting,
  name,
  goal,
  ads: draft.ads.map(newAd),
  sitelinks: draft.sitelinks.map(({ descriptions, text, url }) => ({
    text: text.text,
    url,
    description1: descriptions?.[0].text ?? null,
    description2: descriptions?.[1].text ?? null
  })),
  callouts: textsOf(draft.callouts),
  sources: [
    ...sourced(
      "sitelink",
      draft.sitelinks.map(({ text }) => text)
    ),
    ...sourced(
      "sitelink description",
      draft.sitelinks.flatMap(({ descriptions }) => descriptions ?? [])
    ),
    ...sourced("callout", draft.callouts)
  ]
})
