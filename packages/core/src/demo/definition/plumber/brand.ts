import type { CampaignPlan } from "../types.ts"
import { exact, negatives, phrase, term } from "../words.ts"
import { type Firm, running } from "./firm.ts"

/** Cheap clicks that convert; other campaigns pay several times as much for the same searches. */
export const brandKeywords = ({ brand }: Firm): ReadonlyArray<string> => [
  brand,
  `${brand} plumbing`,
  `${brand} heating`,
  `${brand} boiler repair`
]

export const brand = (firm: Firm): CampaignPlan => ({
  slug: `${firm.brand}-brand`,
  name: `${firm.name} brand`,
  type: "brand",
  state: "live",
  budget: 20,
  goal: "Be found by those who look for us by name",
  createdDaysAgo: 380,
  launchedDaysAgo: 379,
  ...running(firm),
  ads: [
    {
      name: "Brand",
      page: "",
      headlines: [`${firm.name} Plumbing & Heating`, "Official Website", `Trusted in ${firm.city}`],
      descriptions: [
        `${firm.name}: plumbers and heating engineers since 1998. Book online or call.`,
        "Repairs, servicing and bathrooms at fixed prices, with a 12-month guarantee."
      ],
      keywords: [
        exact(firm.brand, term(firm.brand, 8, 0.9, 0.3)),
        exact(`${firm.brand} plumbing`, term(`${firm.brand} plumbing`, 5, 0.9, 0.3)),
        phrase(
          `${firm.brand} heating`,
          term(`${firm.brand} heating`, 4, 0.95, 0.28),
          term(`${firm.brand} heating reviews`, 1.5, 0.8, 0.12)
        ),
        phrase(`${firm.brand} boiler repair`, term(`${firm.brand} boiler repair`, 3, 1.1, 0.33))
      ]
    }
  ],
  negatives: negatives("dashboard", "phrase", "careers", "vacancies"),
  traffic: { utilisation: [0.6, 0.85], value: 170, ctr: 0.31 }
})
