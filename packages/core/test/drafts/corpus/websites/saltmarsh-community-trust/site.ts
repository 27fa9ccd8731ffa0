import type { Judgement } from "../../index.ts"

export const judgement: Judgement = {
  about: "Charity in Plymouth that collects and sells furniture, with a petition and a lottery beside it",
  language: "en",
  name: "Saltmarsh Community Trust",
  nameForms: ["Saltmarsh Community Trust", "Saltmarsh", "saltmarsh-community-trust.test"],
  places: ["Plymouth"],
  sells: [
    { name: "Furniture collection", page: "/collection.html" },
    { name: "Second-hand furniture", page: "/shop.html" }
  ],
  truthful: [
    { part: "headline", page: "/collection.html", text: "Furniture collection" },
    {
      part: "description",
      page: "/collection.html",
      text: "We collect sofas, beds and tables free of charge in PL1 to PL9."
    },
    {
      part: "description",
      page: "/collection.html",
      text: "Most collections happen within ten days, depending on the round."
    },
    {
      part: "description",
      page: "/collection.html",
      text: "House clearances from £150, waste disposal not included."
    },
    { part: "headline", page: "/shop.html", text: "Second-hand sofas from £40" },
    { part: "headline", page: "/shop.html", text: "Beds from £25 without mattress" },
    { part: "headline", page: "/shop.html", text: "Used furniture in Plymouth", harmless: true },
    { part: "description", page: "/shop.html", text: "Students with a card get 10% off at the till." },
    {
      part: "description",
      page: "/shop.html",
      text: "Washing machines are tested and come with a three-month guarantee."
    },
    {
      part: "callout",
      page: "/shop.html",
      text: "Run by volunteers",
      quote: "Shop and van run by volunteers"
    },
    { part: "headline", page: "/collection.html", text: "Saltmarsh Community Trust", harmless: true },
    { part: "description", page: "/shop.html", text: "Beds from £25 without mattress." },
    {
      part: "description",
      page: "/shop.html",
      text: "Delivery within Plymouth costs £20 for one item and £5 for each further item."
    },
    { part: "description", page: "/collection.html", text: "Sofas must have a fire label." }
  ],
  untrue: [
    {
      why: "dropped",
      part: "headline",
      page: "/collection.html",
      text: "We collect mattresses",
      nearest: "We cannot take mattresses."
    },
    {
      why: "dropped",
      part: "headline",
      page: "/collection.html",
      text: "Collections within ten days",
      nearest: "Most collections happen within ten days, depending on the round."
    },
    {
      why: "dropped",
      part: "headline",
      page: "/collection.html",
      text: "Free sofas, beds and tables",
      quote: "sofas, beds and tables free of charge",
      nearest: "We collect sofas, beds and tables free of charge in PL1 to PL9."
    },
    {
      why: "dropped",
      part: "headline",
      page: "/collection.html",
      text: "House clearances £150",
      nearest: "House clearances from £150, waste disposal not included."
    },
    {
      why: "dropped",
      part: "headline",
      page: "/shop.html",
      text: "Beds from £25",
      nearest: "Beds from £25 without mattress."
    },
    {
      why: "dropped",
      part: "headline",
      page: "/shop.html",
      text: "10% off at the till",
      nearest: "Students with a card get 10% off at the till."
    },
    { why: "not_evidence", part: "headline", page: "/shop.html", text: "Piano, £75", note: "Sold." },
    {
      why: "dropped",
      part: "headline",
      page: "/shop.html",
      text: "Three-month guarantee",
      nearest: "Washing machines are tested and come with a three-month guarantee."
    },
    {
      why: "regulated",
      category: "political",
      part: "description",
      page: "/campaign.html",
      text: "Vote for candidates who back the Household Basics Bill."
    },
    {
      why: "regulated",
      category: "gambling",
      part: "description",
      page: "/lottery.html",
      text: "Win up to £1,000 every Friday for £1 a ticket."
    },
    { why: "evidence", part: "callout", page: "/shop.html", text: "1,340 households helped" },
    { why: "evidence", part: "headline", page: "/shop.html", text: "Devon’s most wonderful charity" }
  ],
  goodKeywords: ["furniture collection plymouth", "second hand furniture plymouth", "used sofas"],
  badKeywords: {
    ownName: ["saltmarsh", "saltmarsh community trust"],
    section: ["campaign", "shop", "donate clothes prices"],
    notSold: ["lottery tickets", "mattress collection", "household basics bill"]
  }
}
