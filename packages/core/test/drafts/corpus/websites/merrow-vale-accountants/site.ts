import type { Judgement } from "../../index.ts"

export const judgement: Judgement = {
  about:
    "Accountants in Guildford: fees from, plus VAT and with minimums, tax credits that are no loans, a case study, HMRC's own figures, sections named Sectors and Policies",
  language: "en",
  name: "Merrow Vale Accountants",
  nameForms: [
    "Merrow Vale Accountants",
    "Merrow Vale",
    "Merrow Vale Accountants LLP",
    "merrow-vale-accountants.test"
  ],
  places: ["Guildford", "Godalming", "Woking"],
  sells: [
    { name: "Bookkeeping", page: "/bookkeeping.html" },
    { name: "Tax returns", page: "/tax-returns.html" }
  ],
  truthful: [
    { part: "headline", page: "/bookkeeping.html", text: "Bookkeeping in Guildford", harmless: true },
    {
      part: "description",
      page: "/bookkeeping.html",
      text: "Bookkeeping from £95 a month plus VAT, for up to 50 transactions."
    },
    {
      part: "description",
      page: "/bookkeeping.html",
      text: "Payroll costs £5 per employee per month, with a minimum of £25."
    },
    {
      part: "description",
      page: "/bookkeeping.html",
      text: "No long contract, one month's notice is enough."
    },
    { part: "headline", page: "/tax-returns.html", text: "Self assessment tax returns" },
    {
      part: "description",
      page: "/tax-returns.html",
      text: "Self assessment tax returns from £180 for sole traders."
    },
    {
      part: "description",
      page: "/tax-returns.html",
      text: "R&D tax credit claims are prepared by our specialist",
      quote: "R&D tax credit claims are prepared by our specialist, Priya Nair."
    },
    {
      part: "description",
      page: "/tax-returns.html",
      text: "Send us your papers before 30 November and we file before Christmas."
    },
    {
      part: "callout",
      page: "/bookkeeping.html",
      text: "Fixed monthly fees",
      quote: "Fixed monthly fees agreed in advance."
    },
    { part: "headline", page: "/tax-returns.html", text: "Tax Returns in Godalming", harmless: true },
    { part: "headline", page: "/bookkeeping.html", text: "Merrow Vale Accountants", harmless: true },
    {
      part: "description",
      page: "/tax-returns.html",
      text: "Get in touch with our team in Guildford.",
      harmless: true
    },
    { part: "description", page: "/tax-returns.html", text: "Landlords pay £40 more for each property." },
    {
      part: "description",
      page: "/bookkeeping.html",
      text: "We file your VAT return every quarter, so long as your receipts reach us by the 20th."
    }
  ],
  untrue: [
    {
      why: "dropped",
      part: "headline",
      page: "/bookkeeping.html",
      text: "Bookkeeping £95 a month",
      nearest: "Bookkeeping from £95 a month plus VAT, for up to 50 transactions."
    },
    {
      why: "dropped",
      part: "headline",
      page: "/bookkeeping.html",
      text: "From £95 a month",
      quote: "from £95 a month",
      nearest: "Bookkeeping from £95 a month plus VAT, for up to 50 transactions.",
      note: "Of what? And VAT comes on top."
    },
    {
      why: "dropped",
      part: "headline",
      page: "/bookkeeping.html",
      text: "Payroll £5 per employee",
      nearest: "Payroll costs £5 per employee per month, with a minimum of £25."
    },
    {
      why: "dropped",
      part: "headline",
      page: "/bookkeeping.html",
      text: "Long contract",
      quote: "No long contract",
      nearest: "No long contract, one month's notice is enough."
    },
    {
      why: "not_evidence",
      part: "description",
      page: "/bookkeeping.html",
      text: "Switch and your first three months are half price.",
      quote: "Switch before 31 October 2022 and your first three months are half price."
    },
    {
      why: "dropped",
      part: "headline",
      page: "/tax-returns.html",
      text: "Tax returns from £180",
      quote: "tax returns from £180",
      nearest: "Self assessment tax returns from £180 for sole traders."
    },
    {
      why: "sentences",
      part: "description",
      page: "/tax-returns.html",
      text: "From £180 for sole traders. Landlords pay £40 more for each property.",
      note: "Joins two sentences with two prices and no service."
    },
    {
      why: "evidence",
      part: "headline",
      page: "/tax-returns.html",
      text: "Tax returns £100",
      note: "The fine for late returns, not the fee.",
      nearest: "HMRC charges £100 if your return is late."
    },
    {
      why: "evidence",
      part: "headline",
      page: "/tax-returns.html",
      text: "We save you £14,200 in tax",
      note: "One client in 2020, on the start page."
    },
    { why: "evidence", part: "headline", page: "/tax-returns.html", text: "Approved by HMRC" },
    { why: "evidence", part: "callout", page: "/tax-returns.html", text: "Double your profit" },
    {
      why: "dropped",
      part: "headline",
      page: "/tax-returns.html",
      text: "For cryptocurrency traders",
      nearest: "We do not take on cryptocurrency traders."
    },
    { why: "placeholder", part: "headline", page: "/bookkeeping.html", text: "Sectors in Guildford" }
  ],
  goodKeywords: ["accountant guildford", "bookkeeping services", "self assessment tax return"],
  badKeywords: {
    ownName: ["merrow vale", "merrow vale accountants"],
    section: ["sectors", "policies", "kind words", "case study"],
    notSold: ["investment advice", "hospitality", "cryptocurrency accountant"]
  }
}
