import type { AdPlan, CampaignPlan } from "./types.ts"
import { broad, exact, negatives, phrase, term } from "./words.ts"

interface Place {
  readonly name: string
  readonly geo_target: string
}

const inPlatform = (place: Place, pages: readonly [string, string]) => ({
  launchedDaysAgo: 180,
  syncedDaysAgo: 0,
  locations: [place],
  sitelinks: [
    { text: "Prices", page: pages[0], description1: "What it costs", description2: "Nothing hidden" },
    { text: "Contact", page: pages[1], description1: "Write or call", description2: "Answers in a day" }
  ],
  callouts: ["Family business", "Free advice", "Open on Saturdays"]
})

const ad = (
  name: string,
  page: string,
  headlines: ReadonlyArray<string>,
  keywords: AdPlan["keywords"]
): AdPlan => ({
  name,
  page,
  headlines,
  descriptions: ["Friendly people who know their trade.", "Book online in a minute, or simply call us."],
  keywords
})

const boston: Place = {
  name: "Boston, Massachusetts, United States",
  geo_target: "geoTargetConstants/1018127"
}

export const contosoCampaigns: ReadonlyArray<CampaignPlan> = [
  {
    slug: "dental-implants",
    name: "Dental implants",
    type: "prospecting",
    state: "live",
    budget: 70,
    targetCpa: 48,
    goal: "First appointments",
    createdDaysAgo: 190,
    ...inPlatform(boston, ["prices", "contact"]),
    ads: [
      ad(
        "Implants",
        "implants",
        ["Dental Implants Boston", "See a Dentist This Week", "Gentle, Proven Care"],
        [
          phrase("dental implants", term("dental implants", 6, 4.6, 0.11)),
          exact("dentist near me", term("dentist near me", 8, 4.2, 0.13)),
          broad(
            "tooth implant cost",
            term("tooth implant cost", 5, 3.8, 0.06),
            term("how do implants work", 3, 1.9, 0, "informational")
          )
        ]
      )
    ],
    negatives: negatives("dashboard", "phrase", "dental school"),
    traffic: { utilisation: [0.7, 0.95], value: 140 }
  },
  {
    slug: "teeth-whitening",
    name: "Teeth whitening",
    type: "prospecting",
    state: "live",
    budget: 25,
    goal: "Whitening appointments",
    createdDaysAgo: 185,
    ...inPlatform(boston, ["prices", "contact"]),
    ads: [
      ad(
        "Whitening",
        "",
        ["Contoso Dental", "Official Website", "Book Your Visit"],
        [
          exact("teeth whitening", term("teeth whitening", 5, 2.8, 0.09)),
          phrase("dentist whitening", term("dentist whitening boston", 3, 2.9, 0.08))
        ]
      )
    ],
    negatives: [],
    traffic: { utilisation: [0.5, 0.8], value: 140 }
  },
  {
    slug: "dental-check-ups",
    name: "Check-ups",
    type: "prospecting",
    state: "draft",
    budget: 15,
    goal: "Bookings for check-ups",
    createdDaysAgo: 6,
    locations: [boston],
    sitelinks: inPlatform(boston, ["prices", "contact"]).sitelinks,
    callouts: ["Open on Saturdays", "Gentle dentists"],
    ads: [
      ad(
        "Check-ups",
        "check-ups",
        ["Dental Check-Ups Boston", "Forty Minutes, Done", "Book This Week"],
        [phrase("dental check-up"), exact("dental check-up near me")]
      )
    ],
    negatives: negatives("dashboard", "phrase", "dental school")
  }
]

const bristol: Place = { name: "Bristol, England, United Kingdom", geo_target: "geoTargetConstants/1006524" }

export const wingtipCampaigns: ReadonlyArray<CampaignPlan> = [
  {
    slug: "model-aircraft",
    name: "Model aircraft",
    type: "prospecting",
    state: "error",
    stateError: "google_ads_connection_broken",
    budget: 35,
    goal: "Orders in the shop",
    createdDaysAgo: 190,
    ...inPlatform(bristol, ["prices", "contact"]),
    syncedDaysAgo: 21,
    ads: [
      ad(
        "Model aircraft",
        "aircraft",
        ["Model Aircraft Kits", "From First Kit to Club Jet", "Posted Same Day"],
        [
          phrase("model aircraft kits", term("model aircraft kits", 8, 0.9, 0.04)),
          broad("rc plane", term("rc plane", 6, 0.7, 0.02), term("rc plane for beginners", 4, 0.8, 0.04))
        ]
      )
    ],
    negatives: negatives("dashboard", "phrase", "paper"),
    traffic: { utilisation: [0.7, 0.95], stoppedDaysAgo: 21, value: 65 }
  },
  {
    slug: "wingtip-brand",
    name: "Wingtip brand",
    type: "brand",
    state: "paused",
    budget: 8,
    goal: "Be found by name",
    createdDaysAgo: 188,
    ...inPlatform(bristol, ["prices", "contact"]),
    syncedDaysAgo: 21,
    ads: [
      ad(
        "Brand",
        "",
        ["Wingtip Toys Bristol", "Official Shop", "Model Kits and Spares"],
        [exact("wingtip toys", term("wingtip toys", 5, 0.4, 0.16))]
      )
    ],
    negatives: [],
    traffic: { utilisation: [0.4, 0.7], stoppedDaysAgo: 21, value: 60, ctr: 0.28 }
  }
]
