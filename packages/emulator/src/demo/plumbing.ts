import { boilerRepair } from "./boiler-repair.ts"
import type { DemoCampaign, DemoSitelink } from "./types.ts"
import { ad, keywords, market } from "./writing.ts"

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
