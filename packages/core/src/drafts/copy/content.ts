import { Schema } from "effect"
import {
  type Exclusion,
  type NewAd,
  type NewDraftContent,
  type SourcedText,
  termProblem
} from "../../campaigns/index.ts"
import { normalise } from "../../claims/index.ts"
import type { SitelinkDraft } from "./assets.ts"
import { type KeywordDraft, toSearchText } from "./keywords.ts"
import { type CopyLine, primaryLanguage } from "./line.ts"

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
  /** Searches that show no ad of the draft. */
  readonly negatives: ReadonlyArray<Exclusion>
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

/** Words that end the noun in a description of customers. */
const audienceStopWords: Readonly<Record<string, string>> = {
  en: "who|that|with|whose|in|of|from|at|on|near|looking|needing|wanting|planning|searching",
  de: "die|der|das|mit|in|aus|von|im|ohne|auf",
  fr: "qui|avec|dans|de|du|des|en|sans|dont",
  es: "que|con|en|de|del|sin|cuyos|cuyas"
}
const forWords: Readonly<Record<string, string>> = { en: "for", de: "für", fr: "pour", es: "para" }

/**
 * Returns the noun of an audience, such as "landlords" of "Landlords who need a yearly boiler service"; null
 * if it has more than three words.
 */
export const audienceNoun = (audience: string, language: string): string | null => {
  const stopWords = audienceStopWords[primaryLanguage(language)]
  if (stopWords === undefined) return null
  const [noun = ""] = toSearchText(audience).split(new RegExp(`\\s(?:${stopWords})\\s`, "u"))
  const words = noun.trim().split(" ")
  return noun.trim() !== "" && words.length <= 3 ? noun.trim() : null
}

/** Returns the number of words that two texts share. */
const sharedWords = (one: string, other: string): number => {
  const words = new Set(normalise(other).split(" "))
  return new Set(
    normalise(one)
      .split(" ")
      .filter((word) => words.has(word))
  ).size
}

/** Returns searches of such customers for an offer: "boiler service for landlords". */
export const audienceKeywords = (
  service: string,
  audience: string,
  language: string
): ReadonlyArray<KeywordDraft> => {
  const noun = audienceNoun(audience, language)
  const word = forWords[primaryLanguage(language)]
  if (noun === null || word === undefined) return []
  const texts = [`${toSearchText(service)} ${word} ${noun}`, `${toSearchText(service)} ${noun}`]
  return texts
    .filter((text) => termProblem(text) === null)
    .flatMap((text) =>
      (["phrase", "exact"] as const).map((match) => ({
        text,
        match,
        source: {
          from: "template" as const,
          template: "keyword: service for customers",
          with: [
            { name: "customers", text: audience, at: { in: "profile" as const, where: "ideal customers" } }
          ]
        }
      }))
    )
}

/** The subject of a draft that a recommendation or a person chose, in addition to the website. */
export const Focus = Schema.Struct({
  /** Searches that become its keywords. */
  keywords: Schema.Array(Schema.String),
  /** Its locations, instead of the business profile's. */
  locations: Schema.Array(Schema.String),
  /** Its customers, as the business profile describes them. */
  audience: Schema.optionalWith(Schema.String, { exact: true }),
  /** The competitors whose names become its keywords. */
  competitors: Schema.optionalWith(Schema.Array(Schema.String), { exact: true })
})
export type Focus = typeof Focus.Type

/** Returns a search that a recommendation found, as a keyword: its source is a search, not the website. */
const searchKeyword = (text: string): KeywordDraft => ({
  text,
  match: "exact",
  source: { from: "template", template: "keyword: searched for", with: [] }
})

/** Returns the ad that shares most words with the text; the first if none does. */
export const closestAd = (ads: ReadonlyArray<AdContent>, text: string): AdContent | undefined => {
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
