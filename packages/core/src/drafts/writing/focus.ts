import { termProblem } from "../../campaigns/index.ts"
import { audienceKeywords, sharedWords } from "../copy/audience.ts"
import type { AdContent, DraftContent } from "../copy/compose.ts"
import { type KeywordDraft, toSearchText } from "../copy/keywords.ts"
import type { Focus } from "../draft-task.ts"

/** Returns a search that a recommendation found, as a keyword: its source is a search, not the website. */
const searchKeyword = (text: string): KeywordDraft => ({
  text,
  match: "exact",
  source: { from: "template", template: "keyword: searched for", with: [] }
})

/** Returns the ad that shares most words with the text; the first if none does. */
const closestAd = (ads: ReadonlyArray<AdContent>, text: string): AdContent | undefined => {
  const sharedWordCount = ({ keywords, name }: AdContent) =>
    sharedWords(text, [name, ...keywords.map((keyword) => keyword.text)].join(" "))
  return ads.toSorted((a, b) => sharedWordCount(b) - sharedWordCount(a))[0]
}

/**
 * Limits the keywords to these searches, each on the closest ad. The source campaign already bids on
 * everything else, and both would pay for it.
 */
const limitToSearches = (ads: ReadonlyArray<AdContent>, searches: ReadonlyArray<string>) => {
  const validSearches = [...new Set(searches.map(toSearchText))].filter((text) => termProblem(text) === null)
  const searchesByAd = Map.groupBy(validSearches, (text) => closestAd(ads, text))
  return ads.flatMap((ad) => {
    const keywords = (searchesByAd.get(ad) ?? []).map(searchKeyword)
    return keywords.length === 0 ? [] : [{ ...ad, keywords }]
  })
}

/**
 * Limits a draft to some customers: ads that match their description, with keywords that name them. Other
 * campaigns bid on the rest. If the description allows neither, the draft stays unchanged.
 */
const limitToAudience = (ads: ReadonlyArray<AdContent>, audience: string, language: string) => {
  const matchingAds = ads.filter(({ name }) => sharedWords(audience, name) > 0)
  return (matchingAds.length === 0 ? ads : matchingAds).map((ad) => {
    const keywords = audienceKeywords(ad.name, audience, language)
    return keywords.length === 0 ? ad : { ...ad, keywords }
  })
}

/** Applies the focus of the recommendation that creates the draft. */
export const applyFocus = (draft: DraftContent, focus: Focus | null, language: string): DraftContent => {
  if (focus === null) return draft
  const searchAds = focus.keywords.length === 0 ? draft.ads : limitToSearches(draft.ads, focus.keywords)
  const ads = focus.audience === undefined ? searchAds : limitToAudience(searchAds, focus.audience, language)
  return ads.length === 0 ? draft : { ...draft, ads }
}
