import fc from "fast-check"
import { describe, expect, it } from "vitest"
import {
  blockedKeywords,
  blocks,
  type Exclusion,
  makeBlocker,
  normaliseTerm,
  selectNewTerms,
  termKey,
  termProblem,
  termProblems,
  wordsOf
} from "../../../src/campaigns/negatives/terms.ts"
import { sumTraffic, wouldLose } from "../../../src/campaigns/negatives/would-lose.ts"

const word = fc.constantFrom(
  "boiler",
  "repair",
  "jobs",
  "free",
  "Seattle",
  "near",
  "me",
  "24/7",
  "hvac",
  "o'neil"
)
const text = fc.array(word, { minLength: 1, maxLength: 6 }).map((words) => words.join(" "))
const match = fc.constantFrom("phrase" as const, "exact" as const, "broad" as const)
const exclusion: fc.Arbitrary<Exclusion> = fc.record({ text, match })
const space = fc.constantFrom(" ", "  ", "\t", "\u00a0", "\u3000")

describe("a term", () => {
  it("is stored with single spaces and its own case, and compared without case", () => {
    expect(normaliseTerm("  Boiler \u00a0 Jobs ")).toBe("Boiler Jobs")
    expect(termKey("  Boiler   JOBS")).toBe(termKey("boiler jobs"))
    expect(normaliseTerm("cafe\u0301")).toBe("caf\u00e9")
  })

  it("is the same with any spacing, and normalising is idempotent", () => {
    fc.assert(
      fc.property(fc.array(word, { minLength: 1 }), fc.array(space, { minLength: 1 }), (words, spaces) => {
        const loose = words.map((one, n) => spaces[n % spaces.length] + one).join(" ")
        expect(normaliseTerm(loose)).toBe(words.join(" "))
        expect(normaliseTerm(normaliseTerm(loose))).toBe(normaliseTerm(loose))
      })
    )
  })

  it("reports the position of any refused character", () => {
    const refused = fc.constantFrom(..."!@%^*()={};~`<>,?|\\")
    fc.assert(
      fc.property(text, refused, fc.nat(), (clean, character, n) => {
        const characters = [...clean]
        const at = n % (characters.length + 1)
        const dirty = [...characters.slice(0, at), character, ...characters.slice(at)].join("")
        expect(termProblem(dirty)).toBe(
          `has a ${JSON.stringify(character)} at position ${at + 1}, which the ad platform does not take`
        )
        expect(termProblem(clean)).toBeNull()
      })
    )
    expect(termProblems(["fine", "also fine", "boiler! jobs"])).toEqual([
      { path: "keywords.2", message: 'has a "!" at position 7, which the ad platform does not take' }
    ])
    expect(termProblem("🔥🔥!")).toContain("position 3")
  })

  it("has 1 to 80 characters, at most 10 words, and at least one searchable word", () => {
    expect(termProblem("x".repeat(80))).toBeNull()
    expect(termProblem("é".repeat(81))).toMatch(/1 to 80/)
    expect(termProblem("   ")).toMatch(/1 to 80/)
    expect(termProblem("a b c d e f g h i j")).toBeNull()
    expect(termProblem("a b c d e f g h i j k")).toBe("has 11 words; the ad platform takes at most 10")
    expect(termProblem("- &")).toMatch(/no letter or number/)
  })
})

describe("selecting new terms", () => {
  it("adds each once, reports repeats and existing ones, and loses none", () => {
    expect(selectNewTerms(["Boiler Jobs", "boiler  jobs", "free", "salary"], ["SALARY"])).toEqual({
      fresh: ["Boiler Jobs", "free"],
      alreadyThere: ["boiler jobs", "salary"]
    })
    fc.assert(
      fc.property(fc.array(text), fc.array(text), (terms, there) => {
        const { alreadyThere, fresh } = selectNewTerms(terms, there)
        expect(fresh.length + alreadyThere.length).toBe(terms.length)
        expect(new Set(fresh.map(termKey)).size).toBe(fresh.length)
        const known = new Set(there.map(termKey))
        for (const one of fresh) expect(known.has(termKey(one))).toBe(false)
        expect(selectNewTerms(fresh, there)).toEqual({ fresh, alreadyThere: [] })
        expect(selectNewTerms(terms, [...there, ...fresh]).fresh).toEqual([])
      })
    )
  })
})

