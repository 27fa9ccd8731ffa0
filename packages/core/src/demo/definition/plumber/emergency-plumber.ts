import type { CampaignPlan } from "../types.ts"
import { broad, exact, negatives, paused, phrase, term, wasted } from "../words.ts"
import { type Firm, running } from "./firm.ts"

/** Spends all it may, and its best keywords could earn more than the budget lets them. */
export const emergencyPlumber = (firm: Firm): CampaignPlan => ({
  slug: "emergency-plumber",
  name: "Emergency plumber",
  type: "prospecting",
  state: "live",
  budget: 60,
  targetCpa: 35.5,
  goal: "Calls from people who need a plumber now",
  createdDaysAgo: 300,
  launchedDaysAgo: 296,
  ...running(firm),
  ads: [
    {
      name: "Emergency",
      page: "emergency",
      headlines: [`Emergency Plumber ${firm.city}`, "With You Within the Hour", "Open Day and Night"],
      descriptions: [
        "Burst pipe or no water? A licensed plumber is on the way, day or night.",
        "One clear call-out fee. No extra charge for nights or weekends."
      ],
      paths: ["emergency"],
      keywords: [
        exact("emergency plumber", term("emergency plumber", 22, 5.2, 0.25)),
        phrase(
          "emergency plumber near me",
          term("emergency plumber near me", 14, 5.5, 0.24),
          term("24 hour emergency plumber near me", 4, 6, 0.22)
        ),
        broad(
          "24 hour plumber",
          term("24 hour plumber", 10, 5.8, 0.12),
          term("plumber open now", 6, 5.4, 0.1),
          term("cheap plumber", 5, 3.5, 0.04)
        ),
        paused(broad("plumber", term("plumber", 6, 4.4, 0.04)), 64)
      ]
    },
    {
      name: "Burst pipes",
      page: "burst-pipes",
      headlines: ["Burst Pipe Repair", `Leak Experts in ${firm.city}`, "Stop the Leak Today"],
      descriptions: [
        "We find the leak, stop it and make good, with one visit where we can.",
        "Insurance work welcome. Photos and a written report included."
      ],
      paths: ["leaks"],
      keywords: [
        phrase(
          "burst pipe repair",
          term("burst pipe repair", 10, 5, 0.22),
          term("burst pipe repair cost", 3, 4, 0.06)
        ),
        broad(
          "blocked drain",
          term("blocked drain", 8, 4.6, 0.09),
          wasted("how to unblock a drain", 4, 2.3, "diy")
        ),
        phrase("leak detection", term("leak detection", 6, 5.1, 0.12))
      ]
    }
  ],
  negatives: negatives("dashboard", "phrase", "apprenticeship", "tools"),
  traffic: { utilisation: [0.95, 1.02], budgetLimited: true, value: 160 }
})
