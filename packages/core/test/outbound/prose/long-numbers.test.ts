import fc from "fast-check"
import { describe, expect, it } from "vitest"
import { checkLine } from "../../../src/claims/index.ts"
import { proseProblem } from "../../../src/outbound/language-model/prose-rules.ts"

/* A changed digit in a long number is detected at any position and in any notation. */

/** The number with one digit replaced. */
const changedAt = (number: string, place: number, by: number): string => {
  const at = place % number.length
  const digit = (Number(number[at]) + 1 + (by % 9)) % 10
  return number.slice(0, at) + digit + number.slice(at + 1)
}
const grouped = (number: string): string => number.replaceAll(/\B(?=(?:\d{3})+$)/g, ",")

const longNumber = fc
  .tuple(
    fc.integer({ min: 1, max: 9 }),
    fc.array(fc.integer({ min: 0, max: 9 }), { minLength: 4, maxLength: 11 })
  )
  .map(([first, others]) => `${first}${others.join("")}`)

const spellings: ReadonlyArray<readonly [name: string, spell: (number: string) => string]> = [
  ["plain", (number) => number],
  ["in groups", grouped],
  ["as an amount", (number) => `$${grouped(number)}.50`],
  ["as a percentage", (number) => `${number}%`]
]

describe.each(spellings)("a number of five digits or more, written %s", (_, spell) => {
  const request = (said: string) => ({
    about: "the opening of a weekly report",
    text: `Impressions came to ${said} in 2026, 31 of them in the first hour.`,
    facts: {}
  })

  it("is accepted unchanged from a model", () => {
    fc.assert(
      fc.property(longNumber, (number) => {
        const said = spell(number)
        expect(proseProblem(`In 2026 impressions were ${said}.`, request(said))).toBeNull()
      })
    )
  })

  it("is rejected with one changed digit", () => {
    fc.assert(
      fc.property(longNumber, fc.nat(), fc.nat(), (number, place, by) => {
        const other = changedAt(number, place, by)
        fc.pre(!other.startsWith("0"))
        const problem = proseProblem(`In 2026 impressions were ${spell(other)}.`, request(spell(number)))
        expect(problem).toMatch(/^the figure .*, which is not in the source$/)
      })
    )
  })

  it("is rejected with a digit more or less", () => {
    fc.assert(
      fc.property(longNumber, fc.integer({ min: 0, max: 9 }), (number, digit) => {
        for (const other of [`${number}${digit}`, number.slice(0, -1)]) {
          expect(proseProblem(`Impressions were ${spell(other)}.`, request(spell(number)))).toMatch(
            /^the figure /
          )
        }
      })
    )
  })

  it("is rejected in an ad, too", () => {
    fc.assert(
      fc.property(longNumber, fc.nat(), fc.nat(), (number, place, by) => {
        const text = `Trusted by ${spell(number)} customers, since 1998`
        const sentences = [{ text, kind: "sentence" as const, notEvidence: null }]
        const page = { url: "https://northwind.example/", language: "en", readAt: "", sentences }
        const holds = (said: string) =>
          checkLine({ part: "description", text: `Trusted by ${spell(said)} customers` }, [page], {
            language: "en",
            brandNames: [],
            today: "2026-11-19"
          }).holds
        // A number of seven digits may be one to call.
        expect(holds(number) || number.length >= 7).toBe(true)
        expect(holds(changedAt(number, place, by))).toBe(false)
      })
    )
  })
})
