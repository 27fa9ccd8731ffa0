import type { BusinessFacts, FactsPage, FactText, Offer } from "../../../src/drafts/copy/facts.ts"

const website = "https://www.northwind.example/"

export const factText = (text: string, where = "h1", page = website): FactText => ({
  text,
  at: { in: "website", page, where }
})

export const page = (
  path: string,
  overrides: Partial<Record<Exclude<keyof FactsPage, "url" | "sells">, ReadonlyArray<string>>> = {}
): FactsPage => {
  const url = `${website}${path}`
  const all = (texts: ReadonlyArray<string> | undefined, where: string) =>
    (texts ?? []).map((text) => factText(text, where, url))
  return {
    url,
    titles: all(overrides.titles, "title"),
    headings: all(overrides.headings, "h1"),
    subheadings: all(overrides.subheadings, "h2"),
    summary: all(overrides.summary, "meta description")[0] ?? null,
    paragraphs: all(overrides.paragraphs, "paragraph"),
    points: all(overrides.points, "list item"),
    sells: true
  }
}

const home = page("", {
  headings: ["Plumbers and heating engineers in Seattle"],
  summary: ["Northwind repairs boilers and fits bathrooms across Seattle. Fixed prices, same-day visits."],
  paragraphs: ["Northwind has kept Seattle warm and dry since 1994. Twelve engineers, one phone number."],
  points: ["Licensed and insured", "Fixed prices", "Same-day visits", "12-month guarantee"]
})
const repair = page("boiler-repair/", {
  headings: ["Boiler repair in Seattle"],
  summary: [
    "Boiler broken? Our engineers repair all makes in Seattle, most on the first visit. Fixed price before we start."
  ],
  paragraphs: ["We carry parts for common boilers in every van. Most repairs need one visit."],
  points: ["All makes", "Parts in every van", "Written price before work"]
})
const bathrooms = page("bathrooms/", {
  headings: ["Bathroom fitting and design"],
  summary: ["New bathrooms designed and fitted by one team, finished on the date we promise."],
  paragraphs: [
    "Plumbers, electricians and tilers who know each other. We draw your bathroom before we start."
  ],
  points: ["Drawing before we start", "Plumbers and tilers together", "Tiles of your choice"]
})

const offer = (name: string, about: FactsPage): Offer => ({
  name: factText(name, "navigation"),
  page: about,
  terms: [factText(name, "h1", about.url)],
  isProduct: false
})

/** The facts of an example business. */
export const plumber: BusinessFacts = {
  website,
  language: "en",
  brand: factText("Northwind Plumbing & Heating", "og:site_name"),
  home,
  pages: [repair, bathrooms],
  offers: [offer("Boiler repair", repair), offer("Bathroom fitting", bathrooms)],
  category: null,
  cities: [factText("Seattle", "areaServed"), factText("Bellevue", "areaServed")],
  links: [
    { text: factText("Boiler repair", "navigation"), url: repair.url },
    { text: factText("Bathroom fitting", "navigation"), url: bathrooms.url },
    { text: factText("Contact", "navigation"), url: `${website}contact/` },
    { text: factText("Privacy", "navigation"), url: `${website}privacy/` },
    { text: factText("Our partner", "navigation"), url: "https://evil-northwind.example/" }
  ],
  descriptions: [
    factText(
      "Plumbers and heating engineers in Seattle for repairs, servicing and emergencies.",
      "description"
    )
  ],
  strengths: [factText("Twelve engineers", "trust signal")],
  competitors: ["Rocket Home Heroes"],
  thirdParties: ["Worcester Bosch"],
  soldOutWords: [],
  placeholderShare: 0,
  localOffers: []
}
