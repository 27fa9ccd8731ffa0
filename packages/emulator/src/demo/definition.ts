import { siteUrl } from "../sites/index.ts"
import { fabrikamWords, replaceWords } from "../sites/northwind.ts"
import { northwindCampaigns } from "./northwind.ts"
import { plumbingCallouts, plumbingCampaigns, plumbingSitelinks } from "./plumbing.ts"
import type { DemoCampaign, DemoCustomer, DemoKeyword, DemoSitelink, DemoWorld } from "./types.ts"

const login = (who: string, revoked = false) => ({
  refreshToken: `demo-refresh-${who}`,
  email: `ads@${who}.test`,
  revoked
})

const small = (
  slug: string,
  name: string,
  budget: number,
  page: string,
  business: string,
  ...texts: readonly string[]
): DemoCampaign => ({
  slug,
  name,
  budget,
  negatives: ["jobs"],
  adGroups: [
    {
      name,
      page,
      headlines: [name, business, "Open Six Days a Week", "Friendly and Fair"],
      descriptions: [
        `${business}: ask us anything, we answer the same day.`,
        "Book online in two minutes, free parking at the door."
      ],
      keywords: texts.map((text): DemoKeyword => ({ text, matchType: "PHRASE" }))
    }
  ]
})

/** Two sitelinks for a shop or practice. */
const smallSitelinks = (text: string, page: string): readonly DemoSitelink[] => [
  { text, page, description1: "What it costs", description2: "Nothing hidden" },
  { text: "Contact", page: "contact/", description1: "Write or call", description2: "Answers in a day" }
]
const smallCallouts = ["Family business", "Free advice", "Open on Saturdays"]

const northwind: DemoCustomer = {
  slug: "northwind",
  customerId: "5550000001",
  name: "Northwind Plumbing & Heating",
  currencyCode: "USD",
  timeZone: "America/Los_Angeles",
  geoTargetConstant: "geoTargetConstants/1027744",
  login: login("northwind"),
  editor: "olivia@northwind.test",
  sitelinks: plumbingSitelinks,
  callouts: plumbingCallouts,
  campaigns: northwindCampaigns
}

const fabrikam: DemoCustomer = {
  slug: "fabrikam",
  customerId: "5550000002",
  name: "Fabrikam Plumbing & Heating",
  currencyCode: "EUR",
  timeZone: "Europe/Dublin",
  geoTargetConstant: "geoTargetConstants/1007850",
  login: login("fabrikam"),
  editor: "femi@fabrikam.test",
  sitelinks: plumbingSitelinks,
  callouts: plumbingCallouts,
  campaigns: replaceWords(plumbingCampaigns, fabrikamWords)
}

const contoso: DemoCustomer = {
  slug: "contoso",
  customerId: "5550000003",
  name: "Contoso Dental",
  currencyCode: "USD",
  timeZone: "America/New_York",
  geoTargetConstant: "geoTargetConstants/1018127",
  login: login("contoso"),
  editor: "carl@contoso.test",
  sitelinks: smallSitelinks("Check-ups", "check-ups/"),
  callouts: smallCallouts,
  campaigns: [
    small(
      "dental-implants",
      "Dental implants",
      70,
      "implants/",
      "Contoso Dental",
      "dental implants",
      "tooth implant cost"
    ),
    small(
      "teeth-whitening",
      "Teeth whitening",
      25,
      "whitening/",
      "Contoso Dental",
      "teeth whitening",
      "dentist whitening"
    )
  ]
}

const wingtip: DemoCustomer = {
  slug: "wingtip",
  customerId: "5550000004",
  name: "Wingtip Toys",
  currencyCode: "USD",
  timeZone: "America/Chicago",
  geoTargetConstant: "geoTargetConstants/1016367",
  login: login("wingtip", true),
  editor: "will@wingtip.test",
  sitelinks: smallSitelinks("Train sets", "train-sets/"),
  callouts: smallCallouts,
  campaigns: [
    small("wooden-toys", "Wooden toys", 40, "wooden-toys/", "Wingtip Toys", "wooden toys", "toy train set")
  ]
}

/** The demo world as data: names and numbers for programs that fill another system with it. */
export const demoWorld: DemoWorld = {
  days: 120,
  customers: [northwind, fabrikam, contoso, wingtip],
  manager: {
    customerId: "5550000009",
    name: "Blue Team",
    timeZone: "America/New_York",
    login: { refreshToken: "demo-refresh-blue-team", email: "ads@adops.test", revoked: false },
    clients: [
      { customerId: "5550000003", status: "ACTIVE" },
      { customerId: "5550000002", status: "PENDING" }
    ]
  },
  sites: {
    northwind: siteUrl("northwind"),
    fabrikam: siteUrl("fabrikam"),
    contoso: siteUrl("contoso"),
    wingtip: siteUrl("wingtip"),
    tailspin: siteUrl("tailspin"),
    litware: siteUrl("litware")
  }
}
