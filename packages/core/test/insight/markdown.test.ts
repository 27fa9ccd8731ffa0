import fc from "fast-check"
import { describe, expect, it } from "vitest"
import {
  escapeMarkdown,
  formatLongDay,
  formatShortDay,
  moneyFormatter,
  oneLine,
  table
} from "../../src/insight/markdown.ts"

describe("untrusted text in a document", () => {
  it.each([
    ["Northwind Plumbing & Heating", "Northwind Plumbing & Heating"],
    ["svc_live_a1", "svc_live_a1"],
    ["a | b", "a \\| b"],
    ["[x](http://evil.test)", "\\[x\\](http\\://evil.test)"],
    ["![x](y)", "!\\[x\\](y)"],
    ["<img src=x>", "\\<img src=x>"],
    ["`rm` **now** _x_", "\\`rm\\` \\*\\*now\\*\\* \\_x\\_"],
    ["&lt;b&gt;", "\\&lt;b\\&gt;"],
    ["> quoted", "\\> quoted"],
    ["# 1", "\\# 1"],
    ["1. one", "1\\. one"],
    ["4.8/5 (612)", "4.8/5 (612)"],
    ["www.evil.test a@b.c", "www\\.evil.test a\\@b.c"],
    ["two\nlines", "two lines"]
  ])("%j stays unchanged", (text, escaped) => {
    expect(escapeMarkdown(text)).toBe(escaped)
  })

  it("is one line of whole characters, with a maximum length", () => {
    expect(oneLine("a\u0000b\n c\u202E")).toBe("a b c")
    expect(oneLine("😀".repeat(50), 10)).toBe(`${"😀".repeat(9)}…`)
    fc.assert(
      fc.property(fc.string({ unit: "binary", maxLength: 200 }), (text) => {
        expect(oneLine(text)).not.toMatch(/[\n\r\u2028]/)
        expect([...oneLine(text)].length).toBeLessThanOrEqual(80)
        expect(oneLine(oneLine(text))).toBe(oneLine(text))
        // No syntax of a table, a link or HTML without a backslash before it.
        expect(escapeMarkdown(text).replaceAll(/\\./g, "")).not.toMatch(/[|<[\]`*]/)
      })
    )
  })
})

it("a table hides empty columns, and is empty without rows", () => {
  const columns = [
    { title: "What", cell: ({ what }: { what: string }) => what },
    { title: "Gone", hideIfEmpty: true as const, cell: () => "–" },
    { title: "No", numeric: true as const, cell: () => "1" }
  ]
  expect(table(columns, [{ what: "this" }])).toBe(
    ["| What |  No |", "| ---- | --: |", "| this |   1 |"].join("\n")
  )
  expect(table(columns, [])).toBe("")
})

it("amounts are not rounded again, and days have no leading zeros", () => {
  expect([moneyFormatter("USD")(1204.5), moneyFormatter("JPY")(1204.5), moneyFormatter("EUR")(-5)]).toEqual([
    "$1,204.50",
    "¥1,204.5",
    "-€5.00"
  ])
  expect([formatShortDay("2026-09-01"), formatLongDay("2026-11-09")]).toEqual(["1 Sep", "9 November 2026"])
})
