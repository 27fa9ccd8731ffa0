import { Effect, Schema } from "effect"
import type { LanguageCode } from "../../contract/index.ts"
import type { AdAccount, IdeaSeed, KeywordIdea, LocationMatch } from "../model.ts"
import { type GoogleAdsClient, loginContextOf } from "./client.ts"
import { int64, list, maybeInt64, optionalMessage, text, unitsOf } from "./search.ts"

/** The platform's ids of languages, by their two letters. */
const ids: Readonly<Record<LanguageCode, number>> = {
  ar: 1019,
  bg: 1020,
  ca: 1038,
  cs: 1021,
  da: 1009,
  de: 1001,
  el: 1022,
  en: 1000,
  es: 1003,
  fi: 1011,
  fr: 1002,
  he: 1027,
  hi: 1023,
  hr: 1039,
  hu: 1024,
  id: 1025,
  it: 1004,
  ja: 1005,
  ko: 1012,
  nl: 1010,
  pl: 1030,
  pt: 1014,
  ro: 1032,
  ru: 1031,
  sr: 1035,
  sv: 1015,
  th: 1044,
  tr: 1037,
  uk: 1036,
  vi: 1040
}

/** Returns the resource name of a language; null if the platform does not target it. */
export const languageConstantOf = (language: string | null): string | null => {
  const id = language === null ? undefined : (ids as Readonly<Record<string, number>>)[language]
  return id === undefined ? null : `languageConstants/${id}`
}

const Ideas = Schema.Struct({
  results: list(
    Schema.Struct({
      text,
      keywordIdeaMetrics: optionalMessage({
        avgMonthlySearches: int64,
        competitionIndex: maybeInt64,
        lowTopOfPageBidMicros: maybeInt64,
        highTopOfPageBidMicros: maybeInt64
      })
    })
  )
})

const Suggestions = Schema.Struct({
  geoTargetConstantSuggestions: list(
    Schema.Struct({
      searchTerm: text,
      geoTargetConstant: Schema.Struct({
        resourceName: Schema.String,
        canonicalName: text,
        targetType: text,
        countryCode: text
      })
    })
  )
})

/** The default language: English. */
const english = "languageConstants/1000"
const [maxKeywords, maxLocations, maxNames] = [20, 10, 25]

const seedOf = ({ keywords = [], url }: IdeaSeed) => {
  const words = keywords.slice(0, maxKeywords)
  if (url === undefined) return { keywordSeed: { keywords: words } }
  return words.length === 0 ? { urlSeed: { url } } : { keywordAndUrlSeed: { url, keywords: words } }
}

const bid = (micros: number | undefined): number | null => (micros === undefined ? null : unitsOf(micros))

export const makePlanning = (client: GoogleAdsClient) => ({
  keywordIdeas: (account: AdAccount, seed: IdeaSeed) =>
    client
      .read(loginContextOf(account), {
        path: `customers/${account.customerId}:generateKeywordIdeas`,
        body: {
          ...seedOf(seed),
          geoTargetConstants: (seed.locations ?? []).slice(0, maxLocations),
          language: languageConstantOf(seed.language ?? null) ?? english,
          keywordPlanNetwork: "GOOGLE_SEARCH"
        },
        responseSchema: Ideas,
        rateLimit: "planning"
      })
      .pipe(
        Effect.map(({ results }) =>
          results.map(
            ({ keywordIdeaMetrics: metrics, text }): KeywordIdea => ({
              text,
              monthlySearches: metrics?.avgMonthlySearches ?? 0,
              competition: metrics?.competitionIndex ?? null,
              lowBid: bid(metrics?.lowTopOfPageBidMicros),
              highBid: bid(metrics?.highTopOfPageBidMicros)
            })
          )
        )
      ),

  findLocations: (account: AdAccount, names: ReadonlyArray<string>, countryCode?: string) =>
    client
      .read(loginContextOf(account), {
        path: "geoTargetConstants:suggest",
        body: {
          locale: "en",
          ...(countryCode === undefined ? {} : { countryCode }),
          locationNames: { names: names.slice(0, maxNames) }
        },
        responseSchema: Suggestions,
        rateLimit: "planning"
      })
      .pipe(
        Effect.map(({ geoTargetConstantSuggestions }) =>
          geoTargetConstantSuggestions.map(
            ({ geoTargetConstant: geoTarget, searchTerm }): LocationMatch => ({
              searched: searchTerm,
              geoTarget: geoTarget.resourceName,
              name: geoTarget.canonicalName.replaceAll(",", ", "),
              type: geoTarget.targetType,
              countryCode: geoTarget.countryCode
            })
          )
        )
      )
})
