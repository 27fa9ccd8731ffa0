import type { Site, SitePage } from "./site.ts"

/** Returns a copy for another business: replaces every word that names it, in all strings. */
export const replaceWords = <Value>(value: Value, words: Readonly<Record<string, string>>): Value => {
  const replaceIn = (part: unknown): unknown => {
    if (typeof part === "string") {
      return Object.entries(words).reduce((replaced, [from, to]) => replaced.replaceAll(from, to), part)
    }
    if (Array.isArray(part)) return part.map(replaceIn)
    if (typeof part !== "object" || part === null) return part
    return Object.fromEntries(Object.entries(part).map(([key, item]) => [key, replaceIn(item)]))
  }
  return replaceIn(value) as Value
}

/** Turns Northwind into Fabrikam: the same trade and campaigns in another city and currency. */
export const fabrikamWords = {
  Northwind: "Fabrikam",
  northwind: "fabrikam",
  Seattle: "Dublin",
  seattle: "dublin",
  Bellevue: "Dún Laoghaire",
  ballard: "rathmines",
  spokane: "cork"
}

const points = [
  "Licensed and insured",
  "Fixed prices",
  "Same-day visits",
  "12-month guarantee",
  "Open seven days"
]

const service = (
  path: string,
  nav: string,
  title: string,
  description: string,
  ...paragraphs: readonly string[]
): SitePage => ({
  path,
  nav,
  title,
  description,
  paragraphs,
  points,
  service: true
})

export const northwindSite: Site = {
  slug: "northwind",
  name: "Northwind Plumbing & Heating",
  type: "Plumber",
  language: "en",
  tagline: "Why Seattle calls us",
  description: "Plumbers and heating engineers in Seattle for repairs, emergencies and new bathrooms.",
  telephone: "+1 206 555 0142",
  address: { street: "418 Pine Street", city: "Seattle", region: "WA", postalCode: "98101", country: "US" },
  latitude: 47.6114,
  longitude: -122.3381,
  areaServed: ["Seattle", "Bellevue"],
  rating: { value: 4.8, count: 612 },
  pages: [
    {
      path: "",
      nav: "Home",
      title: "Plumbers and heating engineers in Seattle",
      description:
        "Northwind repairs boilers, clears drains and fits bathrooms across Seattle. Fixed prices, same-day visits.",
      paragraphs: [
        "Northwind has kept Seattle warm and dry since 1994. Twelve engineers, one phone number, no call centre.",
        "Tell us what is wrong and we name a fixed price before anybody picks up a wrench."
      ],
      points,
      sections: [
        {
          heading: "Who we work for",
          points: [
            "Home owners in Seattle whose heating has failed",
            "Landlords who need a yearly boiler service",
            "Families planning a new bathroom"
          ]
        },
        { heading: "Northwind compared", points: ["Rocket Home Heroes", "Blue Ladder Plumbing"] }
      ]
    },
    service(
      "boiler-repair/",
      "Boiler repair",
      "Boiler repair in Seattle",
      "Boiler broken? Our engineers repair all makes in Seattle, most on the first visit. Fixed price before we start.",
      "No heating, no hot water, a leak or a fault code: we carry parts for the twelve most common boilers in every van.",
      "Most repairs are done within two hours of our arrival."
    ),
    service(
      "boiler-service/",
      "Boiler service",
      "Annual boiler service",
      "A yearly boiler service keeps your guarantee valid and your bills down. Book a date that suits you.",
      "We clean the burner, test the safety devices, measure the flue gas and leave you a written report."
    ),
    service(
      "emergency-plumber/",
      "Emergency plumber",
      "Emergency plumber, day and night",
      "Burst pipe or blocked drain? An emergency plumber reaches you in Seattle within 90 minutes, day and night.",
      "Turn off the water at the main valve, then call us. We answer within three rings at any hour."
    ),
    service(
      "bathroom-fitting/",
      "Bathroom fitting",
      "Bathroom fitting and design",
      "New bathrooms designed and fitted by one team, finished on the date we promise.",
      "From the first drawing to the last tile: plumbers, electricians and tilers who know each other."
    ),
    service(
      "water-heaters/",
      "Water heaters",
      "Water heater repair and replacement",
      "Repair or replacement of tank and tankless water heaters in Seattle, usually the same day.",
      "We tell you honestly whether a repair is worth it, and take the old heater away."
    ),
    service(
      "radiators/",
      "Radiators",
      "Radiators fitted and balanced",
      "Cold radiators, noisy pipes or a new room: radiators fitted, moved and balanced.",
      "A balanced system heats every room evenly and uses less gas."
    ),
    {
      path: "contact/",
      nav: "Contact",
      title: "Call Northwind",
      description: "Call or write to Northwind Plumbing & Heating in Seattle. We answer within the hour.",
      paragraphs: ["Call +1 206 555 0142 or write to hello@northwind.test."],
      points: []
    }
  ]
}

export const fabrikamSite: Site = {
  ...replaceWords(northwindSite, { ...fabrikamWords, "+1 206 555 0142": "+353 1 555 0142" }),
  address: { street: "12 Camden Street", city: "Dublin", region: "D", postalCode: "D02 XE61", country: "IE" },
  latitude: 53.3352,
  longitude: -6.2656
}
