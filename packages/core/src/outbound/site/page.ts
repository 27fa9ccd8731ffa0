/*
 * What was read of a website. Every text keeps the place where it stands, so that what is later said in an ad can be
 * traced to it.
 */

/** A text and where it stands. */
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

/** A text of a page's body. */
export interface Passage extends PageText {
  /** The heading that it stands under; null above the first one. */
  readonly under: string | null
}

/** The text of a link, and where it leads. */
export interface Link extends PageText {
  readonly href: string
}

/** A node of a page's structured data (JSON-LD), taken out of whatever it was nested in. */
export type DataNode = Readonly<Record<string, unknown>>

export interface Page {
  /** Where it was found in the end. */
  readonly url: string
  /** The address that the page itself says is its own; `url` where it says none. */
  readonly canonical: string
  readonly status: number
  /** As `<html lang>` says it; null where it says nothing. */
  readonly language: string | null
  readonly title: PageText | null
  readonly description: PageText | null
  /** `og:site_name` */
  readonly siteName: PageText | null
  readonly headings: ReadonlyArray<Heading>
  readonly navigation: ReadonlyArray<Link>
  readonly listItems: ReadonlyArray<Passage>
  readonly paragraphs: ReadonlyArray<Passage>
  readonly data: ReadonlyArray<DataNode>
  /** Everything that the page links to, to go on from. */
  readonly links: ReadonlyArray<string>
  /** Whether there is a program in it where one would expect words. */
  readonly needsJavaScript: boolean
}

/** A page that was found and not read, and why. */
export interface SkippedPage {
  readonly url: string
  readonly reason: string
}

export interface Site {
  /** The home page, after redirects. */
  readonly url: string
  /** What was registered: `example.co.uk`. All pages are on it or on a subdomain. */
  readonly domain: string
  /** Two letters, as `<html lang>` says or as its words tell; `en` where neither does. */
  readonly language: string
  /** The home page first. */
  readonly pages: ReadonlyArray<Page>
  readonly skipped: ReadonlyArray<SkippedPage>
}
