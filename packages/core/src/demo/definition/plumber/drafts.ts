import type { CampaignPlan } from "../types.ts"
import { broad, exact, negatives, phrase, term } from "../words.ts"
import { brandKeywords } from "./brand.ts"
import { callouts, type Firm, running, sitelinks } from "./firm.ts"

/** Complete: one call takes it live for the first time. */
export const springOffers = (firm: Firm): CampaignPlan => ({
  slug: "spring-offers",
  name: "Spring offers",
  type: "prospecting",
  state: "draft",
  budget: 25,
  goal: "Bookings for the spring service",
  createdDaysAgo: 9,
  locations: [firm.location],
  sitelinks,
  callouts,
  ads: [
    {
      name: "Spring service",
      page: "spring",
      headlines: ["Spring Boiler Service Offer", "Save on Your Service", `${firm.name} Spring Offers`],
      descriptions: [
        "Have the boiler serviced before autumn and pay less. Until the end of May.",
        "Book online, choose your hour, pay after the visit."
      ],
      paths: ["offers"],
      keywords: [phrase("boiler service offer"), exact("cheap boiler service"), broad("spring boiler check")]
    },
    {
      name: "Radiator flush",
      page: "power-flush",
      headlines: ["Power Flush Offer", "Warm Radiators Again", "Cleaner Heating System"],
      descriptions: [
        "A power flush brings cold radiators back. Fixed price by their number.",
        "Done in a day, with the water tested before and after."
      ],
      keywords: [phrase("power flush"), exact("power flush cost")]
    }
  ],
  negatives: negatives("brand", "phrase", ...brandKeywords(firm))
})

/** Lacks everything that a launch asks for, so that mending one thing shows the next. */
export const radiatorsDraft = (firm: Firm): CampaignPlan => ({
  slug: "radiators-draft",
  name: "Radiators",
  type: "prospecting",
  state: "draft",
  budget: null,
  goal: "Quotes for new radiators",
  createdDaysAgo: 4,
  inAccount: false,
  locations: [],
  sitelinks: [],
  callouts: [],
  ads: [
    {
      name: "Ad 1",
      page: "radiators",
      headlines: ["New Radiators"],
      descriptions: ["Radiators in every size, fitted in a day."],
      keywords: []
    }
  ],
  negatives: negatives("brand", "phrase", ...brandKeywords(firm))
})

/** Made in the platform by others and only imported: it takes no new ads. */
export const importedLegacy = (firm: Firm): CampaignPlan => ({
  slug: "imported-legacy",
  name: "Search - Legacy 2023",
  type: "external",
  state: "live",
  budget: 15,
  goal: "Website visits",
  createdDaysAgo: 150,
  launchedDaysAgo: 900,
  origin: "imported",
  ...running(firm),
  ads: [
    {
      name: "Ad group 1",
      page: "",
      headlines: ["Plumbers and Heating", "Call for a Quote", "Local and Reliable"],
      descriptions: ["All plumbing and heating work.", "Ask us for a quote today."],
      keywords: [
        broad(
          "heating company",
          term("heating company", 5, 2.4, 0.05),
          term("heating companies in my area", 3, 2.6, 0.06)
        ),
        broad("plumbing services", term("plumbing services", 5, 2.7, 0.05)),
        phrase("local plumber", term("local plumber", 4, 3.1, 0.08))
      ]
    }
  ],
  negatives: negatives("imported", "broad", "free", "training"),
  traffic: { utilisation: [0.7, 1], value: 130 }
})
