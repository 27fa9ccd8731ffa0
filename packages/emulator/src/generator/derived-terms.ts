import type { MarketTerm, WasteLabel } from "./market.ts"
import type { Keyword } from "./matching.ts"
import { combine, fraction, hashText, Keyed } from "./random.ts"

type Pattern = readonly [pattern: string, label?: WasteLabel]

const phrasePatterns: readonly Pattern[] = [
  ["{}"],
  ["{} near me"],
  ["{} cost"],
  ["best {}"],
  ["{} services"],
  ["{} jobs", "jobs"],
  ["{} prices"],
  ["local {}"],
  ["how to diy {}", "free_diy"],
  ["{} company"],
  ["{} reviews"],
  ["{} salary", "jobs"],
  ["affordable {}"],
  ["{} quote"],
  ["what is {}", "informational"],
  ["emergency {}"],
  ["{} same day"],
  ["free {}", "free_diy"],
  ["{} today"],
  ["cheap {}"],
  ["{} in dallas", "wrong_city"],
  ["24 hour {}"],
  ["{} training course", "jobs"],
  ["{} rocket home heroes", "competitor"]
]

/** The share of a search term is its rank to the power of minus this exponent. */
const powerLaw = 1.05

// Benchmarks of search advertising in 2026, and the factors of the match types.
const benchmark = { ctr: 0.0664, cvr: 0.0818, cpc: 5.42 }
const byMatchType: Readonly<
  Record<string, { readonly reach: number; readonly terms: number; readonly lift: number }>
> = {
  EXACT: { reach: 0.35, terms: 1, lift: 1.2 },
  PHRASE: { reach: 0.7, terms: 12, lift: 0.97 },
  BROAD: { reach: 1, terms: phrasePatterns.length, lift: 0.9 }
}

/**
 * Derives search terms from a keyword without a planted market. The same seed and text return the same terms.
 */
export const derivedTerms = ({ text, matchType }: Keyword, seed: number): readonly MarketTerm[] => {
  const shape = byMatchType[matchType] ?? byMatchType["BROAD"]!
  const key = combine(seed, hashText(text.toLowerCase()))
  const market = new Keyed(key)
  const daily = 60 * market.lognormal(0.5) * shape.reach
  const cpc = benchmark.cpc * market.lognormal(0.3)
  const chosen = phrasePatterns.slice(0, shape.terms)
  const weights = chosen.map((_, index) => (index + 1) ** -powerLaw)
  const sum = weights.reduce((total, weight) => total + weight, 0)
  return chosen.map(([pattern, label], index) => {
    const own = combine(key, index + 1)
    return {
      text: pattern.replace("{}", text.toLowerCase()),
      impressions: (daily * weights[index]!) / sum,
      ctr: benchmark.ctr * shape.lift * (0.8 + 0.4 * fraction(own)),
      cvr: label === undefined ? benchmark.cvr * shape.lift * (0.6 + 0.8 * fraction(own + 1)) : 0,
      cpc: cpc * (0.8 + 0.4 * fraction(own + 2)),
      ...(label === undefined ? {} : { label })
    }
  })
}
