import { errorCodes } from "@adwarden/core/contract"
import { describe, expect, it } from "vitest"
import { rowsTable } from "../src/api/show/response.ts"
import { errorsWithReason, exitCodeOf, exitCodes } from "../src/refusal.ts"
import { renderMarkdown } from "../src/terminal/markdown.ts"
import { safeLine, safeText } from "../src/terminal/safe-text.ts"
import { bar, downsample, sparkline, table } from "../src/terminal/table.ts"
import { paintFor, plainPaint } from "../src/terminal/terminal.ts"
import { padEnd, truncate, widthOf, wrap } from "../src/terminal/width.ts"

describe("widths", () => {
  it.each([
    ["boiler", 6],
    ["暖房修理", 8],
    ["서울 보일러", 11],
    ["Rohrbrüche", 10],
    ["e\u0301te\u0301", 3],
    ["👩‍🔧 ok", 5],
    ["…", 1],
    ["", 0]
  ])("%s takes %i columns", (text, places) => {
    expect(widthOf(text)).toBe(places)
  })

  it("truncates and pads by visible width", () => {
    expect(truncate("暖房修理", 5)).toBe("暖房…")
    expect(widthOf(padEnd("暖房", 6))).toBe(6)
    expect(truncate("boiler", 6)).toBe("boiler")
    expect(wrap("暖房 修理 boiler", 6)).toEqual(["暖房", "修理", "boiler"])
  })
})

describe("tables", () => {
  const columns = [
    { title: "SLUG", neverCut: true, cells: ["boiler-repair", "暖房修理"] },
    { title: "NAME", cells: ["Boiler repair in the whole city", "暖房"] },
    { title: "COST 30D", right: true, cells: ["1,204.50", "3.00"] }
  ]

  it("are as wide as their content without a screen width", () => {
    expect(table(columns, null, plainPaint).split("\n")).toEqual([
      "SLUG           NAME                             COST 30D",
      "boiler-repair  Boiler repair in the whole city  1,204.50",
      "暖房修理       暖房                                 3.00"
    ])
  })

  it.each([120, 56, 50, 42, 30, 24])("fit into %i columns, and keep text that is copied", (places) => {
    const shown = table(columns, places, plainPaint)
    for (const line of shown.split("\n")) expect(widthOf(line), line).toBeLessThanOrEqual(places)
    for (const whole of ["boiler-repair", "暖房修理", "1,204.50"]) expect(shown).toContain(whole)
  })

  it("truncate names after all other texts", () => {
    const rows = [
      { title: "NAME", isName: true, cells: ["Boiler repair in the city"] },
      { title: "CREATOR", cells: ["olivia.marsh@northwind.test"] },
      { title: "COST", right: true, cells: ["1,204.50"] }
    ]
    expect(table(rows, 50, plainPaint).split("\n")[1]).toMatch(
      /^Boiler repair in the city {2}olivia.*… {2}1,204\.50$/
    )
  })

  it("wrap the last text", () => {
    const rows = [
      { title: "ID", neverCut: true, cells: ["rec_1"] },
      { title: "SUMMARY", cells: ["Exclude 8 search terms that never converted"] }
    ]
    expect(table(rows, 30, plainPaint)).toBe(
      "ID     SUMMARY\nrec_1  Exclude 8 search terms\n       that never converted"
    )
  })
})

describe("campaigns", () => {
  const live = { type: "external", state: "live", sync: "in_sync" }
  const daily = { budget: 40, budget_type: "daily", budget_total: null }
  const total = { budget: 0, budget_type: "total", budget_total: 2000, ends_on: "2026-12-08" }
  const rows = [
    { slug: "all-services", name: "All services", channel: "performance_max", ...daily, ...live },
    { slug: "winter-sale", name: "Winter sale", channel: "shopping", ...total, ...live }
  ]
  const at = (width: number) =>
    rowsTable(rows, { line: () => {}, write: () => {}, isTerminal: true, width, paint: plainPaint })

  it("show channels and total budgets, which stay longest on a narrow screen", () => {
    for (const shown of ["CHANNEL", "BUDGET TYPE", "performance_max", "2,000", "2026-12-08"])
      expect(at(140)).toContain(shown)
    expect(at(90)).toMatch(/winter-sale .* shopping .* 2,000/)
    expect(at(90)).not.toContain("2026-12-08")
    expect(at(56)).toMatch(/winter-sale .* 2,000/)
    expect(at(56)).not.toContain("shopping")
  })
})

