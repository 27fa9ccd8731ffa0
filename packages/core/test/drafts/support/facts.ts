import type { Facts, FactsPage, Offer, Said } from "../../../src/drafts/copy/facts.ts"

const website = "https://www.northwind.example/"

export const said = (text: string, where = "h1", page = website): Said => ({
  text,
  at: { in: "website", page, where }
})

export const page = (
  path: string,
  given: Partial<Record<keyof FactsPage, ReadonlyArray<string>>> = {}
): FactsPage => {
  const url = `${website}${path}`
  const all = (texts: ReadonlyArray<string> | undefined, where: string) =>
    (texts ?? []).map((text) => said(text, where, url))
  return {
    url,
    headings: all(given.headings, "h1"),
    subheadings: all(given.subheadings, "h2"),
    summary: all(given.summary, "meta description")[0] ?? null,
    paragraphs: all(given.paragraphs, "paragraph"),
    points: all(given.points, "list item")
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
  points: ["All makes"]
})
const bathrooms = page("bathrooms/", {
  headings: ["Bathroom fitting and design"],
  summary: ["New bathrooms designed and fitted by one team, finished on the date we promise."]
})

const offer = (name: string, about: FactsPage): Offer => ({ name: said(name, "navigation"), page: about })

/** A business of the trade that every test knows. */
export const plumber: Facts = {
  website,
  language: "en",
  brand: said("Northwind Plumbing & Heating", "og:site_name"),
  home,
  pages: [repair, bathrooms],
  offers: [offer("Boiler repair", repair), offer("Bathroom fitting", bathrooms)],
  cities: [said("Seattle", "areaServed"), said("Bellevue", "areaServed")],
  links: [
    { text: said("Boiler repair", "navigation"), url: repair.url },
    { text: said("Bathroom fitting", "navigation"), url: bathrooms.url },
    { text: said("Contact", "navigation"), url: `${website}contact/` },
    { text: said("Privacy", "navigation"), url: `${website}privacy/` },
    { text: said("Our partner", "navigation"), url: "https://evil-northwind.example/" }
  ],
  descriptions: [
    said("Plumbers and heating engineers in Seattle for repairs, servicing and emergencies.", "description")
  ],
  strengths: [said("Twelve engineers", "trust signal")],
  rivals: ["Rocket Home Heroes"]
}
