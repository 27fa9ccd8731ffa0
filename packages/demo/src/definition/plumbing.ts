import type { CampaignFacts, DraftPlan, KeywordPlan } from "./types.ts"

/** What differs between two plumbing firms of the same shape. */
export interface Firm {
  /** As people search for it. */
  readonly brand: string
  readonly name: string
  readonly city: string
  readonly location: { readonly name: string; readonly geo_target: string }
}

const prospecting = (
  slug: string,
  goal: string,
  createdDaysAgo: number,
  launchedDaysAgo: number
): CampaignFacts => ({ slug, type: "prospecting", goal, createdDaysAgo, launchedDaysAgo })

export const plumbingCampaigns = ({ brand }: Firm): ReadonlyArray<CampaignFacts> => [
  prospecting("boiler-repair", "Calls and bookings for boiler repairs", 410, 405),
  {
    slug: `${brand}-brand`,
    type: "brand",
    goal: "Be found by those who look for us by name",
    createdDaysAgo: 380,
    launchedDaysAgo: 379
  },
  prospecting("emergency-plumber", "Calls from people who need a plumber now", 300, 296),
  prospecting("bathroom-fitting", "Quotes for new bathrooms", 260, 255),
  {
    slug: "imported-legacy",
    type: "external",
    goal: "Website visits",
    createdDaysAgo: 150,
    launchedDaysAgo: 900,
    imported: true
  },
  {
    slug: "rival-names",
    type: "competitor",
    goal: "Be seen beside the competition",
    createdDaysAgo: 200,
    launchedDaysAgo: 198
  },
  prospecting("old-sync", "Bookings for water heaters", 220, 215)
]

const words =
  (match: KeywordPlan["match"]) =>
  (text: string): KeywordPlan => ({ text, match })
const [phrase, exact, broad] = [words("phrase"), words("exact"), words("broad")]

/** A draft keeps away from searches for the firm's own name: another campaign has them for less. */
const ownName = ({ brand }: Firm) =>
  [brand, `${brand} plumbing`, `${brand} heating`, `${brand} boiler repair`].map((text) => ({
    ...phrase(text),
    source: "brand" as const
  }))

/** Complete: one call takes it live for the first time. */
const springOffers = (firm: Firm, budget: number): DraftPlan => ({
  slug: "spring-offers",
  name: "Spring offers",
  budget,
  goal: "Bookings for the spring service",
  createdDaysAgo: 9,
  inAccount: true,
  locations: [firm.location],
  ads: [
    {
      name: "Spring service",
      page: "boiler-service/",
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
      page: "radiators/",
      headlines: ["Power Flush Offer", "Warm Radiators Again", "Cleaner Heating System"],
      descriptions: [
        "A power flush brings cold radiators back. Fixed price by their number.",
        "Done in a day, with the water tested before and after."
      ],
      keywords: [phrase("power flush"), exact("power flush cost")]
    }
  ],
  negatives: ownName(firm)
})

/** Lacks everything that a launch asks for, so that mending one thing shows the next. */
const radiatorsDraft = (firm: Firm): DraftPlan => ({
  slug: "radiators-draft",
  name: "Radiators",
  budget: null,
  goal: "Quotes for new radiators",
  createdDaysAgo: 4,
  inAccount: false,
  locations: [],
  ads: [
    {
      name: "Ad 1",
      page: "radiators/",
      headlines: ["New Radiators"],
      descriptions: ["Radiators in every size, fitted in a day."],
      keywords: []
    }
  ],
  negatives: ownName(firm)
})

export const plumbingDrafts = (firm: Firm, springBudget: number): ReadonlyArray<DraftPlan> => [
  springOffers(firm, springBudget),
  radiatorsDraft(firm)
]
