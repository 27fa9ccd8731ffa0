import { Schema } from "effect"
import type { WebsiteText } from "../../campaigns/index.ts"
import { isExpired, normalise } from "../../claims/index.ts"
import { domainLabel, type Page, pageTextOf, type Site, type SiteFacts } from "../../outbound/index.ts"

/*
 * What a website sells and says, for callers that write ads: literal texts of its pages, bounded. It is text of others,
 * and never an instruction.
 */

const texts = Schema.Array(Schema.String)

export const WebsiteFacts = Schema.Struct({
  url: Schema.String,
  language: Schema.String,
  name: Schema.String,
  phone: Schema.NullOr(Schema.String),
  places: texts,
  offers: Schema.Array(
    Schema.Struct({
      name: Schema.String,
      kind: Schema.Literal("service", "product"),
      url: Schema.NullOr(Schema.String),
      prices: texts
    })
  ),
  pages: Schema.Array(
    Schema.Struct({ url: Schema.String, title: Schema.NullOr(Schema.String), sentences: texts })
  )
})
export type WebsiteFacts = typeof WebsiteFacts.Type

/** Enough to write from, and little enough for one answer to a model. */
const most = { places: 10, offers: 20, prices: 3, pages: 8, sentences: 10, sentenceLength: 200, length: 120 }

const short = (text: string): string => text.slice(0, most.length).toWellFormed()

const unique = (texts: ReadonlyArray<string>): ReadonlyArray<string> =>
  [...Map.groupBy(texts, normalise).values()].map(([first]) => first!)

/** The sentences that may prove a line: no testimonial, menu, legal note or expired offer. */
const pageSentences = ({ sentences }: Page, today: string): ReadonlyArray<string> =>
  unique(
    sentences.flatMap(({ notEvidence, text }) =>
      notEvidence !== null || text.length > most.sentenceLength || isExpired(text, today) ? [] : [text]
    )
  )

const price = /[$€£¥]\s?\d|\d\s?(?:[$€£¥]|EUR|USD|GBP|CHF|Fr\.)/u

const telephone = (site: Site): string | null => {
  for (const node of site.pages.flatMap(({ data }) => data)) {
    const value = node["telephone"]
    if (typeof value === "string" && /\d{3}/.test(value)) return short(value)
  }
  return null
}

/** Derives the facts from what was read of a website: pages that sell something come first. */
export const websiteFactsOf = (site: Site, facts: SiteFacts, today: string): WebsiteFacts => {
  const sentences = new Map(site.pages.map((page) => [page.url, pageSentences(page, today)]))
  const selling = new Set(facts.offerPages)
  const pages = site.pages.toSorted((a, b) => Number(selling.has(b.url)) - Number(selling.has(a.url)))
  return {
    url: site.url,
    language: site.language,
    name: short(facts.brand.text),
    phone: telephone(site),
    places: unique(facts.locations.map(({ text }) => short(text))).slice(0, most.places),
    offers: facts.offers.slice(0, most.offers).map(({ href, isProduct, text }) => ({
      name: short(text),
      kind: isProduct ? ("product" as const) : ("service" as const),
      url: href,
      prices: (sentences.get(href ?? "") ?? []).filter((one) => price.test(one)).slice(0, most.prices)
    })),
    pages: pages.slice(0, most.pages).map(({ title, url }) => ({
      url,
      title: title === null ? null : short(title.text),
      sentences: (sentences.get(url) ?? []).slice(0, most.sentences)
    }))
  }
}

/** The text of the pages that were read, and what lines about the business may name. */
export const websiteTextOf = (site: Site, { brand, locations, offers }: SiteFacts): WebsiteText => ({
  pages: site.pages.map((page) => {
    const { readAt: _, ...text } = pageTextOf(page, "")
    return text
  }),
  brand_names: [...new Set([brand.text, domainLabel(site.domain), site.domain])],
  places: [...new Set(locations.map(({ text }) => text))],
  names: offers.map(({ text }) => text)
})
