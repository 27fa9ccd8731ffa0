import type { AdPlan, CampaignPlan } from "../types.ts"
import { broad, exact, negatives, paused, phrase, term, wasted } from "../words.ts"
import { type Firm, running } from "./firm.ts"

/*
 * The campaign in which every detector finds something: a third of its search-term cost is waste, one keyword is
 * far too dear, one never converts, one is never shown, one ad has too many keywords, and some converting
 * searches are no keywords yet.
 */
const repairs = ({ brand, city, name, otherCity, rival }: Firm): AdPlan => ({
  name: "Boiler repair",
  page: "boiler-repair",
  headlines: [
    `Boiler Repair in ${city}`,
    "Same-Day Boiler Engineers",
    "Fixed Price Boiler Repair",
    `${name} Plumbing & Heating`,
    "No Heating? Call Us Now"
  ],
  descriptions: [
    "Licensed engineers mend most boilers on the first visit. Clear prices before we start.",
    `Local boiler engineers in ${city}, seven days a week, with a 12-month guarantee.`
  ],
  paths: ["boilers", "repair"],
  keywords: [
    phrase(
      "boiler repair",
      term("boiler repair", 9, 3.6, 0.22),
      term(`boiler repair ${city.toLowerCase()}`, 6, 4, 0.21),
      term("combi boiler repair cost", 2.5, 3.2, 0.13),
      term("same day boiler repair", 2.5, 4.5, 0.22),
      term(`${brand} boiler repair`, 2.5, 3.8, 0.25, "brand_leak"),
      wasted(`boiler repair ${otherCity.toLowerCase()}`, 3, 3.9, "wrong_city"),
      wasted("free boiler repair grant", 2.5, 2.9, "free"),
      wasted(`${rival} boiler repair`, 2, 4.1, "competitor")
    ),
    exact("boiler repair near me", term("boiler repair near me", 6, 4.2, 0.21)),
    phrase(
      "boiler not working",
      term("boiler not working", 4, 3, 0.11),
      term("boiler not working no hot water", 2, 3.1, 0.14),
      wasted("why is my boiler not working", 2, 2.2, "informational")
    ),
    phrase(
      "boiler breakdown",
      term("boiler breakdown", 2, 3.7, 0.16),
      term(`boiler breakdown ${city.toLowerCase()}`, 1.5, 3.9, 0.18)
    ),
    broad(
      "gas boiler repair",
      term("gas boiler repair", 3, 3.8, 0.16),
      term("gas boiler fix", 1.5, 3.4, 0.13),
      wasted("how to fix a gas boiler", 4, 2.4, "diy")
    ),
    broad(
      "boiler engineer",
      wasted("boiler engineer jobs", 13.5, 3.4, "jobs"),
      wasted("boiler engineer salary", 2.5, 2.7, "jobs"),
      wasted("boiler engineer course", 1, 2.6, "jobs")
    ),
    exact("emergency boiler callout", term("emergency boiler callout", 11, 16, 0)),
    phrase(
      "boiler leaking",
      term("boiler leaking", 3, 3.5, 0.15),
      term("boiler leaking water", 2, 3.5, 0.16)
    ),
    broad(
      "boiler pressure low",
      term("boiler pressure low", 1.5, 2.6, 0.06),
      wasted("how to repressurise a boiler", 2, 2.1, "informational")
    ),
    phrase("combi boiler repair", term("combi boiler repair", 3, 3.9, 0.18)),
    exact("boiler repair company", term("boiler repair company", 2, 4.3, 0.18)),
    broad(
      "central heating repair",
      term("central heating repair", 2.5, 3.6, 0.15),
      term("radiator cold at bottom", 0.7, 2.4, 0.05),
      term(`${brand} plumbing`, 1.5, 2.9, 0.24, "brand_leak"),
      term(`${brand} heating`, 1, 2.9, 0.24, "brand_leak")
    ),
    exact("boiler thermostat repair", term("boiler thermostat repair", 0.7, 3.3, 0.12)),
    phrase("boiler pump replacement", term("boiler pump replacement", 0.8, 3.6, 0.1)),
    exact("oil boiler repair", term("oil boiler repair", 0.8, 4.2, 0.12)),
    exact("back boiler specialist"),
    phrase("pilot light repair", term("pilot light repair", 0.6, 3, 0.1)),
    phrase("immersion heater repair", term("immersion heater repair", 0.6, 3.2, 0.11)),
    paused(broad("boiler spares", wasted("boiler spares near me", 2, 1.9, "diy")), 52),
    paused(broad("cheap boiler"), 118)
  ]
})

const servicing = ({ city, name }: Firm): AdPlan => ({
  name: "Boiler service",
  page: "boiler-service",
  headlines: [`Boiler Service in ${city}`, "Annual Boiler Service", `${name} Plumbing & Heating`],
  descriptions: [
    "A yearly service keeps the guarantee and finds faults before winter does.",
    "Book online in a minute and choose the hour that suits you."
  ],
  paths: ["boilers", "service"],
  keywords: [
    phrase(
      "boiler service",
      term("boiler service", 3, 2.9, 0.14),
      term("boiler service cost", 1.2, 2.5, 0.07)
    ),
    exact("annual boiler service", term("annual boiler service", 1, 2.8, 0.15)),
    paused(exact("boiler inspection", term("boiler inspection", 1, 2.7, 0.05)), 75)
  ]
})

export const boilerRepair = (firm: Firm): CampaignPlan => ({
  slug: "boiler-repair",
  name: "Boiler repair",
  type: "prospecting",
  state: "live",
  budget: 100,
  goal: "Calls and bookings for boiler repairs",
  createdDaysAgo: 410,
  launchedDaysAgo: 405,
  ...running(firm),
  ads: [repairs(firm), servicing(firm)],
  negatives: [
    ...negatives("dashboard", "phrase", "second hand", "diagram", "manual pdf"),
    { text: "installation grant", match: "exact", source: "dashboard", ad: "Boiler service" }
  ],
  traffic: { utilisation: [0.94, 1.02], budgetLimited: true, value: 180 }
})
