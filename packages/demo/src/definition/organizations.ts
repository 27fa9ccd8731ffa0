import type { OperationName, Role } from "@adwarden/core/contract"

/*
 * Types that define the service's part of the demo world. Dates are numbers of days before today, so the
 * world has the same shape on every day.
 */

interface DemoPerson {
  readonly email: string
  readonly name: string
  /** The operator's team that this person belongs to. Members of no team are customers. */
  readonly adopsTeam?: string
}

/** Facts about a campaign that the service stores and the platform does not. */
interface CampaignFacts {
  readonly slug: string
  readonly type: "prospecting" | "brand" | "competitor" | "external"
  readonly goal: string
  readonly createdDaysAgo: number
  readonly launchedDaysAgo: number
  /** Created in the platform by others: the campaign stays as the sync imported it. */
  readonly imported?: true
}

type MatchType = "phrase" | "exact" | "broad"
interface KeywordPlan {
  readonly text: string
  readonly match: MatchType
}

interface DraftAdPlan {
  readonly name: string
  /** Path below the organization's website. */
  readonly page: string
  readonly headlines: ReadonlyArray<string>
  readonly descriptions: ReadonlyArray<string>
  readonly paths?: ReadonlyArray<string>
  readonly keywords: ReadonlyArray<KeywordPlan>
}

/** A campaign that was never pushed to the platform. */
export interface DraftPlan {
  readonly slug: string
  readonly name: string
  readonly budget: number | null
  readonly goal: string
  readonly createdDaysAgo: number
  /**
   * False for a draft without an ad account. Such a draft has none of the assets that an account's campaigns
   * share.
   */
  readonly inAccount: boolean
  readonly locations: ReadonlyArray<{ readonly name: string; readonly geo_target: string }>
  readonly ads: ReadonlyArray<DraftAdPlan>
  /** Its own sitelinks and callouts, instead of those of the account. */
  readonly sitelinks?: ReadonlyArray<{ readonly text: string; readonly page: string }>
  readonly callouts?: ReadonlyArray<string>
  /** Whether the pages were read that its lines rest on. */
  readonly pagesRead?: true
  readonly negatives: ReadonlyArray<KeywordPlan & { readonly source: "brand" | "dashboard" }>
}

export interface OrganizationPlan {
  readonly slug: string
  readonly name: string
  readonly plan: string
  readonly currency: string
  readonly maxSpend: number | null
  readonly approvals: boolean
  /** Whether keys and apps preview a change with a warning code first. */
  readonly requirePreview?: true
  readonly adopsTeam?: string
  readonly members: Readonly<Record<string, Role>>
  /**
   * Whether the organization's website was analysed. An organization that has just signed up has no profile.
   */
  readonly hasProfile: boolean
  /** Facts about the campaigns in the platform account of the same name. */
  readonly campaigns: ReadonlyArray<CampaignFacts>
  readonly drafts: ReadonlyArray<DraftPlan>
}

/** A call made with an organization's key, and its outcome. */
export interface CallPlan {
  readonly organization: string
  readonly role: Role
  readonly operation: OperationName
  readonly input: Readonly<Record<string, unknown>>
  /** The approver's decision about a held write. Without one, the write stays pending. */
  readonly decision?: { readonly by: string; readonly approve: boolean; readonly reason?: string }
}

/** The differences between plumbing firms with otherwise equal campaigns. */
interface Firm {
  /** The brand as people type it in a search. */
  readonly brand: string
  readonly name: string
  readonly city: string
  readonly location: { readonly name: string; readonly geo_target: string }
}

const prospecting = (
  slug: string,
  goal: string,
  createdDaysAgo: number,
  launchedDaysAgo: number
): CampaignFacts => ({ slug, type: "prospecting", goal, createdDaysAgo, launchedDaysAgo })

/** The campaigns of a plumbing firm. */
const plumbingCampaigns = ({ brand }: Firm): ReadonlyArray<CampaignFacts> => [
  prospecting("boiler-repair", "Calls and bookings for boiler repairs", 410, 405),
  {
    slug: `${brand}-brand`,
    type: "brand",
    goal: "Be found by those who look for us by name",
    createdDaysAgo: 380,
    launchedDaysAgo: 379
  },
  prospecting("emergency-plumber", "Calls from people who need a plumber now", 300, 296),
  prospecting("bathroom-fitting", "Quotes for new bathrooms", 260, 255),
  {
    slug: "imported-legacy",
    type: "external",
    goal: "Website visits",
    createdDaysAgo: 150,
    launchedDaysAgo: 900,
    imported: true
  },
  {
    slug: "rival-names",
    type: "competitor",
    goal: "Be seen beside the competition",
    createdDaysAgo: 200,
    launchedDaysAgo: 198
  },
  prospecting("old-sync", "Bookings for water heaters", 220, 215)
]

