import { Effect } from "effect"
import { descriptionLimits, headlineLimits, pageKey } from "../../campaigns/index.ts"
import { CopyWriter } from "../../outbound/index.ts"
import { evidenceIn, type QuotedLine } from "./ad-lines.ts"
import type { BusinessFacts, FactsPage } from "./facts.ts"
import { toSearchText } from "./keywords.ts"
import { type CopyLine, tidy, tidyHeading } from "./line.ts"
import { draftThemes, landingTheme } from "./themes.ts"

/** Lines that a model wrote for one page. None of them is proved yet. */
export interface ModelLines {
  readonly headlines: ReadonlyArray<QuotedLine>
  readonly descriptions: ReadonlyArray<QuotedLine>
  /** Searches, as lower-case text. */
  readonly keywords: ReadonlyArray<CopyLine>
}
export type ModelLinesFor = (url: string) => ModelLines

const noLines: ModelLines = { headlines: [], descriptions: [], keywords: [] }

const maxPages = 8

/** The landing pages of the ads, for the model's prompt. */
const copyPages = (facts: BusinessFacts) => {
  const landing = landingTheme(facts)
  const themes = [...draftThemes(facts), ...(landing === null ? [] : [landing])]
  const byPage = new Map(themes.toReversed().map((theme) => [pageKey(theme.page.url), theme]))
  return [...byPage.values()].toReversed().slice(0, maxPages)
}

const evidenceTexts = (page: FactsPage): ReadonlyArray<string> =>
  evidenceIn(page, ["heading", "sentence", "item", "structured"]).map(({ text }) => text)

/** Requests lines and keywords for the pages from a model, if there is one. The checker decides which are used. */
export const requestModelLines = (facts: BusinessFacts): Effect.Effect<ModelLinesFor, never, CopyWriter> =>
  Effect.gen(function* () {
    const { model, write } = yield* CopyWriter
    if (model === null) return () => noLines
    const pages = copyPages(facts)
    const modelPages = yield* write({
      language: facts.language,
      brand: facts.brand.text,
      pages: pages.map(({ offer, page }) => ({
        url: page.url,
        about: offer.name.text,
        texts: evidenceTexts(page)
      })),
      headlines: headlineLimits,
      descriptions: descriptionLimits
    }).pipe(
      Effect.catchTag("CopyFailed", ({ message }) =>
        Effect.as(
          Effect.logWarning(`The language model wrote no copy, so the rules select it: ${message}`),
          []
        )
      )
    )
    const byPage = new Map(
      modelPages.flatMap(({ descriptions, headlines, keywords, url }) => {
        const page = pages.find((one) => pageKey(one.page.url) === pageKey(url))?.page.url
        if (page === undefined) return []
        const written = (text: string) => ({ text, source: { from: "model" as const, model, page } })
        const lines: ModelLines = {
          headlines: headlines.map(({ quote, text }) => ({ ...written(tidyHeading(text)), quote })),
          descriptions: descriptions.map(({ quote, text }) => ({ ...written(tidy(text)), quote })),
          keywords: (keywords ?? []).map((text) => written(toSearchText(text)))
        }
        return [[pageKey(url), lines] as const]
      })
    )
    return (url: string) => byPage.get(pageKey(url)) ?? noLines
  })
