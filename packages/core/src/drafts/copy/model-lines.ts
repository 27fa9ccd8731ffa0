import { Effect } from "effect"
import { descriptionLimits, headlineLimits } from "../../campaigns/index.ts"
import { CopyWriter } from "../../outbound/index.ts"
import { pageKey } from "./assets.ts"
import type { ModelLines, ModelLinesFor } from "./compose.ts"
import { allTexts, type BusinessFacts, type FactsPage } from "./facts.ts"
import { type CopyLine, tidy, tidyHeading } from "./line.ts"

const noLines: ModelLines = { headlines: [], descriptions: [] }

const pageTexts = ({ headings, paragraphs, points, summary }: FactsPage): ReadonlyArray<string> =>
  [...headings, ...(summary === null ? [] : [summary]), ...paragraphs, ...points].map(({ text }) => text)

/** Returns the possible landing pages for the model's prompt. */
const copyPages = (facts: BusinessFacts) =>
  [
    { name: facts.brand.text, page: facts.home },
    ...facts.offers.map(({ name, page }) => ({ name: name.text, page }))
  ]
    .flatMap(({ name, page }) =>
      page === null ? [] : [{ url: page.url, about: name, texts: pageTexts(page) }]
    )
    .slice(0, 8)

/**
 * Requests lines for the pages from a model, if there is one. Each word is checked against the website, and
 * the lines must pass the same rules as all others. If none is left, the templates write everything.
 */
export const requestModelLines = (facts: BusinessFacts): Effect.Effect<ModelLinesFor, never, CopyWriter> =>
  Effect.gen(function* () {
    const { model, write } = yield* CopyWriter
    if (model === null) return () => noLines
    const { descriptions, headlines } = { descriptions: descriptionLimits, headlines: headlineLimits }
    const modelPages = yield* write({
      language: facts.language,
      brand: facts.brand.text,
      business: facts.descriptions.map(({ text }) => text),
      pages: copyPages(facts),
      headlines,
      descriptions
    }).pipe(
      Effect.catchTag("CopyFailed", ({ message }) =>
        Effect.as(Effect.logWarning(`The language model wrote no copy, so the rules do: ${message}`), [])
      )
    )
    const vocabulary = vocabularyOf(allTexts(facts))
    const supportedLines = (url: string, texts: ReadonlyArray<string>): ReadonlyArray<CopyLine> =>
      texts
        .filter((text) => unsupportedWord(text, vocabulary) === null)
        .map((text) => ({ text, source: { from: "model", model, page: url } }))
    const byPage = new Map(
      modelPages.map((page) => [
        pageKey(page.url),
        {
          headlines: supportedLines(page.url, page.headlines.map(tidyHeading)),
          descriptions: supportedLines(page.url, page.descriptions.map(tidy))
        }
      ])
    )
    return (url: string) => byPage.get(pageKey(url)) ?? noLines
  })

/*
 * A model may rephrase the website's text, but must add no claim. Each word of its lines is checked: a line
 * with an unsupported number, promise or name is rejected.
 */

/**
 * Function words that claim nothing, in the supported languages. Words such as "free", "best", "new",
 * "online" or "all" are not included: the website must support them.
 */
const functionWords = new Set(
  `a an and the of for to in on at by with from or as is are be it its this that your you we our us more
  get see find learn call book contact visit ask discover explore choose start need about how when where what who now
  today
  und oder der die das den dem des ein eine einen einem für von mit bei im am zu zum zur auf aus ist sind ihr ihre ihren
  sie wir unser unsere mehr über entdecken finden buchen anrufen kontaktieren wie was wo jetzt heute
  et ou le la les un une des du de pour avec chez dans sur est sont votre vos nous notre nos plus découvrez trouvez
  réservez appelez contactez
  y o el los las una unos unas del al para con por en es son su sus tu tus nuestro nuestra más descubre encuentra
  reserva llama contacta`.split(/\s+/)
)

const tokenize = (text: string): ReadonlyArray<string> =>
  text
    .normalize("NFKC")
    .toLowerCase()
    .match(/[\p{L}\p{M}\p{N}][\p{L}\p{M}\p{N}'’.,%+-]*[\p{L}\p{M}\p{N}%+]|[\p{L}\p{M}\p{N}]/gu) ?? []

/**
 * Whether a word is an inflected form: with an s, or a longer word with another ending. Numbers and short
 * words must be equal: "free" is not in "freezer".
 */
const isInflectionOf = (word: string, base: string): boolean => {
  if (word === base || word === `${base}s` || base === `${word}s`) return true
  const [short, long] = word.length < base.length ? [word, base] : [base, word]
  return (
    !/\p{N}/u.test(word) &&
    short.length >= 5 &&
    long.length - short.length <= 3 &&
    long.startsWith(short.slice(0, -1))
  )
}

type Vocabulary = ReadonlySet<string>

/** Returns the words of all facts, to check lines against. */
export const vocabularyOf = (texts: Iterable<string>): Vocabulary => new Set([...texts].flatMap(tokenize))

/** Returns the first word of a line that the website does not support, or null. */
export const unsupportedWord = (line: string, vocabulary: Vocabulary): string | null =>
  tokenize(line).find(
    (word) =>
      !functionWords.has(word) &&
      !vocabulary.has(word) &&
      ![...vocabulary].some((known) => isInflectionOf(word, known))
  ) ?? null
