import { combine, fraction, hashText } from "../generator/random.ts"
import { derivedTerms } from "../generator/traffic-sources.ts"
import { decodeMessage } from "../protocol/decode.ts"
import { refuse } from "../protocol/errors.ts"
import { at, type Body, list, text } from "../protocol/json.ts"
import { siteServices } from "../sites/index.ts"
import type { World } from "../world.ts"

const maxSeeds = 20
const maxGeoTargets = 10

/**
 * Handles generateKeywordIdeas: search terms around the seeds, with demand that depends only on the words.
 */
export const keywordIdeas = (world: World, payload: unknown): Body => {
  const request = decodeMessage("services.GenerateKeywordIdeasRequest", payload)
  if (list(request, "geoTargetConstants").length > maxGeoTargets) {
    refuse({ collectionSizeError: "TOO_MANY" }, "Too many.", [{ fieldName: "geo_target_constants" }])
  }
  const seeds = seedsOf(request)
  if (seeds.length > maxSeeds) {
    refuse({ collectionSizeError: "TOO_MANY" }, "Too many.", [
      { fieldName: "keyword_seed" },
      { fieldName: "keywords" }
    ])
  }
  const patterns = patternsByLanguage[text(request, "language")]
  const ideas = new Map<string, Body>()
  for (const seed of seeds) {
    const terms = derivedTerms({ text: seed, matchType: "BROAD" }, world.seed)
    for (const [index, { text: english, impressions, cpc, label }] of terms.entries()) {
      const words = patterns === undefined ? english : patterns[index]?.replace("{}", seed)
      if (words === undefined || (patterns === undefined && label !== undefined) || ideas.has(words)) continue
      ideas.set(words, ideaOf(words, impressions * 30, cpc))
    }
  }
  const results = [...ideas.values()]
  return results.length > 0 ? { results: results as never, totalSize: String(results.length) } : {}
}

const seedsOf = (request: Body): readonly string[] => {
  const keywords = [
    ...list(request, "keywordSeed", "keywords"),
    ...list(request, "keywordAndUrlSeed", "keywords")
  ]
  const url =
    text(request, "urlSeed", "url") ||
    text(request, "keywordAndUrlSeed", "url") ||
    text(request, "siteSeed", "site")
  if (keywords.length === 0 && url === "") {
    return refuse({ fieldError: "REQUIRED" }, "The required field was not present.", [{ fieldName: "seed" }])
  }
  if (at(request, ["keywordSeed"]) !== undefined && keywords.length === 0) {
    refuse({ notEmptyError: "EMPTY_LIST" }, "Empty list.", [
      { fieldName: "keyword_seed" },
      { fieldName: "keywords" }
    ])
  }
  return [...new Set([...keywords.map((word) => String(word).trim().toLowerCase()), ...wordsOfUrl(url)])]
}

/**
 * What people add to a search, by language; English ones are those of the generated traffic. Google also suggests
 * searches of people who want no offer, and so does this list.
 */
const patternsByLanguage: Readonly<Record<string, readonly string[]>> = {
  "languageConstants/1001": [
    "{}",
    "{} in der nähe",
    "{} kosten",
    "{} preise",
    "{} firma",
    "{} angebot",
    "{} stellenangebote",
    "{} selber machen",
    "{} stuttgart",
    "{} anbieter",
    "{} erfahrungen",
    "günstige {}",
    "was ist {}"
  ],
  "languageConstants/1002": [
    "{}",
    "{} près de moi",
    "prix {}",
    "{} devis",
    "tarif {}",
    "entreprise {}",
    "{} pas cher",
    "{} emploi",
    "{} soi-même",
    "{} marseille",
    "{} avis",
    "formation {}"
  ],
  "languageConstants/1003": [
    "{}",
    "{} cerca de mí",
    "{} precio",
    "precio {}",
    "{} presupuesto",
    "empresa {}",
    "{} barato",
    "{} trabajo",
    "{} casero",
    "{} sevilla",
    "{} opiniones",
    "curso {}"
  ]
}

/** Returns the services of a demo website, or the words of any other URL. */
const wordsOfUrl = (url: string): readonly string[] => {
  if (url === "") return []
  const services = siteServices(url)
  if (services) return services
  const bare = url.replace(/^https?:\/\/(www\.)?/, "").replace(/\.[a-z.]+(?=\/|$)/, "")
  return [
    bare
      .split(/[^\p{L}\p{N}]+/u)
      .filter((word) => word.length > 2)
      .join(" ")
      .toLowerCase()
  ].filter(Boolean)
}

const ideaOf = (words: string, monthly: number, cpc: number): Body => {
  const key = hashText(words)
  const competitionIndex = Math.round(100 * fraction(combine(key, 7)))
  const micros = (factor: number) => String(Math.round(cpc * factor * 100) * 10_000)
  return {
    text: words,
    keywordIdeaMetrics: {
      // Google rounds search volumes to a few steps.
      avgMonthlySearches: String(Math.max(10, Math.round(monthly / 10) * 10)),
      competition: competitionIndex > 66 ? "HIGH" : competitionIndex > 33 ? "MEDIUM" : "LOW",
      competitionIndex: String(competitionIndex),
      lowTopOfPageBidMicros: micros(0.6),
      highTopOfPageBidMicros: micros(1.8)
    }
  }
}
