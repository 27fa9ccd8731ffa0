import { termProblem } from "../../campaigns/index.ts"
import { audienceKeywords, sharedWords } from "../copy/audience.ts"
import type { AdContent, DraftContent } from "../copy/compose.ts"
import { type KeywordDraft, toSearchText } from "../copy/keywords.ts"
import type { Focus } from "../draft-task.ts"

/** A search that a recommendation found, as a keyword: it comes from people, not from the website. */
const searchKeyword = (text: string): KeywordDraft => ({
  text,
  match: "exact",
  source: { from: "template", template: "keyword: searched for", with: [] }
})

/** The ad that speaks of it most: by its name and its keywords; the first where none does. */
const closestAd = (ads: ReadonlyArray<AdContent>, text: string): AdContent | undefined => {
  const sharedWordCount = ({ keywords, name }: AdContent) =>
    sharedWords(text, [name, ...keywords.map((keyword) => keyword.text)].join(" "))
  return ads.toSorted((a, b) => sharedWordCount(b) - sharedWordCount(a))[0]
}

/**
 * Found by just these searches, each on the ad that speaks of it. Whatever else the website would suggest, the campaign
 * that they come from bids on already, and both would pay for it.
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
 * For some customers: the ads that speak of what they want, found by searches that say who searches. Other campaigns bid
 * on the rest. Where neither can be told from how they are described, the draft stays as the website makes it.
 */
const limitToAudience = (ads: ReadonlyArray<AdContent>, audience: string, language: string) => {
  const matchingAds = ads.filter(({ name }) => sharedWords(audience, name) > 0)
  return (matchingAds.length === 0 ? ads : matchingAds).map((ad) => {
    const keywords = audienceKeywords(ad.name, audience, language)
    return keywords.length === 0 ? ad : { ...ad, keywords }
  })
}

/** A draft as the recommendation wants it that it is made of. */
export const applyFocus = (draft: DraftContent, focus: Focus | null, language: string): DraftContent => {
  if (focus === null) return draft
  const searchAds = focus.keywords.length === 0 ? draft.ads : limitToSearches(draft.ads, focus.keywords)
  const ads = focus.audience === undefined ? searchAds : limitToAudience(searchAds, focus.audience, language)
  return ads.length === 0 ? draft : { ...draft, ads }
}
