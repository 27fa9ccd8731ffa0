import { createEmulator, demoWorld, type Emulator, siteAddresses } from "@adwarden/google-ads-emulator"
import { Effect, Layer } from "effect"
import { afterAll, beforeAll, describe, expect, it } from "vitest"
import {
  fetching,
  type PageText,
  reading,
  type Site,
  type SiteFacts,
  SiteReader,
  siteFacts
} from "../../src/outbound/index.ts"
import { parsePage } from "../../src/outbound/site/parse-page.ts"
import { Settings } from "../../src/settings.ts"

/* The facts about a business from its website, and that each of them occurs there. */

const pageOf = (html: string, url = "http://acme.test/") =>
  parsePage({ url: new URL(url), status: 200, contentType: "text/html", body: Buffer.from(html) })

const factsOf = (...pages: ReadonlyArray<string | readonly [path: string, html: string]>): SiteFacts => {
  const parsed = pages.map((page) =>
    typeof page === "string" ? pageOf(page) : pageOf(page[1], `http://acme.test${page[0]}`)
  )
  return siteFacts({ url: parsed[0]!.url, domain: "acme.test", language: "en", pages: parsed })
}

const texts = (found: ReadonlyArray<PageText>) => found.map(({ text }) => text)
const data = (value: unknown) => `<script type="application/ld+json">${JSON.stringify(value)}</script>`

describe("the name of the business", () => {
  const table: ReadonlyArray<readonly [what: string, html: string, name: string, at: string]> = [
    [
      "structured data",
      `${data({ "@type": "Bakery", name: "Acme Bread", telephone: "1" })}<title>Home</title>`,
      "Acme Bread",
      "JSON-LD Bakery.name"
    ],
    [
      "a node in a graph",
      data({ "@graph": [{ "@type": ["Thing", "Organization"], name: "Acme Bread" }] }),
      "Acme Bread",
      "JSON-LD Thing.name"
    ],
    [
      "not that of a person or product",
      `${data([
        { "@type": "Person", name: "Ann", telephone: "1" },
        { "@type": "Product", name: "Rye", logo: "x" }
      ])}<title>Acme | Bread</title>`,
      "Acme",
      "title"
    ],
    [
      "what it says for sharing",
      '<meta property="og:site_name" content="Acme Bread"><title>Home</title>',
      "Acme Bread",
      "og:site_name"
    ],
    [
      "the part of the title that is like the domain",
      "<title>Fresh bread - Acme Bread Co</title>",
      "Acme Bread Co",
      "title"
    ],
    ["a title that is a sentence says none", "<title>Fresh bread every morning</title>", "Acme", "domain"],
    [
      "structured data that is no JSON",
      '<script type="application/ld+json">{"@type":</script><title>x</title>',
      "Acme",
      "domain"
    ]
  ]
  it.each(table)("%s", (_, html, text, at) => {
    expect(factsOf(html).brand).toEqual({ text, at, url: "http://acme.test/" })
  })

  it("the shared part of all titles", () => {
    const pages = ["Bread", "Cakes", "Visit"].map(
      (title) => [`/${title}`, `<title>${title} | Old Mill</title>`] as const
    )
    expect(factsOf(...pages).brand.text).toBe("Old Mill")
  })
})

describe("the offers", () => {
  it("are navigation items that are not about the business", () => {
    const nav = [
      "Home /",
      "Pottery /pottery",
      "Über uns /about",
      "Contact us /contact",
      "Drawing /drawing",
      "Gone /gone"
    ]
    const menu = `<nav>${nav.map((link) => `<a href="${link.split(" ").at(-1)}">${link.replace(/ \S+$/, "")}</a>`).join("")}</nav>`
    const others = ["/pottery", "/about", "/contact", "/drawing"].map(
      (path) =>
        [
          path,
          `<title>${path}</title><meta name="description" content="About ${path}"><h1>${path}</h1>`
        ] as const
    )
    const { offers, sitelinks } = factsOf(`<title>x</title>${menu}`, ...others)
    expect(texts(offers)).toEqual(["Pottery", "Drawing"])
    expect(offers[0]).toMatchObject({
      href: "http://acme.test/pottery",
      at: "navigation"
    })
    expect(texts(sitelinks)).toEqual(["Pottery", "Über uns", "Contact us", "Drawing"])
  })

  it("are those of structured data at any depth, without duplicates", () => {
    const offer = (name: string) => ({
      "@type": "Offer",
      itemOffered: { "@type": "Service", name, url: `/${name}` }
    })
    const { offers } = factsOf(
      data({
        "@type": "Store",
        name: "Acme",
        hasOfferCatalog: { itemListElement: ["Rye", "Oat", "Spelt", "rye"].map(offer) }
      })
    )
    expect(offers.map(({ href, text }) => [text, href])).toEqual([
      ["Rye", "http://acme.test/Rye"],
      ["Oat", "http://acme.test/Oat"],
      ["Spelt", "http://acme.test/Spelt"]
    ])
  })

  it("are headings on a single-page site without a navigation", () => {
    const html =
      "<h1>Acme</h1><h2>Rye bread</h2><h2>Why bake with us for more than forty years?</h2><h2>Contact</h2><h3>Cakes</h3>"
    expect(texts(factsOf(html).offers)).toEqual(["Rye bread", "Cakes"])
  })
})

