import { noEvidenceIn, type PageSentence, sentencesIn } from "../../../src/claims/index.ts"
import type { BusinessFacts, FactsPage, FactText, Offer } from "../../../src/drafts/copy/facts.ts"

const website = "https://www.northwind.example/"
const readAt = "2026-11-19T00:00:00.000Z"

export const factText = (text: string, where = "h1", page = website): FactText => ({
  text,
  at: { in: "website", page, where }
})

/** A page with its heading, sentences and list items. */
export const page = (
  path: string,
  {
    headings = [],
    items = [],
    sentences = []
  }: Partial<Record<"headings" | "sentences" | "items", ReadonlyArray<string>>> = {}
): FactsPage => {
  const url = `${website}${path}`
  const all = (texts: ReadonlyArray<string>, kind: PageSentence["kind"]): ReadonlyArray<PageSentence> =>
    texts.flatMap(sentencesIn).map((text) => ({ text, kind, notEvidence: noEvidenceIn(text, null) }))
  return {
    url,
    names: headings.slice(0, 1).map((text) => factText(text, "h1", url)),
    text: {
      url,
      language: "en",
      readAt,
      sentences: [...all(headings, "heading"), ...all(sentences, "sentence"), ...all(items, "item")]
    },
    sells: true
  }
}

const everywhere = ["Licensed and insured", "Fixed prices"]

const home = page("", {
  headings: ["Plumbers and heating engineers in Seattle"],
  sentences: [
    "Northwind repairs boilers and fits bathrooms across Seattle.",
    "Northwind has kept Seattle warm and dry since 1994."
  ],
  items: [...everywhere, "Same-day visits", "12-month guarantee"]
})
const repair = page("boiler-repair/", {
  headings: ["Boiler repair in Seattle"],
  sentences: [
    "Our engineers repair all makes in Seattle, most on the first visit.",
    "We carry parts for common boilers in every van."
  ],
  items: [...everywhere, "All makes", "Written price before work"]
})
const bathrooms = page("bathrooms/", {
  headings: ["Bathroom fitting and design"],
  sentences: [
    "New bathrooms designed and fitted by one team, finished on the date we promise.",
    "We draw your bathroom before we start."
  ],
  items: [...everywhere, "Drawing before we start", "Tiles of your choice"]
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
  domain: "northwind.example",
  lineContext: {
    brand_names: ["Northwind Plumbing & Heating", "northwind", "northwind.example"],
    places: ["Seattle", "Bellevue"],
    names: ["Boiler repair", "Bathroom fitting"],
    confirmed: []
  },
  home,
  pages: [repair, bathrooms],
  offers: [offer("Boiler repair", repair), offer("Bathroom fitting", bathrooms)],
  category: null,
  cities: [factText("Seattle", "areaServed"), factText("Bellevue", "areaServed")],
  links: [
    { text: factText("Boiler repair", "navigation"), url: repair.url },
    { text: factText("Bathroom fitting", "navigation"), url: bathrooms.url },
    { text: factText("Contact", "navigation"), url: `${website}contact/` },
    { text: factText("Our partner", "navigation"), url: "https://evil-northwind.example/" }
  ],
  competitors: ["Rocket Home Heroes"],
  sellsNothing: null,
  localOffers: []
}
