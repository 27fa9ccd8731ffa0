import { Effect, Schema } from "effect"
import type { AdAccount, IdeaSeed, KeywordIdea, LocationMatch } from "../model/index.ts"
import { type GoogleAdsClient, loginContextOf } from "./client.ts"
import { languageConstantOf } from "./languages.ts"
import { int64, list, maybeInt64, optionalMessage, text, unitsOf } from "./rows.ts"

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
