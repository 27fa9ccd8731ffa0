import { Effect } from "effect"
import { descriptionLimits, headlineLimits, pageKey } from "../../campaigns/index.ts"
import { CopyWriter } from "../../outbound/index.ts"
import { unsupportedWord, vocabularyOf } from "./claims.ts"
import type { ModelLines, ModelLinesFor } from "./compose.ts"
import type { BusinessFacts, FactsPage } from "./facts.ts"
import { toSearchText } from "./keywords.ts"
import { type CopyLine, tidy, tidyHeading } from "./line.ts"
import { draftThemes, landingTheme } from "./themes.ts"

const noLines: ModelLines = { headlines: [], descriptions: [], keywords: [] }

const pageTexts = ({
  headings,
  paragraphs,
  points,
  subheadings,
  summary,
  titles
}: FactsPage): ReadonlyArray<string> =>
  [
    ...titles,
    ...headings,
    ...subheadings,
    ...(summary === null ? [] : [summary]),
    ...paragraphs,
    ...points
  ].map(({ text }) => text)

/** The landing pages of the ads, for the model's prompt. */
const copyPages = (facts: BusinessFacts) => {
  const landing = landingTheme(facts)
  const themes = [...draftThemes(facts), ...(landing === null ? [] : [landing])]
  const byPage = new Map(themes.toReversed().map((theme) => [pageKey(theme.page.url), theme]))
  return [...byPage.values()].toReversed().slice(0, 8)
}

/**
 * Requests lines and keywords for the pages from a model, if there is one. Every word of a line must be on its
 * landing page, and the line must pass the same gate as all others. If none is left, the templates write everything.
 */
export const requestModelLines = (facts: BusinessFacts): Effect.Effect<ModelLinesFor, never, CopyWriter> =>
  Effect.gen(function* () {
    const { model, write } = yield* CopyWriter
    if (model === null) return () => noLines
    const pages = copyPages(facts)
    const modelPages = yield* write({
      language: facts.language,
      brand: facts.brand.text,
      business: facts.descriptions.map(({ text }) => text),
      pages: pages.map(({ offer, page }) => ({
        url: page.url,
        about: offer.name.text,
        texts: pageTexts(page)
      })),
      headlines: headlineLimits,
      descriptions: descriptionLimits
    }).pipe(
      Effect.catchTag("CopyFailed", ({ message }) =>
        Effect.as(Effect.logWarning(`The language model wrote no copy, so the rules do: ${message}`), [])
      )
    )
    const ofBusiness = [facts.brand, ...facts.cities].map(({ text }) => text)
    const byPage = new Map(
      modelPages.flatMap((written) => {
        const theme = pages.find(({ page }) => pageKey(page.url) === pageKey(written.url))
        if (theme === undefined) return []
        const known = vocabularyOf([...pageTexts(theme.page), theme.offer.name.text, ...ofBusiness])
        const quoted = (text: string): CopyLine => ({
          text,
          source: { from: "model", model, page: theme.page.url }
        })
        const supported = (texts: ReadonlyArray<string>): ReadonlyArray<CopyLine> =>
          texts.filter((text) => unsupportedWord(text, known) === null).map(quoted)
        return [
          [
            pageKey(written.url),
            {
              headlines: supported(written.headlines.map(tidyHeading)),
              descriptions: supported(written.descriptions.map(tidy)),
              // The filter of the platform's ideas checks them.
              keywords: (written.keywords ?? []).map((text) => quoted(toSearchText(text)))
            }
          ] as const
        ]
      })
    )
    return (url: string) => byPage.get(pageKey(url)) ?? noLines
  })
