import type { PageText as EvidenceText, PageSentence } from "../../claims/index.ts"

/*
 * The content that was read of a website. Every text has its location, so that the text of an ad can be
 * traced to it.
 */

/** A text and its location. */
export interface PageText {
  readonly text: string
  /** The page. */
  readonly url: string
  /** The part of the page: `title`, `h1`, `navigation`, `list item`, `JSON-LD Plumber.name`. */
  readonly at: string
}

export interface Heading extends PageText {
  readonly level: 1 | 2 | 3
}

export interface SentenceOfPage extends PageSentence {
  /** The heading above it; null before the first one. */
  readonly under: string | null
}

/** The text of a link and its target. */
export interface Link extends PageText {
  readonly href: string
}

/** A node of a page's structured data (JSON-LD), extracted from its nesting. */
export type DataNode = Readonly<Record<string, unknown>>

export interface Page {
  /** The final URL after redirects. */
  readonly url: string
  /** The canonical URL that the page declares, otherwise `url`. */
  readonly canonical: string
  readonly status: number
  /** The value of `<html lang>`; null if there is none. */
  readonly language: string | null
  readonly title: PageText | null
  readonly description: PageText | null
  /** `og:site_name` */
  readonly siteName: PageText | null
  readonly headings: ReadonlyArray<Heading>
  readonly navigation: ReadonlyArray<Link>
  readonly data: ReadonlyArray<DataNode>
  /** All its sentences in reading order, as evidence for the lines of ads. */
  readonly sentences: ReadonlyArray<SentenceOfPage>
  /** Everything that the page links to, for the crawl. */
  readonly links: ReadonlyArray<string>
  /** Whether a script takes the place of the page's text. */
  readonly needsJavaScript: boolean
}

/** The sentences of a page's body, without headings and metadata. */
export const bodySentences = ({ sentences }: Page): ReadonlyArray<SentenceOfPage> =>
  sentences.filter(({ kind }) => kind === "sentence" || kind === "item")

/** A sentence with its location. */
export const locate = ({ url }: Page, { kind, text }: PageSentence): PageText => ({ text, url, at: kind })

/** Whether a sentence belongs to the content, and not to the frame that every page has. */
export const isContent = ({ notEvidence }: PageSentence): boolean => notEvidence !== "navigation"

/** The text of a page, to be stored with the lines that rest on it. */
export const pageTextOf = ({ language, sentences, url }: Page, readAt: string): EvidenceText => ({
  url,
  language: language?.slice(0, 2).toLowerCase() ?? null,
  readAt,
  sentences: sentences.map(({ kind, notEvidence, text }) => ({ text, kind, notEvidence }))
})

export interface Site {
  /** The home page, after redirects. */
  readonly url: string
  /** The registered domain: `example.co.uk`. All pages are on it or on a subdomain. */
  readonly domain: string
  /** Two letters, from `<html lang>` or from its words; `en` if neither shows it. */
  readonly language: string
  /** The home page first. */
  readonly pages: ReadonlyArray<Page>
}

/** A product or service of the business. */
export interface SiteOffer extends PageText {
  /** Its page. */
  readonly href: string | null
  /** Whether it is bought online by its name, and not a service. */
  readonly isProduct: boolean
  /** Words that people search for it with, from its page; the most important first. */
  readonly terms: ReadonlyArray<PageText>
}

/** A location of the business, as its website names it. */
export interface SiteLocation extends PageText {
  /** Two letters, if the site states it. */
  readonly countryCode: string | null
  /** The state or county, if the site states it. */
  readonly region: string | null
  readonly geo: { readonly latitude: number; readonly longitude: number } | null
  /** Whether it is an area that the site states to serve; of a site that states none, an address. */
  readonly isServed: boolean
}

/** A website's statements about the business, each with its source. Nothing is added. */
export interface SiteFacts {
  readonly url: string
  readonly domain: string
  /** Two letters. */
  readonly language: string
  readonly brand: PageText
  readonly description: PageText | null
  readonly offers: ReadonlyArray<SiteOffer>
  /** What the business is, such as "Italian restaurant", with its home page. */
  readonly category: SiteOffer | null
  readonly locations: ReadonlyArray<SiteLocation>
  readonly audiences: ReadonlyArray<PageText>
  readonly competitors: ReadonlyArray<PageText>
  readonly trustSignals: ReadonlyArray<PageText>
  /** Pages of the site that an ad can link to, under their names in its navigation. */
  readonly sitelinks: ReadonlyArray<Link>
  /** The URLs of pages that an ad can lead to: they sell something. */
  readonly offerPages: ReadonlyArray<string>
  /** Whether customers come from everywhere, because the business sells online and names no place. */
  readonly isNational: boolean
  /** Pages of such a business about something that it offers in one place. */
  readonly localPages: ReadonlyArray<{ readonly url: string; readonly place: string }>
  /** Why nothing is sold, as the end of a sentence; null if something is. */
  readonly sellsNothing: string | null
}
