import fc from "fast-check"
import { describe, expect, it } from "vitest"
import { nearestName } from "../../src/contract/index.ts"

const slugs = ["boiler-repair", "emergency-plumber", "northwind-brand", "bathroom-fitting"]

describe("the nearest name", () => {
  it.each([
    ["boiler-repairs", "boiler-repair"],
    ["boilerrepair", "boiler-repair"],
    ["Boiler_Repair", "boiler-repair"],
    ["boiler", "boiler-repair"],
    ["emergancy-plumber", "emergency-plumber"],
    ["dryrun", null],
    ["completely-different-thing", null],
    ["", null],
    ["x".repeat(10_000), null]
  ])("of %j is %j", (wrong, nearest) => expect(nearestName(wrong, slugs)).toBe(nearest))

  it("is found among fields, also for swapped letters", () => {
    expect(nearestName("dryrun", ["org", "slug", "dry_run"])).toBe("dry_run")
    expect(nearestName("limti", ["org", "limit", "cursor"])).toBe("limit")
    expect(nearestName("svc_list_campaign", ["svc_get_campaign", "svc_list_campaigns"])).toBe(
      "svc_list_campaigns"
    )
  })

  it("of a known name is that name, even next to a longer one with the same beginning", () => {
    expect(nearestName("call", ["call", "calla", "a"])).toBe("call")
    fc.assert(
      fc.property(fc.uniqueArray(fc.stringMatching(/^[a-z]{1,12}$/), { minLength: 1 }), (names) => {
        for (const name of names) expect(nearestName(name, names)).toBe(name)
      })
    )
  })

  it("differs in at most a third of its letters, and in one of a short name", () => {
    expect(nearestName("abc", ["abd"])).toBe("abd")
    expect(nearestName("abc", ["ade"])).toBeNull()
    expect(nearestName("abcdef", ["abcdxy"])).toBe("abcdxy")
    expect(nearestName("abcdef", ["abcxyz"])).toBeNull()
    expect(nearestName("abcdefghi", ["abcdefxyz"])).toBe("abcdefxyz")
    expect(nearestName("abcdefgh", ["abcdexyz"])).toBeNull()
    expect(nearestName("abcdef", ["abcdefgh"])).toBe("abcdefgh")
  })

  it("may contain the word, or be contained in it, from four letters on", () => {
    expect(nearestName("name", ["campaign_name_of_it"])).toBe("campaign_name_of_it")
    expect(nearestName("the-campaign-name", ["name"])).toBe("name")
    expect(nearestName("nam", ["campaign_nam_of_it"])).toBeNull()
    expect(nearestName("campaign_nam_of_it", ["nam"])).toBeNull()
  })

  it("is the first of equally near ones", () => {
    expect(nearestName("abcd", ["abcx", "abcy"])).toBe("abcx")
    expect(nearestName("boiler", ["boiler-repair", "boiler-service"])).toBe("boiler-repair")
  })

  it("is not sought for words longer than 200 characters", () => {
    expect(nearestName("a".repeat(200), ["a".repeat(200)])).toBe("a".repeat(200))
    expect(nearestName("a".repeat(201), ["a".repeat(201)])).toBeNull()
  })

  it("counts letters added, removed, replaced and swapped, each as one", () => {
    // Nine letters may differ in three.
    const near = (word: string) => nearestName("abcdefghi", [word])
    for (const word of ["abcdefghixyz", "abcdef", "xbcxefxhi", "bacedfghi"]) expect(near(word)).toBe(word)
    for (const word of ["xbcxefxhx", "badcfehgi", "bcdefgxyz"]) expect(near(word)).toBeNull()
    expect(nearestName("abxc", ["abc"])).toBe("abc")
    expect(nearestName("ba", ["ab"])).toBe("ab")
    expect(nearestName("ab", ["bx"])).toBeNull()
  })

  it("ignores case and the choice of separators", () => {
    expect(nearestName("A__B c", ["a-b-c"])).toBe("a-b-c")
    expect(nearestName("ÀB", ["àb"])).toBe("àb")
    expect(nearestName("", ["a"])).toBeNull()
  })

  it("is always found within one letter", () => {
    fc.assert(
      fc.property(fc.stringMatching(/^[a-z]{4,20}$/), fc.nat(), (name, at) => {
        const without = name.slice(0, at % name.length) + name.slice((at % name.length) + 1)
        expect(nearestName(without, [name, "0000000000"])).toBe(name)
      })
    )
  })
})
