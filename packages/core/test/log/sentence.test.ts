import { describe, expect, it } from "vitest"
import {
  pluralize,
  quoteList,
  quoteValue,
  renderRestored,
  renderSentence,
  renderSubject
} from "../../src/log/sentence.ts"

const budget = { subject: "Daily budget", of: "boiler-repair", currency: "USD" }

describe("the sentence of an edit", () => {
  it.each([
    [{ ...budget, from: "100", to: "110" }, "Daily budget from $100 to $110"],
    [{ ...budget, from: "1050.5", to: "12000" }, "Daily budget from $1,050.50 to $12,000"],
    [{ ...budget, from: "100", to: "110", currency: "JPY" }, "Daily budget from ¥100 to ¥110"],
    [{ ...budget, from: "100", to: "110", currency: undefined }, "Daily budget from 100 to 110"],
    [{ ...budget, to: "110" }, "Daily budget from none to $110"],
    [{ ...budget, from: "100", to: "none" }, "Daily budget from $100 to none"],
    [{ ...budget, from: "100", to: "110", did: "Raised the budget" }, "Raised the budget"]
  ])("of %j is %j", (sentence, text) => {
    expect(renderSentence(sentence)).toBe(text)
  })

  it("names its campaign, and the value that an undo restores", () => {
    expect(renderSubject(budget)).toBe("Daily budget of boiler-repair")
    expect(renderRestored({ ...budget, from: "110", to: "100" })).toBe(
      "Daily budget of boiler-repair to $100"
    )
    expect(renderRestored({ ...budget, did: "Removed 2 negative keywords" })).toBe(
      "Removed 2 negative keywords"
    )
  })
})

describe("a value in a sentence", () => {
  it("is quoted if it is text, so that callers cannot write our words", () => {
    expect(quoteValue(null)).toBe("none")
    expect(quoteValue("none")).toBe('"none"')
    expect(quoteValue(100.5)).toBe("100.5")
    expect(quoteValue("100")).toBe('"100"')
    expect(quoteValue('a" to "b')).toBe('"a\\" to \\"b"')
  })

  it("is one of at most five in a list, which counts the others", () => {
    const words = ["a", "b", "c", "d", "e", "f", "g"]
    expect(quoteList([])).toBe("")
    expect(quoteList(["a"])).toBe('"a"')
    expect(quoteList(words.slice(0, 5))).toBe('"a", "b", "c", "d", "e"')
    expect(quoteList(words.slice(0, 6))).toBe('"a", "b", "c", "d", "e" and 1 more')
    expect(quoteList(words)).toBe('"a", "b", "c", "d", "e" and 2 more')
  })

  it.each([
    [0, "0 campaigns"],
    [1, "1 campaign"],
    [2, "2 campaigns"],
    [1234, "1,234 campaigns"]
  ])("is counted: %i", (count, text) => {
    expect(pluralize(count, "campaign")).toBe(text)
    expect(pluralize(1, "entry", "entries")).toBe("1 entry")
    expect(pluralize(3, "entry", "entries")).toBe("3 entries")
  })
})