describe("an exclusion", () => {
  it.each([
    ["phrase", "boiler jobs", "seattle boiler jobs today", true],
    ["phrase", "boiler jobs", "jobs boiler", false],
    ["phrase", "boiler jobs", "boiler repair jobs", false],
    ["phrase", "boiler job", "boiler jobs", false],
    ["exact", "boiler jobs", "Boiler Jobs!", true],
    ["exact", "boiler jobs", "boiler jobs today", false],
    ["broad", "boiler jobs", "jobs for a boiler engineer", true],
    ["broad", "boiler jobs", "boilers jobs", false]
  ] as const)("%s %j blocks %j: %j", (match, text, search, stops) => {
    expect(blocks({ text, match }, search)).toBe(stops)
  })

  it("blocks its own text; exact blocks no more than phrase, phrase no more than broad", () => {
    fc.assert(
      fc.property(text, text, (own, search) => {
        const stops = (match: Exclusion["match"]) => blocks({ text: own, match }, search)
        for (const match of ["exact", "phrase", "broad"] as const) {
          expect(blocks({ text: own, match }, own.toUpperCase())).toBe(true)
        }
        if (stops("exact")) expect(stops("phrase")).toBe(true)
        if (stops("phrase")) expect(stops("broad")).toBe(true)
      })
    )
  })

  it("in a list blocks what any of them blocks alone", () => {
    fc.assert(
      fc.property(fc.array(exclusion), text, (many, search) => {
        expect(makeBlocker(many)(search)).toBe(many.some((one) => blocks(one, search)))
      })
    )
  })

  it("blocks every search that contains the phrase, with any words around it", () => {
    fc.assert(
      fc.property(text, fc.array(word), fc.array(word), (own, before, after) => {
        expect(blocks({ text: own, match: "phrase" }, [...before, own, ...after].join(" "))).toBe(true)
      })
    )
  })
})

describe("blocked keywords", () => {
  const keywords = [
    { text: "boiler repair", match: "exact" },
    { text: "boiler repair", match: "phrase" },
    { text: "repair my boiler", match: "broad" }
  ] as const
  it("are reported once; an exact exclusion blocks exact keywords only", () => {
    expect(blockedKeywords([{ text: "boiler repair", match: "phrase" }], keywords)).toEqual(["boiler repair"])
    expect(blockedKeywords([{ text: "boiler repair", match: "exact" }], keywords.slice(1))).toEqual([])
    expect(blockedKeywords([{ text: "repair boiler", match: "broad" }], keywords)).toHaveLength(2)
  })
})

describe("the lost traffic", () => {
  const row = fc.record({ term: text, clicks: fc.nat(100), cost: fc.nat(10_000), conversions: fc.nat(20) })

  it("has the searches, their shares and their amounts", () => {
    const rows = [
      { term: "boiler jobs", clicks: 10, cost: 25_000_000, conversions: 0 },
      { term: "boiler repair", clicks: 30, cost: 75_000_000, conversions: 5 }
    ]
    // The platform hides rare searches, so the campaign had more than the reported ones.
    const campaign = { clicks: 50, cost: 125_000_000, conversions: 5 }
    expect(wouldLose([{ text: "jobs", match: "phrase" }], [], rows, campaign)).toEqual({
      lost: { clicks: 0.2, cost: 0.2, conversions: 0, clicks_30d: 10, cost_30d: 25, conversions_30d: 0 },
      stopped: ["boiler jobs"]
    })
  })

  it("is a share: 0 without exclusions, 1 with all, and monotonic", () => {
    fc.assert(
      fc.property(fc.array(exclusion), exclusion, fc.array(row), (some, one, rows) => {
        const campaign = sumTraffic(rows)
        const { lost } = wouldLose(some, [], rows, campaign)
        const { lost: more } = wouldLose([...some, one], [], rows, campaign)
        for (const figure of ["clicks", "cost", "conversions"] as const) {
          expect(lost[figure]).toBeGreaterThanOrEqual(0)
          expect(more[figure]).toBeGreaterThanOrEqual(lost[figure])
          expect(more[figure]).toBeLessThanOrEqual(1)
        }
        const nothing = wouldLose(some, some, rows, campaign)
        expect(new Set(Object.values(nothing.lost))).toEqual(new Set([0]))
        expect(nothing.stopped).toEqual([])
        const all = wordsOf(rows.map(({ term }) => term).join(" ")).map((text) => ({
          text,
          match: "broad" as const
        }))
        const everything = rows.reduce((sum, { clicks }) => sum + clicks, 0) > 0 ? 1 : 0
        expect(wouldLose(all, [], rows, campaign).lost.clicks).toBe(everything)
      })
    )
  })
})
