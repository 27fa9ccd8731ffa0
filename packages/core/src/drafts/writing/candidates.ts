import { Effect } from "effect"
import { descriptionLimits, headlineLimits } from "../../campaigns/index.ts"
import { CopyWriter } from "../../outbound/index.ts"
import { unsupportedWord, vocabularyOf } from "../copy/claims.ts"
import type { ModelLines, ModelLinesFor } from "../copy/compose.ts"
import { allTexts, type BusinessFacts, type FactsPage } from "../copy/facts.ts"
import type { CopyLine } from "../copy/line.ts"
import { pageKey } from "../copy/sitelinks.ts"
import { tidy, tidyHeading } from "../copy/tidy.ts"

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