/** Campaigns of other channels, made in the platform. */
const otherChannels: ReadonlyArray<CampaignFacts> = [
  ["all-services", "Every service in front of everyone nearby", 130],
  ["winter-heating-sale", "Sell heaters and thermostats before the winter", 35],
  ["remarketing", "Bring visitors of the website back", 130]
].map(([slug, goal, days]) => ({
  slug: String(slug),
  type: "external",
  goal: String(goal),
  createdDaysAgo: Number(days),
  launchedDaysAgo: Number(days),
  imported: true
}))

const keywordOf =
  (match: KeywordPlan["match"]) =>
  (text: string): KeywordPlan => ({ text, match })
const [phrase, exact, broad] = [keywordOf("phrase"), keywordOf("exact"), keywordOf("broad")]

/** Drafts exclude searches for the firm's own name: the brand campaign serves them at a lower cost. */
const ownName = ({ brand }: Firm) =>
  [brand, `${brand} plumbing`, `${brand} heating`, `${brand} boiler repair`].map((text) => ({
    ...phrase(text),
    source: "brand" as const
  }))

/** A complete draft: one call launches it. */
const springOffers = (firm: Firm, budget: number): DraftPlan => ({
  slug: "spring-offers",
  name: "Spring offers",
  budget,
  goal: "Bookings for the spring service",
  createdDaysAgo: 9,
  inAccount: true,
  locations: [firm.location],
  ads: [
    {
      name: "Spring service",
      page: "boiler-service/",
      headlines: ["Annual boiler service", "Fixed prices", `${firm.name} boiler service`],
      descriptions: [
        "A yearly boiler service keeps your guarantee valid and your bills down.",
        "Book a date that suits you."
      ],
      paths: ["offers"],
      keywords: [phrase("boiler service offer"), exact("cheap boiler service"), broad("spring boiler check")]
    },
    {
      name: "Radiator flush",
      page: "radiators/",
      headlines: ["Radiators fitted and balanced", "Same-day visits", "Licensed and insured"],
      descriptions: [
        "Cold radiators, noisy pipes or a new room: radiators fitted, moved and balanced.",
        "A balanced system heats every room evenly and uses less gas."
      ],
      keywords: [phrase("power flush"), exact("power flush cost")]
    }
  ],
  sitelinks: [
    { text: "Boiler repair", page: "boiler-repair/" },
    { text: "Emergency plumber", page: "emergency-plumber/" },
    { text: "Bathroom fitting", page: "bathroom-fitting/" }
  ],
  callouts: ["Licensed and insured", "Fixed prices", "Same-day visits"],
  pagesRead: true,
  negatives: ownName(firm)
})

/** Lacks everything that a launch requires, so each fix reveals the next problem. */
const radiatorsDraft = (firm: Firm): DraftPlan => ({
  slug: "radiators-draft",
  name: "Radiators",
  budget: null,
  goal: "Quotes for new radiators",
  createdDaysAgo: 4,
  inAccount: false,
  locations: [],
  ads: [
    {
      name: "Ad 1",
      page: "radiators/",
      headlines: ["Warm Radiators"],
      descriptions: ["Radiators in every size, fitted and balanced."],
      keywords: []
    }
  ],
  // One of each is too long.
  sitelinks: [{ text: "Radiators of every size and make", page: "radiators/" }],
  callouts: ["Radiators of every size and make"],
  pagesRead: true,
  negatives: ownName(firm)
})

/** The drafts of a plumbing firm. `springBudget` is the daily budget of the complete one. */
const plumbingDrafts = (firm: Firm, springBudget: number): ReadonlyArray<DraftPlan> => [
  springOffers(firm, springBudget),
  radiatorsDraft(firm)
]

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
    campaigns: [...plumbingCampaigns(northwindFirm), ...otherChannels],
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
