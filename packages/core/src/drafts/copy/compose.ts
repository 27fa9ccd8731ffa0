import { Either } from "effect"
import {
  descriptionLimits,
  headlineLimits,
  minAssets,
  type NewAd,
  type NewDraftContent,
  pathWidth,
  type SourcedText,
  widthOf
} from "../../campaigns/index.ts"
import type { Targeting } from "../../organizations/index.ts"
import { type AdTheme, descriptionsFor, headlinesFor } from "./ad-lines.ts"
import { calloutsFor, pageKey, type SitelinkDraft, sitelinksFor } from "./assets.ts"
import type { BusinessFacts, Offer } from "./facts.ts"
import { brandKeywords, type KeywordDraft, serviceKeywords, toSearchText } from "./keywords.ts"
import { type CopyLine, tidyHeading } from "./line.ts"
import type { DraftType } from "./name.ts"

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
const adFor = (
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
const tooLittleText = (website: string): string =>
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

/** Returns the theme of a landing page: the offer that links to it, else its first heading. */
const adTheme = (facts: BusinessFacts): AdTheme => {
  const { home, offers } = facts
  const matchingOffer = offers.find(({ page }) => page !== null && pageKey(page.url) === pageKey(home.url))
  const isRoot = URL.canParse(home.url) && new URL(home.url).pathname === "/"
  const [heading] = home.headings
  const offer: Offer | null =
    matchingOffer ?? (isRoot || heading === undefined ? null : { name: heading, page: home })
  return { facts, offer }
}

/**
 * Composes one ad from one landing page. It skips keywords of the campaign's other ads, unless the ad would
 * have none.
 */
export const composeAd = (
  facts: BusinessFacts,
  isBrand: boolean,
  domain: string,
  usedKeywords: ReadonlySet<string>,
  modelLinesFor?: ModelLinesFor
): Either.Either<AdContent, string> => {
  const theme = adTheme(facts)
  const all = isBrand ? brandKeywords(facts, domain) : serviceKeywords(theme)
  const unused = all.filter(({ match, text }) => !usedKeywords.has(`${match} ${text}`))
  const ad = adFor(theme, unused.length > 0 ? unused : all, modelLinesFor)
  return ad === null ? Either.left(tooLittleText(facts.website)) : Either.right(ad)
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
  targeting: Targeting,
  { goal, name }: { readonly name: string; readonly goal: string }
): NewDraftContent => ({
  ...targeting,
  name,
  goal,
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
