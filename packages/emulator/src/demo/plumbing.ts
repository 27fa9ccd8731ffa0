import type { Market, MarketTerm, WasteLabel } from "../generator/markets.ts"
import type { DemoCampaign, DemoKeyword, DemoSitelink, MatchType } from "./types.ts"

/** A search term: clicks on an average day, cost per click, conversion rate. */
type Row = readonly [text: string, clicks: number, cpc: number, cvr: number, label?: WasteLabel, via?: string]

const ctr = 0.075

/** Creates a market from rows of search terms. `quiet` lists keywords without searches. */
const market = (rows: readonly Row[], quiet: readonly string[] = []): Market => ({
  quiet,
  valuePerConversion: 240,
  terms: rows.map(
    ([text, clicks, cpc, cvr, label, via]): MarketTerm => ({
      text,
      impressions: clicks / ctr,
      ctr,
      cvr,
      cpc,
      ...(label ? { label } : {}),
      ...(via ? { via: [via] } : {})
    })
  )
})

/** Creates keywords of one match type. */
const keywords = (matchType: MatchType, ...texts: readonly string[]): readonly DemoKeyword[] =>
  texts.map((text) => ({ text, matchType }))

const headlines = [
  "Northwind Plumbing",
  "Heating Engineers Seattle",
  "Fixed Prices, No Surprises",
  "Book a Visit Today"
]
const descriptions = [
  "Licensed engineers in Seattle, seven days a week. Fixed prices before any work begins.",
  "Call before noon and an engineer is with you the same day. Twelve months of guarantee."
]
/** Creates the texts of an ad with its own headlines and the shared ones. */
const ad = (page: string, ...own: readonly string[]) => ({
  page,
  headlines: [...own, ...headlines],
  descriptions
})

/** Keywords without searches, for the detector of idle keywords. */
const quiet = [
  "combi boiler pressure sensor engineer",
  "boiler flue inspection ballard",
  "oil boiler conversion quote"
]

/**
 * A third of the search term cost is planted waste, in a few terms. Each costs more in a week than a
 * conversion, so the default seven days distinguish it from chance.
 */
const boilerRepair: DemoCampaign = {
  slug: "boiler-repair",
  name: "Boiler repair",
  budget: 100,
  negatives: ["commercial boiler", "boiler rental"],
  adGroups: [
    {
      name: "Boiler repair",
      ...ad("boiler-repair/", "Boiler Repair Seattle", "Boiler Not Working?"),
      keywords: [
        ...keywords(
          "BROAD",
          "boiler repair",
          "boiler not working",
          "boiler leaking",
          "boiler losing pressure"
        ),
        ...keywords("BROAD", "emergency boiler callout", "heating repair"),
        ...keywords(
          "PHRASE",
          "gas boiler repair",
          "combi boiler repair",
          "boiler engineer",
          "central heating repair"
        ),
        ...keywords("PHRASE", "boiler parts", "no hot water", "boiler fault", "boiler repair cost"),
        ...keywords("EXACT", "boiler fix", "boiler repair service", ...quiet.slice(0, 2)),
        { text: "oil boiler conversion quote", matchType: "PHRASE", paused: true }
      ]
    },
    {
      name: "Boiler service",
      ...ad("boiler-service/", "Annual Boiler Service", "Boiler Service Seattle"),
      keywords: [
        ...keywords("PHRASE", "boiler service", "annual boiler service"),
        ...keywords("EXACT", "boiler servicing"),
        { text: "boiler health check", matchType: "EXACT", addedDaysAgo: 4 }
      ]
    }
  ],
  market: market(
    [
      ["boiler repair", 3.3, 4.4, 0.34],
      ["boiler repair near me", 1.4, 4.6, 0.3],
      ["boiler repair seattle", 0.9, 4.5, 0.3],
      ["same day boiler repair", 0.45, 4.9, 0.3],
      ["boiler not working no hot water", 0.62, 4.8, 0.28],
      ["boiler leaking water", 0.51, 4.7, 0.27],
      ["boiler losing pressure", 0.51, 4.3, 0.25],
      ["gas boiler repair", 0.45, 4.7, 0.29],
      ["combi boiler repair", 0.45, 4.6, 0.28],
      ["boiler engineer near me", 0.51, 4.8, 0.27],
      ["central heating repair", 0.45, 4.4, 0.25],
      ["no hot water", 0.45, 4.2, 0.22],
      ["boiler fault codes", 0.23, 3.9, 0.12],
      ["boiler repair cost", 0.4, 4.1, 0.2],
      ["boiler fix", 0.28, 4.2, 0.25],
      ["boiler repair service", 0.4, 4.5, 0.29],
      ["heating repair seattle", 0.45, 4.6, 0.26],
      ["emergency boiler callout", 0.85, 17.5, 0.16],
      ["boiler service", 0.9, 4.2, 0.28],
      ["annual boiler service", 0.56, 4.1, 0.28],
      ["boiler service cost", 0.4, 4.0, 0.2],
      ["boiler servicing", 0.45, 4.1, 0.27],
      ["boiler health check", 0.14, 4.0, 0.2],
      ["boiler repair jobs", 3.05, 2.9, 0, "jobs"],
      ["boiler parts online", 3.4, 2.6, 0, "free_diy"],
      ["boiler repair spokane", 2.9, 3.1, 0, "wrong_city"],
      ["rocket home heroes boiler repair", 2.7, 3.3, 0, "competitor"],
      ["northwind boiler repair", 0.51, 2.2, 0.3, "brand_leak"],
      ["northwind heating", 0.45, 2.0, 0.28, "brand_leak", "heating repair"]
    ],
    quiet
  )
}

