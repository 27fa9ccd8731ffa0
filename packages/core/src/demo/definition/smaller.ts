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

const austin: Place = { name: "Austin, Texas, United States", geo_target: "geoTargetConstants/1026201" }

export const contosoCampaigns: ReadonlyArray<CampaignPlan> = [
  {
    slug: "back-pain-clinic",
    name: "Back pain clinic",
    type: "prospecting",
    state: "live",
    budget: 40,
    targetCpa: 48,
    goal: "First appointments",
    createdDaysAgo: 190,
    ...inPlatform(austin, ["prices", "contact"]),
    ads: [
      ad(
        "Back pain",
        "back-pain",
        ["Back Pain Clinic Austin", "See a Physio This Week", "Gentle, Proven Care"],
        [
          phrase("back pain clinic", term("back pain clinic", 6, 4.6, 0.11)),
          exact("physio near me", term("physio near me", 8, 4.2, 0.13)),
          broad(
            "back pain treatment",
            term("back pain treatment", 5, 3.8, 0.06),
            term("back pain exercises", 3, 1.9, 0, "informational")
          )
        ]
      )
    ],
    negatives: negatives("dashboard", "phrase", "physio school"),
    traffic: { utilisation: [0.7, 0.95], value: 140 }
  },
  {
    slug: "contoso-brand",
    name: "Contoso brand",
    type: "brand",
    state: "live",
    budget: 10,
    goal: "Be found by name",
    createdDaysAgo: 185,
    ...inPlatform(austin, ["prices", "contact"]),
    ads: [
      ad(
        "Brand",
        "",
        ["Contoso Physiotherapy", "Official Website", "Book Your Visit"],
        [
          exact("contoso physio", term("contoso physio", 5, 0.8, 0.3)),
          phrase("contoso clinic", term("contoso clinic austin", 3, 0.9, 0.28))
        ]
      )
    ],
    negatives: [],
    traffic: { utilisation: [0.5, 0.8], value: 140, ctr: 0.3 }
  },
  {
    slug: "sports-massage",
    name: "Sports massage",
    type: "prospecting",
    state: "draft",
    budget: 15,
    goal: "Bookings for sports massage",
    createdDaysAgo: 6,
    locations: [austin],
    sitelinks: inPlatform(austin, ["prices", "contact"]).sitelinks,
    callouts: ["Open on Saturdays", "Trained therapists"],
    ads: [
      ad(
        "Massage",
        "massage",
        ["Sports Massage Austin", "Recover Faster", "Book This Week"],
        [phrase("sports massage"), exact("sports massage near me")]
      )
    ],
    negatives: negatives("brand", "phrase", "contoso physio", "contoso clinic")
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
