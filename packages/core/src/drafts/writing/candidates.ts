import { Effect } from "effect"
import { descriptionLimits, headlineLimits } from "../../campaigns/index.ts"
import { CopyWriter } from "../../outbound/index.ts"
import { unfoundedWord, vocabularyOf } from "../copy/claims.ts"
import type { Written, WrittenFor } from "../copy/compose.ts"
import { type Facts, type FactsPage, textsOf } from "../copy/facts.ts"
import type { Line } from "../copy/line.ts"
import { pageKey } from "../copy/sitelinks.ts"
import { tidy, tidyHeading } from "../copy/tidy.ts"

const nothing: Written = { headlines: [], descriptions: [] }

const textsOn = ({ headings, paragraphs, points, summary }: FactsPage): ReadonlyArray<string> =>
  [...headings, ...(summary === null ? [] : [summary]), ...paragraphs, ...points].map(({ text }) => text)

/** The pages that ads may lead to, as a model is told of them. */
const pagesOf = (facts: Facts) =>
  [
    { name: facts.brand.text, page: facts.home },
    ...facts.offers.map(({ name, page }) => ({ name: name.text, page }))
  ]
    .flatMap(({ name, page }) =>
      page === null ? [] : [{ url: page.url, about: name, texts: textsOn(page) }]
    )
    .slice(0, 8)

/**
 * What a model writes for the pages, where there is one. Whatever it says is held against the website word by word, and
 * passes the same rules as everything else; where nothing of it is left, or nothing came, the rules write all of it.
 */
export const candidatesFor = (facts: Facts): Effect.Effect<WrittenFor, never, CopyWriter> =>
  Effect.gen(function* () {
    const { model, write } = yield* CopyWriter
    if (model === null) return () => nothing
    const { descriptions, headlines } = { descriptions: descriptionLimits, headlines: headlineLimits }
    const written = yield* write({
      language: facts.language,
      brand: facts.brand.text,
      business: facts.descriptions.map(({ text }) => text),
      pages: pagesOf(facts),
      headlines,
      descriptions
    }).pipe(
      Effect.catchTag("CopyFailed", ({ message }) =>
        Effect.as(Effect.logWarning(`The language model wrote no copy, so the rules do: ${message}`), [])
      )
    )
    const vocabulary = vocabularyOf(textsOf(facts))
    const founded = (url: string, texts: ReadonlyArray<string>): ReadonlyArray<Line> =>
      texts
        .filter((text) => unfoundedWord(text, vocabulary) === null)
        .map((text) => ({ text, source: { from: "model", model, page: url } }))
    const byPage = new Map(
      written.map((page) => [
        pageKey(page.url),
        {
          headlines: founded(page.url, page.headlines.map(tidyHeading)),
          descriptions: founded(page.url, page.descriptions.map(tidy))
        }
      ])
    )
    return (url: string) => byPage.get(pageKey(url)) ?? nothing
  })
