import type { Judgement } from "../../index.ts"

export const judgement: Judgement = {
  about:
    'Roofer in Tacoma, laid out in tables with every page titled "Untitled Document": limits on speed, warranty and inspection, an offer of 2021, an award of 2009, financing',
  language: "en",
  name: "Kestrel Ridge Roofing",
  nameForms: [
    "Kestrel Ridge Roofing",
    "Kestrel Ridge",
    "Kestrel Ridge Roofing LLC",
    "kestrel-ridge-roofing.test"
  ],
  places: ["Tacoma", "Lakewood"],
  sells: [
    { name: "Roof repair", page: "/repair.html" },
    { name: "Roof replacement", page: "/replacement.html" }
  ],
  truthful: [
    { part: "headline", page: "/repair.html", text: "Roof Repair in Tacoma", harmless: true },
    {
      part: "headline",
      page: "/repair.html",
      text: "Leak repairs from $350",
      quote: "Leak repairs from $350, materials included."
    },
    { part: "description", page: "/repair.html", text: "Free roof inspection for homes over ten years old." },
    {
      part: "description",
      page: "/repair.html",
      text: "Emergency tarping within 24 hours in Tacoma city limits."
    },
    {
      part: "description",
      page: "/repair.html",
      text: "Two-year workmanship warranty, storm damage excluded.",
      quote: "Our repairs carry a two-year workmanship warranty, storm damage excluded."
    },
    {
      part: "description",
      page: "/replacement.html",
      text: "A written estimate is free and takes about an hour."
    },
    {
      part: "description",
      page: "/replacement.html",
      text: "Most asphalt roofs are replaced in two to four days, weather permitting."
    },
    {
      part: "description",
      page: "/replacement.html",
      text: "Old roofing is hauled away at no extra charge."
    },
    { part: "headline", page: "/replacement.html", text: "Call for a roof estimate", harmless: true },
    { part: "headline", page: "/repair.html", text: "Kestrel Ridge Roofing", harmless: true },
    { part: "headline", page: "/replacement.html", text: "Roofers in Tacoma since 1994" },
    {
      part: "callout",
      page: "/repair.html",
      text: "In Tacoma since 1994",
      quote: "Roofers in Tacoma since 1994"
    },
    {
      part: "description",
      page: "/repair.html",
      text: "We work with your insurer but cannot waive your deductible."
    },
    {
      part: "description",
      page: "/replacement.html",
      text: "Shingles come with the maker’s warranty of up to 30 years.",
      quote: "Shingles come with the maker’s warranty of up to 30 years."
    }
  ],
  untrue: [
    {
      why: "dropped",
      part: "headline",
      page: "/repair.html",
      text: "Free roof inspection",
      nearest: "Free roof inspection for homes over ten years old."
    },
    {
      why: "dropped",
      part: "headline",
      page: "/repair.html",
      text: "Emergency tarping within 24 h",
      nearest: "Emergency tarping within 24 hours in Tacoma city limits."
    },
    {
      why: "dropped",
      part: "headline",
      page: "/repair.html",
      text: "Leak repairs $350",
      nearest: "Leak repairs from $350, materials included."
    },
    {
      why: "dropped",
      part: "description",
      page: "/repair.html",
      text: "We waive your deductible and work with your insurer.",
      nearest: "We work with your insurer but cannot waive your deductible."
    },
    {
      why: "dropped",
      part: "headline",
      page: "/repair.html",
      text: "Two-year workmanship warranty",
      quote: "two-year workmanship warranty",
      nearest: "Our repairs carry a two-year workmanship warranty, storm damage excluded."
    },
    {
      why: "dropped",
      part: "headline",
      page: "/replacement.html",
      text: "Warranty of 30 years",
      quote: "warranty of up to 30 years",
      nearest: "Shingles come with the maker’s warranty of up to 30 years."
    },
    {
      why: "evidence",
      part: "description",
      page: "/replacement.html",
      text: "A new roof in a single day, $500 off.",
      note: "Testimonial and offer of 2021, both on the start page."
    },
    {
      why: "dropped",
      part: "headline",
      page: "/replacement.html",
      text: "Cedar shake available",
      nearest: "Cedar shake is no longer available."
    },
    {
      why: "regulated",
      category: "credit",
      part: "headline",
      page: "/replacement.html",
      text: "Financing from 6.9% APR",
      quote: "Financing from 6.9% APR with approved credit through our lending partner."
    },
    {
      why: "evidence",
      part: "callout",
      page: "/repair.html",
      text: "Roofer of the Year",
      note: "Of 2009, and not on the landing page."
    },
    {
      why: "evidence",
      part: "headline",
      page: "/repair.html",
      text: "Cheapest Roofer in Tacoma",
      note: "The text of a link in the start page's navigation."
    },
    { why: "placeholder", part: "headline", page: "/replacement.html", text: "Untitled Document" },
    { why: "form", part: "headline", page: "/repair.html", text: "ROOF LEAK? CALL NOW!!!" },
    {
      why: "evidence",
      part: "headline",
      page: "/repair.html",
      text: "Licensed, bonded and insured",
      quote: "Free roof inspection for homes over ten years old.",
      note: "A quote that is on the page and says nothing of it."
    }
  ],
  goodKeywords: ["roof repair tacoma", "roof replacement", "roof leak repair"],
  badKeywords: {
    ownName: ["kestrel ridge roofing", "kestrel ridge"],
    section: ["untitled document", "policies", "obituaries", "about"],
    notSold: ["gutter cleaning", "solar roof", "cedar shake roof"]
  }
}
