import { type Firm, plumberCampaigns } from "./plumber/index.ts"
import { contosoCampaigns, wingtipCampaigns } from "./smaller.ts"
import type { OrganizationPlan, ProfilePlan } from "./types.ts"

const northwindFirm: Firm = {
  brand: "northwind",
  name: "Northwind",
  city: "Seattle",
  otherCity: "Spokane",
  rival: "adventure works",
  location: { name: "Seattle, Washington, United States", geo_target: "geoTargetConstants/1027744" },
  price: 1
}

const fabrikamFirm: Firm = {
  brand: "fabrikam",
  name: "Fabrikam",
  city: "Dublin",
  otherCity: "Cork",
  rival: "proseware",
  location: { name: "Dublin, County Dublin, Ireland", geo_target: "geoTargetConstants/1007850" },
  price: 0.9
}

const plumberProfile = ({ city, name, rival }: Firm): ProfilePlan => ({
  brand_name: `${name} Plumbing & Heating`,
  description: `${name} repairs and services boilers, answers plumbing emergencies day and night and fits bathrooms in and around ${city}.`,
  products: ["Boiler repair", "Boiler service", "Emergency plumbing", "Bathroom fitting", "Radiators"],
  ideal_customer_profiles: [
    `Home owners in ${city} whose heating has failed`,
    "Landlords who need a yearly boiler service",
    "Families planning a new bathroom"
  ],
  competitors: [rival.replace(/\b\w/g, (letter) => letter.toUpperCase()), "Relecloud Heating"],
  trust_signals: ["Licensed engineers", "12-month guarantee", "4.8 of 5 from 612 reviews", "Since 1998"],
  target_locations: [city]
})

export const organizations: ReadonlyArray<OrganizationPlan> = [
  {
    slug: "northwind",
    name: "Northwind Plumbing & Heating",
    plan: "growth",
    currency: "USD",
    maxSpend: 12_000,
    approvals: false,
    members: {
      "olivia@northwind.test": "owner",
      "adam@northwind.test": "admin",
      "mia@northwind.test": "member"
    },
    profile: plumberProfile(northwindFirm),
    account: { customerId: "4810273965", timeZone: "America/Los_Angeles", login: "ads@northwind.test" },
    campaigns: plumberCampaigns(northwindFirm)
  },
  {
    slug: "fabrikam",
    name: "Fabrikam Plumbing & Heating",
    plan: "growth",
    currency: "EUR",
    maxSpend: 12_000,
    approvals: true,
    members: { "olivia@northwind.test": "owner", "femi@fabrikam.test": "admin" },
    profile: plumberProfile(fabrikamFirm),
    account: { customerId: "5920384176", timeZone: "Europe/Dublin", login: "ads@fabrikam.test" },
    campaigns: plumberCampaigns(fabrikamFirm)
  },
  {
    slug: "contoso",
    name: "Contoso Dental",
    plan: "managed",
    currency: "USD",
    maxSpend: 4_000,
    approvals: false,
    adopsTeam: "Blue Team",
    members: { "carl@contoso.test": "owner" },
    profile: {
      brand_name: "Contoso Dental",
      description: "A dental practice in Boston for implants, whitening and check-ups, open six days a week.",
      products: ["Dental implants", "Teeth whitening", "Check-ups"],
      ideal_customer_profiles: ["Adults who miss a tooth", "People who plan a wedding"],
      competitors: ["Fourth Coffee Smiles"],
      trust_signals: ["Two implant specialists", "Open on Saturdays"],
      target_locations: ["Boston"]
    },
    account: { customerId: "6731495082", timeZone: "America/New_York", login: "ads@contoso.test" },
    campaigns: contosoCampaigns
  },
  {
    slug: "tailspin",
    name: "Tailspin Toys",
    plan: "trial",
    currency: "USD",
    maxSpend: null,
    approvals: false,
    members: { "tara@tailspin.test": "owner" },
    campaigns: []
  },
  {
    slug: "wingtip",
    name: "Wingtip Toys",
    plan: "growth",
    currency: "GBP",
    maxSpend: 3_000,
    approvals: false,
    members: { "will@wingtip.test": "owner" },
    profile: {
      brand_name: "Wingtip Toys",
      description: "Model aircraft, kits and spares from a shop in Bristol, posted the same day.",
      products: ["Model aircraft kits", "Radio control", "Spares"],
      ideal_customer_profiles: ["Hobby pilots", "Parents looking for a first kit"],
      competitors: ["Lucerne Models"],
      trust_signals: ["Posted the same day", "Club discount"],
      target_locations: ["United Kingdom"]
    },
    account: {
      customerId: "7842506193",
      timeZone: "Europe/London",
      login: "ads@wingtip.test",
      broken: "invalid_grant: Token has been expired or revoked."
    },
    campaigns: wingtipCampaigns
  }
]
