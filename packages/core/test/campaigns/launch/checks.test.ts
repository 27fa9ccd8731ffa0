import * as fc from "fast-check"
import { describe, expect, it } from "vitest"
import {
  type LaunchAd,
  type LaunchContent,
  type LaunchFacts,
  launchBlocker,
  launchWarnings,
  unknownLaunch
} from "../../../src/campaigns/launch/checks.ts"
import { evidenceOf } from "../../../src/campaigns/launch/evidence.ts"
import { widthOf } from "../../../src/campaigns/launch/lines.ts"
import type { PageText } from "../../../src/claims/index.ts"
import { launchBlockers } from "../../../src/contract/index.ts"

const ad: LaunchAd = {
  name: "Ad 2",
  url: "https://northwind.example/spring",
  headlines: ["Spring Boiler Service", "Save on Your Service", "Northwind Offers"],
  descriptions: ["Have the boiler serviced before autumn.", "Book online, pay after the visit."],
  paths: ["offers"],
  state: "enabled",
  keywords: [{ text: "boiler service", match_type: "phrase", state: "enabled" }],
  sources: []
}

/** The page of the ad, as it was read. */
const spring: PageText = {
  url: "https://northwind.example/spring/",
  language: "en",
  readAt: "2026-01-05T09:00:00.000Z",
  sentences: ["Fixed prices", "Open daily", ...ad.headlines, ...ad.descriptions].map((text) => ({
    text,
    kind: "sentence",
    notEvidence: null
  }))
}
const lineContext = { brand_names: ["Northwind"], places: [], names: [], confirmed: [] }
const evidence = evidenceOf([spring], lineContext, "en", "2026-01-06")

const content: LaunchContent = {
  websiteUrl: "https://www.northwind.example/",
  isGenerating: false,
  locationQuestion: null,
  locations: [{ name: "Boston", geo_target: "geoTargetConstants/1018127" }],
  radius: null,
  sitelinks: [
    { text: "Prices", url: "https://northwind.example/prices" },
    { text: "Contact", url: "https://shop.northwind.example/contact", description1: "a", description2: "b" }
  ],
  callouts: ["Fixed prices", "Open daily"],
  ads: [ad],
  evidence,
  sources: []
}

const facts: LaunchFacts = {
  currency: "USD",
  budget: 25,
  maxSpend: 1200,
  maxDailyBudget: 25,
  totalLeft: null,
  startsAboveCap: false,
  name: "Spring offers",
  nameOwner: null,
  loginProblem: null,
  linked: true,
  content
}

const withContent = (changes: Partial<LaunchContent>): LaunchFacts => ({
  ...facts,
  content: { ...content, ...changes }
})
const withAd = (changes: Partial<LaunchAd>) => withContent({ ads: [{ ...ad, ...changes }] })

