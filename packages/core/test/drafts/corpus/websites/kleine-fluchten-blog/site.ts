import type { Judgement } from "../../index.ts"

export const judgement: Judgement = {
  about: "Somebody's blog on hiking: prices, superlatives and places, none of them for sale",
  language: "de",
  name: "Kleine Fluchten",
  nameForms: ["Kleine Fluchten", "kleine-fluchten-blog.test"],
  places: [],
  sells: [],
  nothingSold: "A private blog, which says so.",
  truthful: [],
  untrue: [
    {
      why: "not_evidence",
      part: "headline",
      page: "/",
      text: "Pension für 58 € die Nacht",
      note: "A stay that the author paid for."
    },
    { why: "not_evidence", part: "headline", page: "/", text: "Der beste Rucksack überhaupt" },
    { why: "placeholder", part: "headline", page: "/", text: "Hallo Welt" },
    { why: "not_evidence", part: "headline", page: "/2021/harz.html", text: "10 % auf die Bahn" }
  ],
  goodKeywords: [],
  badKeywords: {
    ownName: ["kleine fluchten"],
    section: ["allgemein", "hallo welt"],
    notSold: ["pension harz", "rucksack 38 liter", "wandern harz"]
  }
}
