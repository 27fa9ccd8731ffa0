import { Either } from "effect"
import { descriptionLimits, headlineLimits, minAssets, pathWidth, widthOf } from "../../campaigns/index.ts"
import { calloutsFor } from "./callouts.ts"
import { descriptionsFor } from "./descriptions.ts"
import type { BusinessFacts, Offer } from "./facts.ts"
import { type AdTheme, headlinesFor } from "./headlines.ts"
import { brandKeywords, type KeywordDraft, serviceKeywords, toSearchText } from "./keywords.ts"
import type { CopyLine } from "./line.ts"
import type { DraftType } from "./name.ts"
import { pageKey, type SitelinkDraft, sitelinksFor } from "./sitelinks.ts"
import { tidyHeading } from "./tidy.ts"

/** A complete ad, each line with its source. */
export interface AdContent {
  readonly name: string
  readonly url: string
  readonly headlines: ReadonlyArray<CopyLine>
  readonly descriptions: ReadonlyArray<CopyLine>
  readonly paths: ReadonlyArray<string>
  readonly keywords: ReadonlyArray<KeywordDraft>
}

export interface DraftContent {
  readonly ads: ReadonlyArray<AdContent>
  readonly sitelinks: ReadonlyArray<SitelinkDraft>
  readonly callouts: ReadonlyArray<CopyLine>
}

/** Lines that a model wrote, by the URL of the ad's page. The same rules apply to them. */
export interface ModelLines {
  readonly headlines: ReadonlyArray<CopyLine>
  readonly descriptions: ReadonlyArray<CopyLine>
}
export type ModelLinesFor = (url: string) => ModelLines
const noModelLines: ModelLinesFor = () => ({ headlines: [], descriptions: [] })

/** More ads would each get too few searches. */
const maxAds = 6

/** Returns the offers that have their own page, each page once. */
const adThemes = (facts: BusinessFacts): ReadonlyArray<AdTheme> => {
  const byPage = new Map<string, Offer>()
  for (const offer of facts.offers) {
    const key = offer.page === null ? null : pageKey(offer.page.url)
    if (key !== null && key !== pageKey(facts.home.url) && !byPage.has(key)) byPage.set(key, offer)
  }
  return [...byPage.values()].slice(0, maxAds).map((offer) => ({ facts, offer }))
}

const pathsOf = (theme: AdTheme): ReadonlyArray<string> => {
  const path = theme.offer === null ? "" : toSearchText(theme.offer.name.text).replaceAll(" ", "-")
  return path !== "" && widthOf(path) <= pathWidth ? [path] : []
}

/** Composes one ad; null if the website says too little. */
export const adFor = (
  theme: AdTheme,
  keywords: ReadonlyArray<KeywordDraft>,
  modelLinesFor: ModelLinesFor = noModelLines
): AdContent | null => {
  const { facts, offer } = theme
  const url = offer?.page?.url ?? facts.home.url
  const lines = modelLinesFor(url)
  const headlines = headlinesFor(theme, lines.headlines)
  const descriptions = descriptionsFor(theme, lines.descriptions)
  const isComplete =
    headlines.length >= headlineLimits.min &&
    descriptions.length >= descriptionLimits.min &&
    keywords.length > 0
  const name = tidyHeading(offer?.name.text ?? facts.brand.text)
  return isComplete ? { name, url, headlines, descriptions, paths: pathsOf(theme), keywords } : null
}

const serviceAds = (facts: BusinessFacts, modelLinesFor: ModelLinesFor): ReadonlyArray<AdContent> => {
  // Two ads of one campaign do not bid on the same keywords.
  const usedKeywords = new Set<string>()
  const ads = adThemes(facts).flatMap((theme) => {
    const keywords = serviceKeywords(theme, usedKeywords)
    const ad = adFor(theme, keywords, modelLinesFor)
    for (const { match, text } of ad?.keywords ?? []) usedKeywords.add(`${match} ${text}`)
    return ad ?? []
  })
  if (ads.length > 0) return ads
  const businessTheme: AdTheme = { facts, offer: null }
  return [adFor(businessTheme, serviceKeywords(businessTheme), modelLinesFor)].filter((ad) => ad !== null)
}

/** Returns why no ad can be written, as a sentence that states what to do. */
export const tooLittleText = (website: string): string =>
  `${website} says too little to write an ad from: a campaign needs at least ${headlineLimits.min} headlines, ${descriptionLimits.min} descriptions and a keyword. Give its pages a heading that names what you offer and a few sentences that can be read without JavaScript, then send the call again.`

/** Composes a whole draft. The same facts always give the same draft. */
export const composeDraft = (
  facts: BusinessFacts,
  type: DraftType,
  domain: string,
  modelLinesFor: ModelLinesFor = noModelLines
): Either.Either<DraftContent, string> => {
  const ads =
    type === "brand"
      ? [adFor({ facts, offer: null }, brandKeywords(facts, domain), modelLinesFor)].filter(
          (ad) => ad !== null
        )
      : serviceAds(facts, modelLinesFor)
  return ads.length === 0
    ? Either.left(tooLittleText(facts.website))
    : Either.right({
        ads,
        sitelinks: atLeast(minAssets, sitelinksFor(facts)),
        callouts: atLeast(minAssets, calloutsFor(facts))
      })
}

/** The platform shows no asset list with fewer items, and the launch check reports it as missing. */
const atLeast = <A>(fewest: number, items: ReadonlyArray<A>): ReadonlyArray<A> =>
  items.length < fewest ? [] : items
