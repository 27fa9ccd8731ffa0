import type { CampaignPlan } from "../types.ts"

/** What differs between two plumbing firms of the same shape. */
export interface Firm {
  /** As people search for it. */
  readonly brand: string
  readonly name: string
  readonly city: string
  readonly otherCity: string
  readonly rival: string
  readonly location: { readonly name: string; readonly geo_target: string }
  /** Price of a click against the first firm's. */
  readonly price: number
}

export const sitelinks: CampaignPlan["sitelinks"] = [
  {
    text: "Boiler repair",
    page: "boiler-repair",
    description1: "Same-day visits all week",
    description2: "All makes and models"
  },
  {
    text: "Emergency plumber",
    page: "emergency",
    description1: "Day and night",
    description2: "Usually there within the hour"
  },
  {
    text: "Bathrooms",
    page: "bathrooms",
    description1: "Designed and fitted by us",
    description2: "Fixed price before we start"
  },
  {
    text: "Prices",
    page: "prices",
    description1: "Clear call-out fees",
    description2: "No charge for a quote"
  }
]

export const callouts: ReadonlyArray<string> = [
  "Licensed engineers",
  "Fixed prices",
  "12-month guarantee",
  "Same-day visits"
]

/** What campaigns that are, or were, in the platform have in common. */
export const running = (firm: Firm) => ({
  locations: [firm.location],
  sitelinks,
  callouts,
  syncedDaysAgo: 0
})
