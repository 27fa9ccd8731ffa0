import { Either } from "effect"
import { descriptionLimits, fewestAssets, headlineLimits, pathWidth, widthOf } from "../../campaigns/index.ts"
import { calloutsFor } from "./callouts.ts"
import { descriptionsFor } from "./descriptions.ts"
import type { Facts, Offer } from "./facts.ts"
import { headlinesFor, type Theme } from "./headlines.ts"
import { asTyped, brandKeywords, type KeywordDraft, serviceKeywords } from "./keywords.ts"
import type { Line } from "./line.ts"
import type { DraftType } from "./name.ts"
import { pageKey, type SitelinkDraft, sitelinksFor } from "./sitelinks.ts"
import { tidyHeading } from "./tidy.ts"

/** An ad with everything that it needs to serve, each line with its source. */
export interface AdContent {
  readonly name: string
  readonly url: string
  readonly headlines: ReadonlyArray<Line>
  readonly descriptions: ReadonlyArray<Line>
  readonly paths: ReadonlyArray<string>
  readonly keywords: ReadonlyArray<KeywordDraft>
}

export interface DraftContent {
  readonly ads: ReadonlyArray<AdContent>
  readonly sitelinks: ReadonlyArray<SitelinkDraft>
  readonly callouts: ReadonlyArray<Line>
}

/** What somebody else wrote for an ad, by the address of its page; it is held to the same rules as everything. */
export interface Written {
  readonly headlines: ReadonlyArray<Line>
  readonly descriptions: ReadonlyArray<Line>
}
export type WrittenFor = (url: string) => Written
const nothingWritten: WrittenFor = () => ({ headlines: [], descriptions: [] })

/** More ads would share too few searches among them. */
const mostAds = 6

/** The offers that have a page of their own, each page once. */
const themesOf = (facts: Facts): ReadonlyArray<Theme> => {
  const byPage = new Map<string, Offer>()
  for (const offer of facts.offers) {
    const key = offer.page === null ? null : pageKey(offer.page.url)
    if (key !== null && key !== pageKey(facts.home.url) && !byPage.has(key)) byPage.set(key, offer)
  }
  return [...byPage.values()].slice(0, mostAds).map((offer) => ({ facts, offer }))
}

const pathsOf = (theme: Theme): ReadonlyArray<string> => {
  const path = theme.offer === null ? "" : asTyped(theme.offer.name.text).replaceAll(" ", "-")
  return path !== "" && widthOf(path) <= pathWidth ? [path] : []
}

/** One ad; null where the website says too little for it. */
export const adFor = (
  theme: Theme,
  keywords: ReadonlyArray<KeywordDraft>,
  written: WrittenFor = nothingWritten
): AdContent | null => {
  const { facts, offer } = theme
  const url = offer?.page?.url ?? facts.home.url
  const lines = written(url)
  const headlines = headlinesFor(theme, lines.headlines)
  const descriptions = descriptionsFor(theme, lines.descriptions)
  const enough =
    headlines.length >= headlineLimits.fewest &&
    descriptions.length >= descriptionLimits.fewest &&
    keywords.length > 0
  const name = tidyHeading(offer?.name.text ?? facts.brand.text)
  return enough ? { name, url, headlines, descriptions, paths: pathsOf(theme), keywords } : null
}

const serviceAds = (facts: Facts, written: WrittenFor): ReadonlyArray<AdContent> => {
  // Two ads of one campaign do not bid for the same words.
  const taken = new Set<string>()
  const ads = themesOf(facts).flatMap((theme) => {
    const keywords = serviceKeywords(theme, taken)
    const ad = adFor(theme, keywords, written)
    for (const { match, text } of ad?.keywords ?? []) taken.add(`${match} ${text}`)
    return ad ?? []
  })
  if (ads.length > 0) return ads
  const whole: Theme = { facts, offer: null }
  return [adFor(whole, serviceKeywords(whole), written)].filter((ad) => ad !== null)
}

/** Why nothing can be written, as a sentence that says what to do. */
export const tooLittle = (website: string): string =>
  `${website} says too little to write an ad from: a campaign needs at least ${headlineLimits.fewest} headlines, ${descriptionLimits.fewest} descriptions and a keyword. Give its pages a heading that names what you offer and a few sentences that can be read without JavaScript, then send the call again.`

/** A whole draft from what is known. The same facts always give the same draft. */
export const composeDraft = (
  facts: Facts,
  type: DraftType,
  domain: string,
  written: WrittenFor = nothingWritten
): Either.Either<DraftContent, string> => {
  const ads =
    type === "brand"
      ? [adFor({ facts, offer: null }, brandKeywords(facts, domain), written)].filter((ad) => ad !== null)
      : serviceAds(facts, written)
  return ads.length === 0
    ? Either.left(tooLittle(facts.website))
    : Either.right({
        ads,
        sitelinks: atLeast(fewestAssets, sitelinksFor(facts)),
        callouts: atLeast(fewestAssets, calloutsFor(facts))
      })
}

/** The platform shows none where there are fewer, and a launch says that they are missing. */
const atLeast = <A>(fewest: number, items: ReadonlyArray<A>): ReadonlyArray<A> =>
  items.length < fewest ? [] : items
