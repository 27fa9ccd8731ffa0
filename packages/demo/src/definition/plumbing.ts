import type { CampaignFacts, DraftPlan, KeywordPlan } from "./types.ts"

/** The differences between plumbing firms with otherwise equal campaigns. */
export interface Firm {
  /** The brand as people type it in a search. */
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

/** The campaigns of a plumbing firm. */
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

const keywordOf =
  (match: KeywordPlan["match"]) =>
  (text: string): KeywordPlan => ({ text, match })
const [phrase, exact, broad] = [keywordOf("phrase"), keywordOf("exact"), keywordOf("broad")]

/** Drafts exclude searches for the firm's own name: the brand campaign serves them at a lower cost. */
const ownName = ({ brand }: Firm) =>
  [brand, `${brand} plumbing`, `${brand} heating`, `${brand} boiler repair`].map((text) => ({
    ...phrase(text),
    source: "brand" as const
  }))

/** A complete draft: one call launches it. */
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

/** Lacks everything that a launch requires, so each fix reveals the next problem. */
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

/** The drafts of a plumbing firm. `springBudget` is the daily budget of the complete one. */
export const plumbingDrafts = (firm: Firm, springBudget: number): ReadonlyArray<DraftPlan> => [
  springOffers(firm, springBudget),
  radiatorsDraft(firm)
]
