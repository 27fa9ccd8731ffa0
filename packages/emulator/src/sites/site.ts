/** A section of a page with its own heading. */
export interface SiteSection {
  readonly heading: string
  readonly points: readonly string[]
}

export interface SitePage {
  readonly path: string
  /** The label in the navigation. */
  readonly nav: string
  readonly title: string
  readonly description: string
  readonly paragraphs: readonly string[]
  readonly points: readonly string[]
  readonly sections?: readonly SiteSection[]
  /** Whether the structured data lists this page as a service. */
  readonly service?: boolean
}

export interface Site {
  readonly slug: string
  readonly name: string
  readonly type: string
  readonly language: string
  readonly tagline: string
  readonly description: string
  readonly telephone: string
  /** The word before the telephone number. */
  readonly call?: string
  readonly address: {
    readonly street: string
    readonly city: string
    readonly region: string
    readonly postalCode: string
    readonly country: string
  }
  readonly latitude: number
  readonly longitude: number
  readonly areaServed: readonly string[]
  readonly rating?: { readonly value: number; readonly count: number }
  readonly award?: string
  readonly pages: readonly SitePage[]
}

export const page = (
  path: string,
  nav: string,
  title: string,
  description: string,
  paragraph: string,
  ...points: readonly string[]
): SitePage => ({
  path,
  nav,
  title,
  description,
  paragraphs: [paragraph],
  points
})

export const service = (...given: Parameters<typeof page>): SitePage => ({ ...page(...given), service: true })

/** Adds sections to a page, each with a heading and its content. */
export const withSections = (
  on: SitePage,
  ...sections: readonly (readonly [heading: string, ...points: string[]])[]
): SitePage => ({ ...on, sections: sections.map(([heading, ...points]) => ({ heading, points })) })