describe("figures", () => {
  it("are sparklines and bars", () => {
    expect(sparkline([1, 2, 3, 4, 5, 6, 7, 8])).toBe("▁▂▃▄▅▆▇█")
    expect(sparkline([5, 5])).toBe("▁▁")
    expect(downsample([1, 3, 5, 7], 2)).toEqual([2, 6])
    expect([bar(10, 10, 4), bar(5, 10, 4), bar(0.01, 10, 4), bar(0, 10, 4)]).toEqual(["████", "██", "▏", ""])
  })
})

describe("untrusted text", () => {
  it("cannot control the terminal", () => {
    expect(safeLine("a\u001b]0;owned\u0007b\r\nc\u202ed")).toBe("a�]0;owned�b c�d")
    expect(safeText("one\ttwo\nthree")).toBe("one\ttwo\nthree")
    expect(renderMarkdown("# \u001b[2Jhi", 40, plainPaint)).toBe("�[2Jhi")
  })
})

describe("documents", () => {
  const written = `# The week

**Spend** rose to \`1,204.50\`, see [the list](https://x.test/l).

- one point that is long enough to go on in a second line
- two
  1. inner

| Campaign | Spend |
| --- | ---: |
| boiler-repair | 632.11 |
| plumber | 4.00 |

> Said *so*, _of the week_ in spend_7d and not_this_one.

\`\`\`
adwarden campaigns list
\`\`\`
---
End`

  it("are rendered", () => {
    expect(renderMarkdown(written, 40, plainPaint).split("\n")).toEqual([
      "The week",
      "",
      "Spend rose to 1,204.50, see the list",
      "(https://x.test/l).",
      "",
      "  • one point that is long enough to go",
      "    on in a second line",
      "  • two",
      "    1. inner",
      "",
      "Campaign        Spend",
      "boiler-repair  632.11",
      "plumber          4.00",
      "",
      "│ Said so, of the week in spend_7d and",
      "│ not_this_one.",
      "",
      "    adwarden campaigns list",
      "─".repeat(40),
      "End"
    ])
  })

  it("have colours if supported, also across lines", () => {
    const paint = paintFor(true, {})
    expect(renderMarkdown("a **long bold** `x`", 6, paint)).toBe(
      `a ${paint.strong("long")}\n${paint.strong("bold")} ${paint.accent("x")}`
    )
  })
})

describe("colours", () => {
  it("are for terminals without NO_COLOR", () => {
    expect(paintFor(true, {}).good("x")).toBe("\u001b[32mx\u001b[39m")
    for (const paint of [
      paintFor(false, {}),
      paintFor(true, { NO_COLOR: "1" }),
      paintFor(true, { TERM: "dumb" })
    ])
      expect(paint.good("x")).toBe("x")
    expect(paintFor(true, { NO_COLOR: "" }).good("x")).not.toBe("x")
  })
})

describe("exit codes", () => {
  it("are distinct, and every error of the service has one", () => {
    const codes = Object.values(exitCodes).map(({ code }) => code)
    expect(new Set(codes).size).toBe(codes.length)
    const result = (Object.keys(exitCodes) as ReadonlyArray<keyof typeof exitCodes>).flatMap(errorsWithReason)
    expect(errorCodes.filter((code) => !result.includes(code))).toEqual([])
    expect(exitCodeOf("budget_cap_exceeded")).toBe(5)
    expect(exitCodeOf("something_new")).toBe(1)
  })
})