const brand: DemoCampaign = {
  slug: "northwind-brand",
  name: "Northwind brand",
  budget: 20,
  negatives: ["jobs"],
  adGroups: [
    {
      name: "Northwind",
      ...ad("", "Northwind Official Site"),
      keywords: [
        ...keywords("PHRASE", "northwind plumbing", "northwind heating", "northwind boiler repair"),
        ...keywords("EXACT", "northwind seattle")
      ]
    }
  ],
  market: market([
    ["northwind plumbing", 2.8, 1.1, 0.34],
    ["northwind heating", 1.2, 1.1, 0.33],
    ["northwind plumbing and heating", 0.9, 1.0, 0.36],
    ["northwind boiler repair", 0.8, 1.3, 0.35],
    ["northwind plumbing phone number", 0.6, 0.9, 0.4],
    ["northwind seattle", 0.5, 1.0, 0.3]
  ])
}

/** Has twice the searches that its budget can pay for. */
const emergency: DemoCampaign = {
  slug: "emergency-plumber",
  name: "Emergency plumber",
  budget: 60,
  targetCpa: 35.5,
  negatives: ["plumber salary"],
  adGroups: [
    {
      name: "Emergency",
      ...ad("emergency-plumber/", "Emergency Plumber Seattle", "24 Hour Plumber"),
      keywords: [
        ...keywords("PHRASE", "emergency plumber", "burst pipe repair"),
        ...keywords("EXACT", "24 hour plumber"),
        ...keywords("BROAD", "blocked drain", "plumber near me")
      ]
    }
  ],
  market: market([
    ["emergency plumber near me", 5.0, 5.0, 0.28],
    ["emergency plumber seattle", 3.0, 4.9, 0.26],
    ["24 hour plumber", 4.0, 4.7, 0.26],
    ["burst pipe repair", 2.6, 6.4, 0.17],
    ["blocked drain cleaning", 3.0, 5.8, 0.09],
    ["blocked drain home remedy", 0.9, 4.9, 0, "free_diy"],
    ["plumber near me", 3.0, 5.4, 0.1],
    ["what does an emergency plumber do", 0.6, 4.8, 0, "informational"]
  ])
}

const bathroom: DemoCampaign = {
  slug: "bathroom-fitting",
  name: "Bathroom fitting",
  budget: 30,
  pausedDaysAgo: 35,
  negatives: [],
  adGroups: [
    {
      name: "Bathrooms",
      ...ad("bathroom-fitting/", "Bathroom Fitting Seattle"),
      keywords: [
        ...keywords("PHRASE", "bathroom fitting", "bathroom installation"),
        ...keywords("EXACT", "shower fitting")
      ]
    }
  ]
}

const legacy: DemoCampaign = {
  slug: "imported-legacy",
  name: "Imported legacy",
  budget: 15,
  negatives: [],
  adGroups: [
    {
      name: "Ad group 1",
      ...ad("", "Plumbing Services"),
      keywords: keywords("EXACT", "plumbing services", "local plumbing company")
    }
  ]
}

const rivals: DemoCampaign = {
  slug: "rival-names",
  name: "Rival names",
  budget: 10,
  pausedDaysAgo: 60,
  negatives: [],
  adGroups: [
    {
      name: "Rivals",
      ...ad("", "A Plumber You Can Trust"),
      keywords: keywords("PHRASE", "rocket home heroes", "blue ladder plumbing")
    }
  ]
}

const oldSync: DemoCampaign = {
  slug: "old-sync",
  name: "Old sync",
  budget: 10,
  pausedDaysAgo: 20,
  raisedFrom: 8,
  negatives: [],
  adGroups: [
    {
      name: "Water heaters",
      ...ad("water-heaters/", "Water Heater Repair"),
      keywords: keywords("PHRASE", "water heater repair", "water heater replacement")
    }
  ]
}

export const plumbingCampaigns: readonly DemoCampaign[] = [
  boilerRepair,
  brand,
  emergency,
  bathroom,
  legacy,
  rivals,
  oldSync
]

export const plumbingSitelinks: readonly DemoSitelink[] = [
  {
    text: "Boiler repair",
    page: "boiler-repair/",
    description1: "Same-day visits all week",
    description2: "All makes and models"
  },
  {
    text: "Emergency plumber",
    page: "emergency-plumber/",
    description1: "Day and night",
    description2: "Usually there within the hour"
  },
  {
    text: "Bathrooms",
    page: "bathroom-fitting/",
    description1: "Designed and fitted by us",
    description2: "Fixed price before we start"
  },
  {
    text: "Call us",
    page: "contact/",
    description1: "Clear call-out fees",
    description2: "No charge for a quote"
  }
]

export const plumbingCallouts: readonly string[] = [
  "Licensed engineers",
  "Fixed prices",
  "12-month guarantee",
  "Same-day visits"
]
