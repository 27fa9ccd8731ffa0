import { type Firm, plumbingCampaigns, plumbingDrafts } from "./plumbing.ts"
import type { DemoPerson, DraftPlan, OrganizationPlan } from "./types.ts"

/** The people of the demo world: members of organizations, and one person of the operator's staff. */
export const people: ReadonlyArray<DemoPerson> = [
  { email: "olivia@northwind.test", name: "Olivia Marsh" },
  { email: "adam@northwind.test", name: "Adam Reyes" },
  { email: "mia@northwind.test", name: "Mia Chen" },
  { email: "femi@fabrikam.test", name: "Femi Adeyemi" },
  { email: "carl@contoso.test", name: "Carl Novak" },
  { email: "tara@tailspin.test", name: "Tara Quinn" },
  { email: "will@wingtip.test", name: "Will Okafor" },
  { email: "ada@adops.test", name: "Ada Lindqvist", adopsTeam: "Blue Team" }
]

const northwindFirm: Firm = {
  brand: "northwind",
  name: "Northwind",
  city: "Seattle",
  location: { name: "Seattle, Washington, United States", geo_target: "geoTargetConstants/1027744" }
}

const fabrikamFirm: Firm = {
  brand: "fabrikam",
  name: "Fabrikam",
  city: "Dublin",
  location: { name: "Dublin, County Dublin, Ireland", geo_target: "geoTargetConstants/1007850" }
}

const checkUps: DraftPlan = {
  slug: "dental-check-ups",
  name: "Check-ups",
  budget: 15,
  goal: "Bookings for check-ups",
  createdDaysAgo: 6,
  inAccount: true,
  locations: [{ name: "Boston, Massachusetts, United States", geo_target: "geoTargetConstants/1018127" }],
  ads: [
    {
      name: "Check-ups",
      page: "check-ups/",
      headlines: ["Dental Check-Ups Boston", "Forty Minutes, Done", "Book This Week"],
      descriptions: ["Friendly people who know their trade.", "Book online in a minute, or simply call us."],
      keywords: [
        { text: "dental check-up", match: "phrase" },
        { text: "dental check-up near me", match: "exact" }
      ]
    }
  ],
  negatives: [{ text: "dental school", match: "phrase", source: "dashboard" }]
}

/** The organizations of the demo world. Each shows a different state of an account. */
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
    hasProfile: true,
    campaigns: plumbingCampaigns(northwindFirm),
    // The call history raises this budget to 25.
    drafts: plumbingDrafts(northwindFirm, 20)
  },
  {
    slug: "fabrikam",
    name: "Fabrikam Plumbing & Heating",
    plan: "growth",
    currency: "EUR",
    maxSpend: 12_000,
    approvals: true,
    members: { "olivia@northwind.test": "owner", "femi@fabrikam.test": "admin" },
    hasProfile: true,
    campaigns: plumbingCampaigns(fabrikamFirm),
    drafts: plumbingDrafts(fabrikamFirm, 25)
  },
  {
    slug: "contoso",
    name: "Contoso Dental",
    plan: "managed",
    currency: "USD",
    maxSpend: 4_000,
    approvals: false,
    requirePreview: true,
    adopsTeam: "Blue Team",
    members: { "carl@contoso.test": "owner" },
    hasProfile: true,
    campaigns: [
      {
        slug: "dental-implants",
        type: "prospecting",
        goal: "First appointments",
        createdDaysAgo: 190,
        launchedDaysAgo: 180
      },
      {
        slug: "teeth-whitening",
        type: "prospecting",
        goal: "Whitening appointments",
        createdDaysAgo: 185,
        launchedDaysAgo: 180
      }
    ],
    drafts: [checkUps]
  },
  {
    slug: "tailspin",
    name: "Tailspin Toys",
    plan: "trial",
    currency: "USD",
    maxSpend: null,
    approvals: false,
    members: { "tara@tailspin.test": "owner" },
    hasProfile: false,
    campaigns: [],
    drafts: []
  },
  {
    slug: "wingtip",
    name: "Wingtip Toys",
    plan: "growth",
    currency: "USD",
    maxSpend: 3_000,
    approvals: false,
    members: { "will@wingtip.test": "owner" },
    hasProfile: true,
    campaigns: [
      {
        slug: "wooden-toys",
        type: "prospecting",
        goal: "Visits to the shop",
        createdDaysAgo: 190,
        launchedDaysAgo: 180
      }
    ],
    drafts: []
  }
]
