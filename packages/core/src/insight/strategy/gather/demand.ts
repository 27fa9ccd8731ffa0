import { Effect } from "effect"
import type { ReadyProfile } from "../../../organizations/index.ts"
import { AdPlatform, type Platform } from "../../../platform/index.ts"
import { sameWords } from "../../detect/view.ts"
import type { Demand, Words } from "../facts.ts"

/** The platform takes 20 words and 10 places at a time. */
const mostSeeds = 20
const longestSeed = 80

/** What to ask about: what the business sells, and where it names nothing, what it bids on. */
const seedsOf = (profile: ReadyProfile | null, keywords: ReadonlyArray<Words>): ReadonlyArray<string> => {
  const own = profile?.products ?? []
  const words = own.length > 0 ? own : keywords.map(({ text }) => text)
  return [...new Set(words.map(sameWords))]
    .filter((text) => text !== "" && text.length <= longestSeed)
    .slice(0, mostSeeds)
}

/** The same search from several seeds is one. */
const distinct = (ideas: ReadonlyArray<Platform.KeywordIdea>): ReadonlyArray<Platform.KeywordIdea> =>
  [...new Map(ideas.toReversed().map((idea) => [sameWords(idea.text), idea])).values()].reverse()

/** What people search for around what the business offers, where it works. */
export const askDemand = (
  account: Platform.AdAccount,
  profile: ReadyProfile | null,
  keywords: ReadonlyArray<Words>
) =>
  Effect.gen(function* () {
    const seeds = seedsOf(profile, keywords)
    const places = (profile?.places ?? []).flatMap(({ geo_target }) => geo_target ?? [])
    const url = profile?.url
    if (seeds.length === 0 && url === undefined) {
      const why = "there is nothing to ask about: no product, no website and no keyword"
      return { asked: false, why } satisfies Demand
    }
    const ideas = yield* (yield* AdPlatform).keywordIdeas(account, {
      keywords: seeds,
      locations: places,
      ...(url === undefined ? {} : { url })
    })
    return { asked: true, places: places.length, ideas: distinct(ideas) } satisfies Demand
  }).pipe(Effect.withSpan("strategy.askDemand"))
