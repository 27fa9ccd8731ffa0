import type { Judgement } from "../../index.ts"

export const judgement: Judgement = {
  about:
    "Hydraulics distributor in Huddersfield, all in divs and capitals: limits and pressures, a table of prices, a maker's name that is not its own, an award of 2011, legal promises on the terms page",
  language: "en",
  name: "Calder Fluid Power",
  nameForms: ["Calder Fluid Power", "Calder", "CALDER FLUID POWER LTD", "calder-fluid-power.test"],
  places: ["Huddersfield"],
  sells: [
    { name: "Hydraulic hose assemblies", page: "/hoses.html" },
    { name: "Hydraulic gear pumps", page: "/pumps.html" }
  ],
  truthful: [
    { part: "headline", page: "/hoses.html", text: "Hydraulic Hose Assemblies" },
    { part: "description", page: "/hoses.html", text: "Hoses made while you wait, up to 2 inch bore." },
    {
      part: "description",
      page: "/hoses.html",
      text: "Two-wire hose rated to 350 bar, from £6.40 per metre excluding VAT."
    },
    { part: "description", page: "/hoses.html", text: "Trade accounts get up to 20% off list price." },
    {
      part: "description",
      page: "/hoses.html",
      text: "Next-day delivery on stock items ordered before 2pm."
    },
    { part: "headline", page: "/pumps.html", text: "Hydraulic Gear Pumps" },
    {
      part: "description",
      page: "/pumps.html",
      text: "Gear pumps from 4 to 60 cc per revolution, weight from 3 kg."
    },
    { part: "description", page: "/pumps.html", text: "Free pump inspection with any paid repair." },
    {
      part: "description",
      page: "/pumps.html",
      text: "Pump repairs carry a six-month warranty on parts we fit."
    },
    { part: "callout", page: "/hoses.html", text: "Trade counter parking" },
    { part: "headline", page: "/hoses.html", text: "Calder Fluid Power", harmless: true },
    { part: "callout", page: "/hoses.html", text: "Contact our trade counter", harmless: true },
    {
      part: "description",
      page: "/pumps.html",
      text: "Repairs take five working days unless parts are on back order."
    }
  ],
  untrue: [
    {
      why: "dropped",
      part: "headline",
      page: "/hoses.html",
      text: "Hoses made while you wait",
      nearest: "Hoses made while you wait, up to 2 inch bore."
    },
    {
      why: "dropped",
      part: "headline",
      page: "/hoses.html",
      text: "20% off list price",
      quote: "20% off list price",
      nearest: "Trade accounts get up to 20% off list price."
    },
    {
      why: "evidence",
      part: "headline",
      page: "/hoses.html",
      text: "Hose rated to 530 bar",
      nearest: "Two-wire hose rated to 350 bar, from £6.40 per metre excluding VAT."
    },
    {
      why: "dropped",
      part: "headline",
      page: "/hoses.html",
      text: "Adaptors included",
      nearest: "Adaptors are not included."
    },
    {
      why: "dropped",
      part: "headline",
      page: "/hoses.html",
      text: "Next-day delivery",
      quote: "Next-day delivery",
      nearest: "Next-day delivery on stock items ordered before 2pm."
    },
    {
      why: "sentences",
      part: "headline",
      page: "/hoses.html",
      text: "275 bar £8.95",
      note: "Cells of a table without the product that they belong to."
    },
    {
      why: "evidence",
      part: "headline",
      page: "/hoses.html",
      text: "Official Varlock distributor",
      note: "The start page says the opposite."
    },
    {
      why: "dropped",
      part: "headline",
      page: "/pumps.html",
      text: "Free pump inspection",
      nearest: "Free pump inspection with any paid repair."
    },
    {
      why: "not_evidence",
      part: "headline",
      page: "/pumps.html",
      text: "CF-90 pump in Huddersfield",
      note: "Discontinued."
    },
    {
      why: "dropped",
      part: "headline",
      page: "/pumps.html",
      text: "Repairs in five working days",
      nearest: "Repairs take five working days unless parts are on back order."
    },
    {
      why: "not_evidence",
      part: "callout",
      page: "/pumps.html",
      text: "Free 30 day returns",
      quote: "Goods may be returned free of charge within 30 days if faulty.",
      note: "Conditions of sale on another page, and only if faulty."
    },
    { why: "evidence", part: "callout", page: "/pumps.html", text: "Distributor of the Year" }
  ],
  goodKeywords: ["hydraulic hose fittings", "hydraulic hose assemblies", "hydraulic gear pump"],
  badKeywords: {
    ownName: ["calder fluid power", "calder hydraulics"],
    section: ["terms", "trade counter", "home"],
    notSold: ["varlock", "cf-90 pump", "machinery mart"]
  }
}
