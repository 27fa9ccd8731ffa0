/** A section of a page with its own heading. */
interface SiteSection {
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

const escapeHtml = (text: string): string =>
  text.replace(
    /[&<>"]/g,
    (character) => ({ "&": "&amp;", "<": "&lt;", ">": "&gt;", '"': "&quot;" })[character]!
  )

const structuredData = (site: Site, base: string): string =>
  JSON.stringify({
    "@context": "https://schema.org",
    "@type": site.type,
    name: site.name,
    url: base,
    telephone: site.telephone,
    description: site.description,
    address: {
      "@type": "PostalAddress",
      streetAddress: site.address.street,
      addressLocality: site.address.city,
      addressRegion: site.address.region,
      postalCode: site.address.postalCode,
      addressCountry: site.address.country
    },
    geo: { "@type": "GeoCoordinates", latitude: site.latitude, longitude: site.longitude },
    areaServed: site.areaServed.map((name) => ({ "@type": "City", name })),
    ...(site.award === undefined ? {} : { award: site.award }),
    ...(site.rating === undefined
      ? {}
      : {
          aggregateRating: {
            "@type": "AggregateRating",
            ratingValue: site.rating.value,
            reviewCount: site.rating.count
          }
        }),
    hasOfferCatalog: {
      "@type": "OfferCatalog",
      name: "Services",
      itemListElement: site.pages
        .filter(({ service }) => service)
        .map(({ nav, description, path }) => ({
          "@type": "Offer",
          itemOffered: { "@type": "Service", name: nav, description, url: `${base}${path}` }
        }))
    }
  }).replaceAll("<", "\\u003c")

const style = `body{font:17px/1.6 system-ui,sans-serif;margin:0;color:#1c2430}header,main,footer{max-width:60rem;
margin:auto;padding:1rem 1.5rem}nav a{margin-right:1.2rem}a{color:#0b5cab}header{border-bottom:1px solid #d8dee6}
footer{border-top:1px solid #d8dee6;color:#5a6675;font-size:.9rem}`

const renderPoints = (heading: string, points: readonly string[]): string =>
  points.length === 0
    ? ""
    : `<h2>${escapeHtml(heading)}</h2>
    <ul>
      ${points.map((point) => `<li>${escapeHtml(point)}</li>`).join("\n      ")}
    </ul>`

export const renderPage = (site: Site, page: SitePage, base: string): string => {
  const links = site.pages
    .map(({ path, nav }) => `<a href="${base}${path}">${escapeHtml(nav)}</a>`)
    .join("\n      ")
  const { street, city, region, postalCode } = site.address
  return `<!doctype html>
<html lang="${site.language}">
<head>
  <meta charset="utf-8">
  <meta name="viewport" content="width=device-width, initial-scale=1">
  <title>${escapeHtml(page.title)} | ${escapeHtml(site.name)}</title>
  <meta name="description" content="${escapeHtml(page.description)}">
  <meta property="og:site_name" content="${escapeHtml(site.name)}">
  <meta property="og:title" content="${escapeHtml(page.title)}">
  <link rel="canonical" href="${base}${page.path}">
  <style>${style}</style>
  <script type="application/ld+json">${structuredData(site, base)}</script>
</head>
<body>
  <header>
    <strong>${escapeHtml(site.name)}</strong>
    <nav>
      ${links}
    </nav>
  </header>
  <main>
    <h1>${escapeHtml(page.title)}</h1>
    ${page.paragraphs.map((paragraph) => `<p>${escapeHtml(paragraph)}</p>`).join("\n    ")}
    ${renderPoints(site.tagline, page.points)}
    ${(page.sections ?? []).map(({ heading, points }) => renderPoints(heading, points)).join("\n    ")}
  </main>
  <footer>${escapeHtml(`${site.name}, ${street}, ${city}, ${region} ${postalCode}. ${site.call ?? "Call"} ${site.telephone}.`)}</footer>
</body>
</html>
`
}

export const renderRobots = (base: string): string => `User-agent: *\nAllow: /\nSitemap: ${base}sitemap.xml\n`

export const renderSitemap = (site: Site, base: string): string =>
  `<?xml version="1.0" encoding="UTF-8"?>\n<urlset xmlns="http://www.sitemaps.org/schemas/sitemap/0.9">\n${site.pages
    .map(({ path }) => `  <url><loc>${base}${path}</loc></url>`)
    .join("\n")}\n</urlset>\n`
