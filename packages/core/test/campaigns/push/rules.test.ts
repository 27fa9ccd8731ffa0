import * as fc from "fast-check"
import { describe, expect, it } from "vitest"
import { matchParts, type RemoteParts } from "../../../src/campaigns/push/converge-parts.ts"
import type { LocalParts } from "../../../src/campaigns/push/parts.ts"
import { differences, type WantedSettings } from "../../../src/campaigns/push/settings.ts"
import type { PlatformCampaign } from "../../../src/platform/model.ts"
import { campaignSettings } from "../../../src/platform/outside-changes.ts"

const there: PlatformCampaign = {
  ref: "c",
  platformId: "1",
  name: "A",
  channel: "search",
  aiMax: false,
  textAutomation: false,
  state: "live",
  budgetRef: "b",
  budget: 10,
  total: null,
  ends: null,
  budgetUsers: 1,
  bidding: "MAXIMIZE_CONVERSIONS",
  portfolio: false,
  targetCpa: null
}

const wanted: fc.Arbitrary<WantedSettings> = fc.record(
  {
    name: fc.constantFrom("A", "B"),
    budget: fc.constantFrom(10, 11),
    target_cpa: fc.constantFrom(null, 12.5),
    state: fc.constantFrom("live" as const, "paused" as const)
  },
  { requiredKeys: [] }
)

describe("the differences of settings", () => {
  it("include only target values, pause first and start last, and are empty after the write", () => {
    fc.assert(
      fc.property(wanted, fc.constantFrom("live" as const, "paused" as const), (shall, state) => {
        const present = { ...there, state }
        const left = differences(shall, present)
        expect(left.every((field) => shall[field] !== undefined)).toBe(true)
        if (left.includes("state"))
          expect(left.indexOf("state")).toBe(shall.state === "live" ? left.length - 1 : 0)
        const written = {
          ...present,
          ...Object.fromEntries(
            left.map((field) => [field === "target_cpa" ? "targetCpa" : field, shall[field]])
          )
        }
        expect(differences(shall, written)).toEqual([])
        expect(
          campaignSettings.filter((field) => shall[field] === undefined).some((f) => left.includes(f))
        ).toBe(false)
      })
    )
  })
})

const ad = { name: "Ad 1", url: "", headlines: [], descriptions: [], paths: [], state: "enabled" as const }
const word = { campaign: "c", text: "Free", match: "phrase" as const }

describe("matching local and remote items", () => {
  it("matches by resource name, or by content if the name is unknown", () => {
    const local: LocalParts = {
      ads: [{ ...ad, id: 1, ref: null, removed: false }],
      keywords: [
        { id: 2, ad: 1, ref: "k", removed: false, text: "old text", match: "exact", state: "paused" }
      ],
      negatives: [{ id: 3, ad: null, ref: null, removed: false, text: "free", match: "phrase" }]
    }
    const present: RemoteParts = {
      ads: [
        { ...ad, ref: "g", platformId: "7", campaign: "c", adRef: "a", adState: "enabled", state: "enabled" }
      ],
      keywords: [
        {
          ref: "k",
          platformId: "8",
          campaign: "c",
          ad: "g",
          text: "new text",
          match: "exact",
          state: "enabled"
        }
      ],
      negatives: [{ ...word, ref: "n", ad: null }]
    }
    const matched = matchParts(local, present)
    expect([matched.ads.length, matched.keywords.length, matched.negatives.length]).toEqual([1, 1, 1])
    expect(matched.stateMismatches.map(([here]) => here.id)).toEqual([2])
    expect(matched).toMatchObject({
      missingAds: [],
      missingKeywords: [],
      missingNegatives: [],
      obsolete: []
    })
  })

  it("removes items that were removed here, but not those added again under their old name", () => {
    const gone = { id: 3, ad: null, ref: "n", removed: true, text: "free", match: "phrase" as const }
    const present: RemoteParts = { ads: [], keywords: [], negatives: [{ ...word, ref: "n", ad: null }] }
    const only = matchParts({ ads: [], keywords: [], negatives: [gone] }, present)
    expect(only.obsolete).toEqual(["n"])
    const again = { ...gone, id: 4, ref: null, removed: false }
    const both = matchParts({ ads: [], keywords: [], negatives: [gone, again] }, present)
    expect(both.obsolete).toEqual([])
    expect(both.negatives.map(([here]) => here.id)).toEqual([4])
  })
})
