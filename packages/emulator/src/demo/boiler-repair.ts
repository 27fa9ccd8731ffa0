import type { DemoCampaign } from "./types.ts"
import { ad, keywords, market } from "./writing.ts"

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
export const boilerRepair: DemoCampaign = {
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
