import * as fc from "fast-check"
import { describe, expect, it } from "vitest"
import {
  checkLine,
  hasClaim,
  normalise,
  type PageText,
  sentencesIn,
  type Verdict
} from "../../src/claims/index.ts"

/* Rules of the checker that hold for every sentence and every line. */

const pageOf = (...texts: ReadonlyArray<string>): PageText => ({
  url: "https://northwind.example/",
  language: "en",
  readAt: "2026-11-19T00:00:00.000Z",
  sentences: texts.flatMap(sentencesIn).map((text) => ({ text, kind: "sentence", notEvidence: null }))
})
const check = (page: PageText, text: string): Verdict =>
  checkLine({ part: "description", text }, [page], {
    language: "en",
    brandNames: ["Northwind"],
    places: ["Seattle"],
    today: "2026-11-19"
  })

const subject = fc.constantFrom(
  "roof repairs",
  "boiler servicing",
  "garden sheds",
  "dental check-ups",
  "guitar lessons"
)
const detail = fc.constantFrom("oak floors", "copper pipes", "morning slots", "family plans", "spare parts")
/** Sentences with a claim, as websites write them. */
const claim = fc.oneof(
  fc.tuple(subject, detail).map(([what, other]) => `We offer free ${what} with ${other} for new customers`),
  fc
    .tuple(subject, fc.integer({ min: 2, max: 99 }))
    .map(([what, price]) => `Our ${what} start from £${price} per visit`),
  fc
    .tuple(subject, fc.integer({ min: 2, max: 30 }))
    .map(([what, years]) => `All ${what} carry a ${years} year guarantee on labour`),
  fc.tuple(subject, detail).map(([what, other]) => `We have won three awards for ${what} and ${other}`),
  fc
    .tuple(subject, detail)
    .map(([what, other]) => `Emergency ${what} on the same day if ${other} are in stock`)
)
const wordsOf = (text: string) => text.split(" ")

describe("the checker", () => {
  it("accepts a sentence of the page, in any case, spacing and soft punctuation", () => {
    const decorated = fc.tuple(
      fc.constantFrom(
        (text: string) => text,
        (text: string) => text.toLowerCase()
      ),
      fc.constantFrom("", ".", " ."),
      fc.constantFrom(" ", "  ", "\u00a0", ", ", "-")
    )
    fc.assert(
      fc.property(claim, decorated, fc.nat(), (text, [cased, end, gap], at) => {
        const words = wordsOf(text)
        const cut = 1 + (at % (words.length - 1))
        const written = `${words.slice(0, cut).join(" ")}${gap}${words.slice(cut).join(" ")}${end}`
        expect(check(pageOf(`${text}.`), cased(written).trim())).toMatchObject({ holds: true })
      })
    )
  })

  it("refuses a claim with a word left out of its middle, or put into it", () => {
    fc.assert(
      fc.property(claim, detail, fc.nat(), (text, other, at) => {
        const words = wordsOf(text)
        const place = 1 + (at % (words.length - 2))
        const without = [...words.slice(0, place), ...words.slice(place + 1)].join(" ")
        const within = [...words.slice(0, place), "certainly", ...words.slice(place)].join(" ")
        const page = pageOf(`${text}.`, `${other}.`)
        for (const line of [without, within]) expect(check(page, line), line).toMatchObject({ holds: false })
      })
    )
  })

  it("refuses the halves of a claim that lose what qualifies it, and names the sentence", () => {
    const qualified = fc.constantFrom(
      ["Free %s", "for members"],
      ["Free %s", "on orders over £50"],
      ["Free %s", "if you book online"],
      ["%s from £20", "excluding VAT"],
      ["Ten year guarantee on %s", "except at weekends"],
      ["Same-day %s", "in winter only"],
      ["%s are free", "up to three visits"]
    )
    fc.assert(
      fc.property(qualified, subject, ([start, end], what) => {
        const half = start!.replace("%s", what)
        const sentence = `${half} ${end}`
        const page = pageOf(`${sentence}.`)
        expect(check(page, sentence)).toMatchObject({ holds: true })
        expect(check(page, half), half).toMatchObject({
          holds: false,
          check: "dropped",
          nearest: `${sentence}.`
        })
      })
    )
  })

  it("refuses what a page denies, wherever the denial stands", () => {
    const denied = fc.constantFrom(
      "We do not offer free %s",
      "Free %s are not included",
      "No free %s",
      "We never charge less, so free %s are something else",
      "Unlike others, we sell no free %s",
      "We hope to offer free %s soon"
    )
    fc.assert(
      fc.property(denied, subject, (sentence, what) => {
        const page = pageOf(sentence.replace("%s", what))
        expect(check(page, `Free ${what}`)).toMatchObject({ holds: false })
      })
    )
  })

  it("joins no two sentences or elements", () => {
    fc.assert(
      fc.property(claim, claim, fc.nat(), (one, other, at) => {
        fc.pre(normalise(one) !== normalise(other))
        const [first, second] = [wordsOf(one), wordsOf(other)]
        const cut = 1 + (at % (first.length - 1))
        const line = [...first.slice(cut), ...second.slice(0, 2 + (at % (second.length - 2)))].join(" ")
        // A call to action may stand before a name.
        fc.pre(hasClaim(line) && !` ${normalise(other)} `.includes(` ${normalise(line)} `))
        for (const page of [pageOf(one, other), pageOf(`${one}. ${other}.`)])
          expect(check(page, line), line).toMatchObject({ holds: false })
      })
    )
  })

  it("names a sentence with every refusal of a line that shares a word with the page", () => {
    fc.assert(
      fc.property(
        claim,
        fc.array(fc.constantFrom("free", "roof", "guarantee", "£5", "cheapest"), { minLength: 1 }),
        (text, words) => {
          const page = pageOf(`${text}.`)
          const line = words.join(" ")
          const verdict = check(page, line)
          const known = normalise(text).split(" ")
          if (
            !verdict.holds &&
            normalise(line)
              .split(" ")
              .some((word) => known.includes(word))
          )
            expect(verdict.nearest).toBe(`${text}.`)
        }
      )
    )
  })

  it("reads a text the same way again once it is normalised", () => {
    fc.assert(
      fc.property(fc.oneof(claim, fc.string(), fc.string({ unit: "grapheme" })), (text) => {
        const once = normalise(text)
        expect(normalise(once)).toBe(once)
      })
    )
  })

  it("splits sentences after digits, and not after an abbreviation", () => {
    expect(sentencesIn("Implants from £2,100. Full-arch treatment. Ask Dr. Lee, No. 5.")).toEqual([
      "Implants from £2,100.",
      "Full-arch treatment.",
      "Ask Dr. Lee, No. 5."
    ])
    expect(sentencesIn("Möbellift bis zum 8. Stock mieten. Am 3. Mai geöffnet.")).toEqual([
      "Möbellift bis zum 8. Stock mieten.",
      "Am 3. Mai geöffnet."
    ])
    expect(sentencesIn("東京です。安心です。")).toEqual(["東京です。", "安心です。"])
  })
})
