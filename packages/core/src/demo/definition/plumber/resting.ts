import type { CampaignPlan } from "../types.ts"
import { broad, exact, negatives, paused, phrase, term, wasted } from "../words.ts"
import { type Firm, running } from "./firm.ts"

/** Campaigns that do not run now, though they did. */

export const bathroomFitting = (firm: Firm): CampaignPlan => ({
  slug: "bathroom-fitting",
  name: "Bathroom fitting",
  type: "prospecting",
  state: "paused",
  budget: 30,
  goal: "Quotes for new bathrooms",
  createdDaysAgo: 260,
  launchedDaysAgo: 255,
  ...running(firm),
  ads: [
    {
      name: "Bathrooms",
      page: "bathrooms",
      headlines: [`New Bathrooms in ${firm.city}`, "Designed and Fitted by Us", "Fixed Price Bathrooms"],
      descriptions: [
        "From the drawing to the last tile: one team, one price, one guarantee.",
        "Visit the showroom or ask for a design at home. Quotes cost nothing."
      ],
      keywords: [
        phrase(
          "bathroom fitting",
          term("bathroom fitting", 8, 3.4, 0.06),
          term("bathroom fitting cost", 4, 2.8, 0.04)
        ),
        exact("bathroom fitters near me", term("bathroom fitters near me", 6, 4.1, 0.08)),
        broad(
          "new bathroom",
          term("new bathroom", 4, 2.9, 0.03),
          wasted("bathroom ideas pictures", 3, 1.6, "informational")
        ),
        paused(broad("bathroom tiles", term("bathroom tiles", 2, 1.4, 0.01)), 90)
      ]
    }
  ],
  negatives: negatives("dashboard", "broad", "wallpaper"),
  traffic: { utilisation: [0.65, 0.9], stoppedDaysAgo: 38, value: 900 }
})

export const rivalNames = (firm: Firm): CampaignPlan => ({
  slug: "rival-names",
  name: "Rival names",
  type: "competitor",
  state: "paused",
  budget: 10,
  goal: "Be seen beside the competition",
  createdDaysAgo: 200,
  launchedDaysAgo: 198,
  ...running(firm),
  ads: [
    {
      name: "Compare us",
      page: "compare",
      headlines: ["Compare Local Plumbers", "Honest Fixed Prices", "Ask for a Second Quote"],
      descriptions: [
        "Put two quotes side by side before you decide. Ours is free.",
        "Licensed engineers, fixed prices and a 12-month guarantee."
      ],
      keywords: [
        exact(firm.rival, term(firm.rival, 6, 2.6, 0.03)),
        phrase(`${firm.rival} plumbing`, term(`${firm.rival} plumbing prices`, 3, 2.4, 0.04))
      ]
    }
  ],
  negatives: [],
  traffic: { utilisation: [0.5, 0.8], stoppedDaysAgo: 58, value: 160 }
})

/** Somebody changed it in the platform after our last sync, so a launch answers sync_conflict. */
export const oldSync = (firm: Firm): CampaignPlan => ({
  slug: "old-sync",
  name: "Old sync",
  type: "prospecting",
  state: "paused",
  budget: 10,
  goal: "Bookings for gutter cleaning",
  createdDaysAgo: 220,
  launchedDaysAgo: 215,
  ...running(firm),
  syncedDaysAgo: 12,
  ads: [
    {
      name: "Gutters",
      page: "gutters",
      headlines: [`Gutter Cleaning ${firm.city}`, "Clean Gutters, Dry Walls", "Book Gutter Cleaning"],
      descriptions: [
        "Gutters and downpipes cleared and checked, with photos before and after.",
        "Fixed price by the length of your roof. Book online in a minute."
      ],
      keywords: [
        phrase("gutter cleaning", term("gutter cleaning", 5, 2.1, 0.09)),
        exact("gutter cleaning near me", term("gutter cleaning near me", 4, 2.4, 0.11))
      ]
    }
  ],
  negatives: negatives("dashboard", "phrase", "gutter guard"),
  traffic: { utilisation: [0.6, 0.9], stoppedDaysAgo: 14, value: 110 },
  outsideChanges: [
    {
      daysAgo: 6,
      by: `agency@${firm.brand}.test`,
      what: "Daily budget changed from 10.00 to 14.00"
    },
    { daysAgo: 5, by: `agency@${firm.brand}.test`, what: 'Keyword "gutter cleaning" paused' }
  ]
})