describe("the locations", () => {
  const shop = (more: object) => factsOf(data({ "@type": "Store", name: "Acme", ...more })).locations

  it("include address, country by name or code, and coordinates", () => {
    const address = {
      "@type": "PostalAddress",
      addressLocality: "Lyon",
      addressRegion: "Rhône",
      addressCountry: { name: "France" }
    }
    expect(shop({ address, geo: { latitude: "45.76", longitude: 4.83 } })).toEqual([
      {
        text: "Lyon",
        url: "http://acme.test/",
        at: "JSON-LD PostalAddress.addressLocality",
        region: "Rhône",
        countryCode: "FR",
        geo: { latitude: 45.76, longitude: 4.83 },
        isServed: true
      }
    ])
  })

  it("have countries by any of their names", () => {
    const table = {
      FR: "FR",
      fr: "FR",
      France: "FR",
      UK: "GB",
      "United Kingdom": "GB",
      germany: "DE",
      Atlantis: null
    }
    for (const [addressCountry, code] of Object.entries(table)) {
      const [found] = shop({ address: { addressLocality: "X", addressCountry } })
      expect(found!.countryCode, addressCountry).toBe(code)
    }
  })

  it("include areas as texts and as nodes, and the address once", () => {
    const address = { addressLocality: "Lyon", addressCountry: "FR" }
    const found = shop({
      address,
      areaServed: ["Lyon", { "@type": "City", name: "Grenoble" }, { "@type": "Country", name: "Switzerland" }]
    })
    expect(found.map(({ countryCode, isServed, text }) => [text, countryCode, isServed])).toEqual([
      ["Lyon", "FR", true],
      ["Grenoble", "FR", true],
      ["Switzerland", "CH", true]
    ])
  })

  it("exclude invalid coordinates", () => {
    for (const geo of [
      { latitude: 0, longitude: 0 },
      { latitude: 45 },
      { latitude: 200, longitude: 1 },
      "x"
    ]) {
      expect(shop({ address: { addressLocality: "Lyon" }, geo })[0]!.geo).toBeNull()
    }
  })
})

it("a list's heading determines the use of its items", () => {
  const list = (heading: string, ...items: ReadonlyArray<string>) =>
    `<h2>${heading}</h2><ul>${items.map((item) => `<li>${item}</li>`).join("")}</ul>`
  const facts = factsOf(
    list("Why Acme", "Baked at night", "Open on Sundays") +
      list("Who we bake for", "Cafés", "Families") +
      list("Acme compared", "Rival Bread") +
      list(
        "On our shelves",
        "Rye",
        "Licensed and insured",
        "Call +1 206 555 0142",
        "A sentence that is much too long to be a phrase that stands below an ad"
      ) +
      "<h3>Acme vs Stale Bread Inc</h3><p>Family-owned since 1987. We bake.</p>"
  )
  expect(texts(facts.audiences)).toEqual(["Cafés", "Families"])
  expect(texts(facts.competitors)).toEqual(["Stale Bread Inc", "Rival Bread"])
  expect(texts(facts.trustSignals)).toEqual([
    "Licensed and insured",
    "Family-owned since 1987.",
    "Baked at night",
    "Open on Sundays"
  ])
})

it("texts are the visible words, one line each", () => {
  const page = pageOf(
    "<h1>Fresh<br>bread\n and <b>cak</b>es\u00ad</h1><p>one<span hidden>two</span><script>three</script></p>"
  )
  expect(page.headings[0]!.text).toBe("Fresh bread and cakes")
  expect(page.sentences.map(({ text }) => text)).toEqual(["Fresh bread and cakes", "one"])
})

describe.each(Object.entries(demoWorld.sites))("the demo website of %s", (_, url) => {
  let emulator: Emulator
  let site: Site
  beforeAll(async () => {
    emulator = await createEmulator({ world: "empty" })
    const settings = Settings.layer("https://ads.example", { developmentHosts: siteAddresses(emulator.url) })
    site = await Effect.flatMap(SiteReader, (reader) => reader.read(url)).pipe(
      Effect.provide(Layer.mergeAll(...reading).pipe(Layer.provideMerge(fetching), Layer.provide(settings))),
      Effect.runPromise
    )
  })
  afterAll(() => emulator.close())

  it("has enough facts for a campaign", () => {
    const facts = siteFacts(site)
    expect(facts.description?.text.length).toBeGreaterThan(40)
    expect(facts.offers.length).toBeGreaterThanOrEqual(4)
    expect(facts.locations.length).toBeGreaterThanOrEqual(1)
    expect(facts.sitelinks.filter(({ text }) => text.length <= 25).length).toBeGreaterThanOrEqual(4)
    expect(facts.offers.flatMap(({ terms }) => terms).length).toBeGreaterThanOrEqual(facts.offers.length)
    expect(facts.trustSignals.length).toBeGreaterThanOrEqual(3)
    expect(facts.audiences.length).toBeGreaterThanOrEqual(2)
  })

  it("and each fact is at its stated location", () => {
    const { audiences, brand, competitors, description, offers, sitelinks, trustSignals } = siteFacts(site)
    const all = [brand, description!, ...offers, ...audiences, ...competitors, ...trustSignals, ...sitelinks]
    for (const { at, text, url: where } of all) {
      const page = site.pages.find((one) => one.url === where)
      expect(page, where).toBeDefined()
      const told = JSON.stringify(page)
      // A rating is the only composed fact: from two figures of the page.
      const parts = at.endsWith("aggregateRating") ? (text.match(/[\d.]+/g) ?? []) : [text]
      for (const part of parts.filter((part) => part !== "5"))
        expect(told).toContain(JSON.stringify(part).slice(1, -1))
    }
  })
})
