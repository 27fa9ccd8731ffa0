import fc from "fast-check"
import { describe, expect, it } from "vitest"
import { extractFigures, unsupportedFigures } from "../../../src/outbound/index.ts"

describe("figures of a text", () => {
  it.each([
    ["Spend rose to $1,204.50", ["1204.5"]],
    ["+7.0 percent, or 7%, or 7 per cent", ["7%", "7%", "7%"]],
    ["2026-11-09, 9 Nov and 15 November 2026", ["2026", "11-09", "11-09", "11-15", "2026"]],
    ["Nine or 9, and 5 marks", ["9", "9", "5"]],
    ["six of twelve, twice as much", ["6", "12", "twice"]],
    ["1.2k or 3m", ["1.2k", "3m"]],
    ["１２ and ½", ["12", "1", "2"]],
    ["٣ clicks", ["٣"]],
    ["one of them, someone, tension", []],
    ["1.234,50", ["1.234", "50"]]
  ])("%s", (text, figures) => {
    expect(extractFigures(text)).toEqual(figures)
  })

  it("are equal for all notations of an amount", () => {
    fc.assert(
      fc.property(fc.integer({ min: 0, max: 1e11 }), (cents) => {
        const amount = cents / 100
        const [plain] = extractFigures(String(amount))
        expect(extractFigures(amount.toFixed(2))).toEqual([plain])
        expect(
          extractFigures(amount.toLocaleString("en-US", { style: "currency", currency: "EUR" }))
        ).toEqual([plain])
      })
    )
  })

  it("are supported by their source, and an unsupported one is named", () => {
    fc.assert(
      fc.property(fc.array(fc.string()), fc.nat(), (texts, other) => {
        const source = texts.join(" | ")
        expect(unsupportedFigures(source, source)).toEqual([])
        const figure = String(other)
        fc.pre(!extractFigures(source).includes(figure))
        expect(unsupportedFigures(`${source} | ${figure}`, source)).toContain(figure)
      })
    )
  })
})
