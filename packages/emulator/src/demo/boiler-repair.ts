import type { DemoCampaign } from "./types.ts"
import { ad, keywords, market } from "./writing.ts"

/** Nobody searches for these: a detector should notice. */
const quiet = [
  "combi boiler pressure sensor engineer",
  "boiler flue inspection ballard",
  "oil boiler conversion quote"
]

/** A third of what its search terms cost is planted waste. */
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
      ["boiler repair", 2.1, 4.4, 0.2],
      ["boiler repair near me", 1.02, 4.6, 0.17],
      ["boiler repair seattle", 0.6, 4.5, 0.16],
      ["same day boiler repair", 0.3, 4.9, 0.16],
      ["boiler not working no hot water", 0.48, 4.8, 0.15],
      ["boiler leaking water", 0.36, 4.7, 0.15],
      ["boiler losing pressure", 0.36, 4.3, 0.13],
      ["gas boiler repair", 0.3, 4.7, 0.16],
      ["combi boiler repair", 0.3, 4.6, 0.15],
      ["boiler engineer near me", 0.36, 4.8, 0.14],
      ["central heating repair", 0.3, 4.4, 0.13],
      ["no hot water", 0.3, 4.2, 0.11],
      ["boiler fault codes", 0.24, 3.9, 0.05],
      ["boiler repair cost", 0.3, 4.1, 0.1],
      ["boiler fix", 0.18, 4.2, 0.13],
      ["boiler repair service", 0.3, 4.5, 0.16],
      ["heating repair seattle", 0.36, 4.6, 0.13],
      ["emergency boiler callout", 0.75, 19.5, 0.08],
      ["boiler service", 0.66, 4.2, 0.15],
      ["annual boiler service", 0.42, 4.1, 0.15],
      ["boiler service cost", 0.3, 4.0, 0.09],
      ["boiler servicing", 0.3, 4.1, 0.14],
      ["boiler health check", 0.12, 4.0, 0.1],
      ["boiler repair jobs", 0.8, 4.3, 0, "jobs"],
      ["heating engineer salary", 0.5, 4.1, 0, "jobs", "heating repair"],
      ["how to repair a boiler yourself", 0.71, 4.0, 0, "free_diy"],
      ["free boiler repair grant", 0.63, 4.2, 0, "free_diy"],
      ["boiler parts online", 0.84, 3.5, 0, "free_diy"],
      ["boiler parts diagram free", 0.76, 3.4, 0, "free_diy"],
      ["boiler repair spokane", 0.67, 4.9, 0, "wrong_city"],
      ["why is my boiler not working", 0.71, 4.4, 0, "informational"],
      ["what is a combi boiler repair", 0.17, 4.0, 0, "informational"],
      ["rocket home heroes boiler repair", 0.55, 5.0, 0, "competitor"],
      ["northwind boiler repair", 0.59, 2.2, 0.3, "brand_leak"],
      ["northwind heating", 0.5, 2.0, 0.28, "brand_leak", "heating repair"]
    ],
    quiet
  )
}