/** For each blocker, content that causes it, and the text that the sentence must contain. */
const cases: Record<(typeof launchBlockers)[number], ReadonlyArray<readonly [LaunchFacts, RegExp]>> = {
  connection_broken: [
    [{ ...facts, loginProblem: "The login was revoked. Connect it again." }, /was revoked\. Connect it again/]
  ],
  refused_by_platform: [
    [
      { ...facts, nameOwner: "the campaign old-offers" },
      /“Spring offers” is already the name of the campaign old-offers/
    ]
  ],
  budget_missing: [
    [{ ...facts, budget: null }, /no daily budget/],
    [{ ...facts, budget: 0 }, /no daily budget/]
  ],
  budget_over_cap: [
    [{ ...facts, budget: 26 }, /^With \$26 a day.*monthly cap of \$1,200\..*at most \$25 a day/],
    [
      { ...facts, budget: 0, totalLeft: 864.2, startsAboveCap: true },
      /the \$864\.20 that are left of this campaign's total budget all budgets pass the monthly cap of \$1,200\./
    ]
  ],
  ad_account_not_linked: [[{ ...facts, linked: false }, /not linked/]],
  location_missing: [
    [withContent({ locations: [] }), /no location and no radius/],
    [
      withContent({
        locations: [],
        locationQuestion: "“Springfield” can be Springfield, Illinois; Springfield, Missouri"
      }),
      /not clear: “Springfield” can be Springfield, Illinois; Springfield, Missouri\. Choose one/
    ],
    [withContent({ locations: [{ name: "Atlantis", geo_target: "" }] }), /“Atlantis”/],
    [withContent({ radius: { latitude: 91, longitude: 0, radius: 5, unit: "miles" } }), /radius/]
  ],
  sitelinks_invalid: [
    [
      withContent({
        sitelinks: [{ text: "Sectors", url: "https://northwind.example/spring" }],
        evidence: { ...evidence, pages: new Map([["northwind.example/spring", spring]]) }
      }),
      /Sitelink 1 has a sitelink that fails the check “placeholder”: “Sectors”/
    ],
    [
      withContent({
        sitelinks: [content.sitelinks[0]!, { text: "x".repeat(26), url: content.sitelinks[1]!.url }]
      }),
      /Sitelink 2 has a text of 26 characters; at most 25 are allowed: “x{26}”/
    ],
    [
      withContent({ sitelinks: [{ ...content.sitelinks[0]!, description1: "a" }, content.sitelinks[1]!] }),
      /Sitelink 1 has only one/
    ],
    [
      withContent({
        sitelinks: [{ text: "Call now!", url: "https://northwind.example/x" }, content.sitelinks[1]!]
      }),
      /exclamation mark: “Call now!”/
    ],
    [
      withContent({
        sitelinks: [{ text: "Away", url: "https://evilnorthwind.example/" }, content.sitelinks[1]!]
      }),
      /leads away from the campaign's website “https:\/\/www\.northwind\.example\/”/
    ],
    [
      withContent({
        sitelinks: [{ text: "prices ", url: "https://northwind.example/2" }, content.sitelinks[0]!]
      }),
      /same text/
    ],
    [
      withContent({ sitelinks: [{ text: "Costs", url: content.sitelinks[0]!.url }, content.sitelinks[0]!] }),
      /same page: “https.+”\.$/
    ]
  ],
  callouts_invalid: [
    [
      withContent({ callouts: ["Open daily", "Free parking"] }),
      /Callout 2 has a callout that fails the check “evidence”: “Free parking”/
    ],
    [withContent({ callouts: ["Fixed prices", "y".repeat(26)] }), /Callout 2 has a text of 26/],
    [withContent({ callouts: ["Fixed", "fixed"] }), /say the same: “fixed”/]
  ],
  ads_missing: [
    [withContent({ ads: [] }), /no ad that could be shown/],
    [withAd({ state: "generating" }), /still being written/],
    [withAd({ url: "northwind" }), /Ad 2 has no landing page/],
    [withAd({ url: "https://rival.example/" }), /Ad 2 leads away from the campaign's website “https/]
  ],
  headlines_invalid: [
    [withAd({ headlines: ad.headlines.slice(1) }), /^Ad 2 has 2 headlines; 3 to 15 are needed\.$/],
    [
      withAd({ headlines: [...ad.headlines, "A headline of thirty-four letters."] }),
      /^Ad 2 has a headline of 34 characters; at most 30 are allowed: “A headline of/
    ],
    [withAd({ headlines: [...ad.headlines, "漢".repeat(16)] }), /of 32 characters/],
    [withAd({ headlines: [...ad.headlines, "Call Now!"] }), /exclamation mark/],
    [withAd({ headlines: [...ad.headlines, "BOILER SERVICE"] }), /capitals/],
    [
      withAd({ name: "Spring", headlines: [...ad.headlines, "spring boiler service"] }),
      /^The ad “Spring” .*twice/
    ],
    [withAd({ paths: ["", "b"] }), /second display path/],
    [withAd({ paths: ["sixteen-letters-"] }), /display path of 16/]
  ],
  descriptions_invalid: [
    [withAd({ descriptions: ["One."] }), /has 1 description; 2 to 4/],
    [withAd({ descriptions: [...ad.descriptions, "z".repeat(91)] }), /of 91 characters; at most 90/],
    [withAd({ descriptions: [...ad.descriptions, "What??"] }), /repeated punctuation/],
    [withAd({ descriptions: [...ad.descriptions, "Nice 🙂"] }), /emoji/]
  ],
  keywords_missing: [
    [withAd({ keywords: [] }), /Ad 2 has no keyword/],
    [withAd({ keywords: [{ ...ad.keywords[0]!, state: "paused" }] }), /only paused/],
    [
      withAd({ keywords: [{ ...ad.keywords[0]!, text: "cheap*" }] }),
      /“cheap\*”, which has a "\*" at position 6/
    ]
  ]
}

describe("launch checks", () => {
  it("pass a complete campaign, and a relaunch without a content check", () => {
    expect(launchBlocker(facts)).toBeNull()
    expect(launchBlocker({ ...facts, content: null })).toBeNull()
  })

  for (const [by, ways] of Object.entries(cases)) {
    it(`${by}: names the exact problem`, () => {
      for (const [broken, sentence] of ways) {
        expect(launchBlocker(broken)).toEqual({ by, reason: expect.stringMatching(sentence) })
      }
    })
  }

  it("warn of fewer than two sitelinks or callouts, which serve and do worse", () => {
    expect(launchWarnings(facts)).toEqual([])
    const few = withContent({ sitelinks: content.sitelinks.slice(1), callouts: [] })
    expect(launchBlocker(few)).toBeNull()
    expect(launchWarnings(few)).toEqual([
      expect.stringContaining("one sitelink"),
      expect.stringContaining("no callouts")
    ])
  })

  it("check each line against its page, and name the nearest sentence", () => {
    const blocked = launchBlocker(withAd({ headlines: [...ad.headlines, "Free boiler service"] }))
    expect(blocked).toMatchObject({
      by: "headlines_invalid",
      reason: expect.stringMatching(/“evidence”: “Free boiler service”.*nearest sentence is “Spring Boiler/)
    })
  })

  it("let lines stand on a page that was never read, unless they state something or are restricted", () => {
    const unread = { ...evidence, pages: new Map() }
    const withLine = (line: string) =>
      launchBlocker(
        withContent({ evidence: unread, ads: [{ ...ad, headlines: ["Boilers", "Radiators", line] }] })
      )
    expect(withLine("Warm radiators")).toBeNull()
    expect(withLine("Since 1998")).toMatchObject({ reason: expect.stringContaining("was never read") })
    expect(withLine("Ozempic online")).toMatchObject({ reason: expect.stringContaining("restricted") })
  })

  it("report the first of several, in the contract's order", () => {
    const inContent = (changes: Partial<LaunchContent>) => (whole: LaunchFacts) => ({
      ...whole,
      content: { ...whole.content!, ...changes }
    })
    const inAds = (changes: Partial<LaunchAd>) => (whole: LaunchFacts) =>
      inContent({ ads: whole.content!.ads.map((one) => ({ ...one, ...changes })) })(whole)
    const breaking: Record<(typeof launchBlockers)[number], (whole: LaunchFacts) => LaunchFacts> = {
      connection_broken: (whole) => ({ ...whole, loginProblem: "The login was revoked." }),
      refused_by_platform: (whole) => ({ ...whole, nameOwner: "the campaign old-offers" }),
      budget_missing: (whole) => ({ ...whole, budget: null }),
      budget_over_cap: (whole) => ({ ...whole, budget: 26 }),
      ad_account_not_linked: (whole) => ({ ...whole, linked: false }),
      location_missing: inContent({ locations: [] }),
      sitelinks_invalid: inContent({
        sitelinks: [{ text: "x".repeat(26), url: "https://northwind.example/x" }]
      }),
      callouts_invalid: inContent({ callouts: ["y".repeat(26)] }),
      ads_missing: inAds({ state: "error" }),
      headlines_invalid: inAds({ headlines: [] }),
      descriptions_invalid: inAds({ descriptions: [] }),
      keywords_missing: inAds({ keywords: [] })
    }
    fc.assert(
      fc.property(fc.subarray([...launchBlockers], { minLength: 1 }), (broken) => {
        const whole = broken.toReversed().reduce((made, by) => breaking[by](made), facts)
        expect(launchBlocker(whole)?.by).toBe(broken[0])
      })
    )
  })

  it("apply the cap as reported: the allowed budget passes, one more does not", () => {
    fc.assert(
      fc.property(fc.integer({ min: 1, max: 5000 }), fc.integer({ min: 0, max: 200 }), (cap, others) => {
        const most = Math.floor(cap / 30 - others)
        fc.pre(most >= 1)
        expect(launchBlocker({ ...facts, maxSpend: cap, maxDailyBudget: most, budget: most })).toBeNull()
        expect(launchBlocker({ ...facts, maxSpend: cap, maxDailyBudget: most, budget: most + 1 })?.by).toBe(
          "budget_over_cap"
        )
      })
    )
  })
})

it.each([
  ["boiler", 6],
  ["Käse–Öl “é” ·", 13],
  ["暖房", 4],
  ["보일러", 6],
  ["ボイラー", 8],
  ["ﾎﾞｲﾗｰ", 5],
  ["ＡＢ", 4],
  ["𠀋", 2]
])("%s is %i wide, as the platform counts", (text, width) => {
  expect(widthOf(text)).toBe(width)
})

describe("a check that cannot be known yet", () => {
  const unknown = (of: LaunchFacts) => launchBlockers.filter((by) => unknownLaunch(by, of) !== null)

  it("is none of a draft that is written, or of a campaign that was live", () => {
    expect(unknown(facts)).toEqual([])
    expect(unknown({ ...facts, content: null })).toEqual([])
    expect(unknown(withContent({ radius: null, locations: [], sitelinks: [], callouts: [] }))).toEqual([])
  })

  it("is everything that the task writes, while it does", () => {
    expect(unknown(withContent({ isGenerating: true, ads: [] }))).toEqual(
      launchBlockers.filter(
        (by) =>
          !["connection_broken", "budget_missing", "budget_over_cap", "ad_account_not_linked"].includes(by)
      )
    )
  })

  it("is every line of ads where no ad can be launched", () => {
    const lines = ["headlines_invalid", "descriptions_invalid", "keywords_missing"]
    expect(unknown(withContent({ ads: [] }))).toEqual(lines)
    expect(unknown(withAd({ state: "paused" }))).toEqual(lines)
    expect(unknownLaunch("headlines_invalid", withContent({ ads: [] }))).toBe("Known once there is an ad.")
    expect(unknownLaunch("headlines_invalid", withAd({ state: "generating" }))).toBe(
      "Known once the ad is written."
    )
  })
})
