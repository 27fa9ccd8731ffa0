import { Effect } from "effect"
import type { ReadyProfile } from "../../../organizations/index.ts"
import type { LinkedAccount, Platform } from "../../../platform/index.ts"
import { normalizeWords } from "../../detect/view.ts"
import type { ReportSource } from "../../reports/read/source.ts"
import type { Demand } from "../facts.ts"

/** The platform accepts 20 keywords and 10 locations per request. */
const maxSeeds = 20
const maxSeedLength = 80

/** Returns the seeds: the products of the business, else its keywords. */
const seedsOf = (profile: ReadyProfile | null, keywords: ReportSource["keywords"]): ReadonlyArray<string> => {
  const products = profile?.products ?? []
  const words = products.length > 0 ? products : keywords.map(({ text }) => text)
  return [...new Set(words.map(normalizeWords))]
    .filter((text) => text !== "" && text.length <= maxSeedLength)
    .slice(0, maxSeeds)
}

/** Merges the same search from several seeds. */
const distinct = (ideas: ReadonlyArray<Platform.KeywordIdea>): ReadonlyArray<Platform.KeywordIdea> =>
  [...new Map(ideas.toReversed().map((idea) => [normalizeWords(idea.text), idea])).values()].reverse()

/** Reads searches about the business's products in its locations. */
export const readDemand = (
  account: LinkedAccount,
  profile: ReadyProfile | null,
  keywords: ReportSource["keywords"]
) =>
  Effect.gen(function* () {
    const seeds = seedsOf(profile, keywords)
    const places = (profile?.places ?? []).flatMap(({ geo_target }) => geo_target ?? [])
    const url = profile?.url
    if (seeds.length === 0 && url === undefined) {
      const reason = "there is nothing to ask about: no product, no website and no keyword"
      return { available: false, reason } satisfies Demand
    }
    const ideas = yield* account.platform.keywordIdeas(account, {
      keywords: seeds,
      locations: places,
      ...(url === undefined ? {} : { url })
    })
    return { available: true, places: places.length, ideas: distinct(ideas) } satisfies Demand
  }).pipe(Effect.withSpan("strategy.askDemand"))
