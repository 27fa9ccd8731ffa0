import { describe, expect, it } from "vitest"
import { inMoney, inNumbers, type Mark, sparkline, timeChart, type Values } from "../src/charts/index.ts"
import { labelledDates, valueAxis } from "../src/charts/scales.ts"
import { groupMarks } from "../src/charts/time-chart.ts"

const dollars = inMoney("USD")
const daysFrom = (count: number) =>
  Array.from({ length: count }, (_, index) =>
    new Date(Date.UTC(2026, 10, 2 + index)).toISOString().slice(0, 10)
  )
const chartOf = (values: Values, more: { before?: Values; marks?: ReadonlyArray<Mark> } = {}) =>
  String(
    timeChart({
      id: "c",
      title: "Cost & conversions",
      dates: daysFrom(values.length),
      panels: [
        {
          name: "Cost",
          title: "Cost a day",
          kind: "line",
          unit: dollars,
          values,
          ...(more.before === undefined ? {} : { before: more.before })
        },
        { name: "Conversions", title: "Conversions a day", kind: "bars", unit: inNumbers, values }
      ],
      marks: more.marks ?? []
    })
  )
/** Every path and every number of a drawing is finite. */
const expectDrawable = (markup: string) => {
  expect(markup).not.toMatch(/NaN|Infinity|undefined|\[object/)
  expect(markup).not.toMatch(/ style=|<script/)
}
const mark = (date: string, more: Partial<Mark> = {}): Mark => ({
  date,
  title: "Budget raised",
  href: "/o/northwind/activity",
  by: "Adam",
  ...more
})

describe("a chart over time", () => {
  it("has a title, its range in words, and each figure in its table", () => {
    const markup = chartOf([247.15, 182.57, 274.24], { before: [250, 190.5, 260] })
    expectDrawable(markup)
    expect(markup).toContain('<title id="c-title">Cost &amp; conversions</title>')
    expect(markup).toContain("Cost a day: lowest $182.57 on 3 Nov, highest $274.24 on 4 Nov.")
    for (const figure of ["$247.15", "$182.57", "$274.24", "$190.50"])
      expect(markup).toContain(`<td class="num">${figure}</td>`)
    expect(markup).toContain('<th scope="col" class="num">Cost, before</th>')
    expect(markup).toContain("<title>2 Nov: Cost $247.15, Conversions 247.15</title>")
  })

  it("escapes names, titles and people", () => {
    const markup = chartOf([1, 2], {
      marks: [mark("2026-11-02", { title: "<b>x</b>", by: "<img src=x>", href: '/o/"><script>' })]
    })
    expect(markup).not.toMatch(/<b>x|<img|<script/)
    expect(markup).toContain("&lt;b&gt;x&lt;/b&gt;")
  })

  it("draws nothing for no dates, and says so", () => {
    const markup = chartOf([])
    expectDrawable(markup)
    expect(markup).toContain("Cost a day: no figures.")
  })

  it("draws one date as a point and a bar of limited width", () => {
    const markup = chartOf([12])
    expectDrawable(markup)
    expect(markup).toMatch(/class="l1" d="M50,[\d.]+Z"/)
    expect(markup).toContain('width="8%"')
  })

  it("keeps zeros on the base line, with no bar", () => {
    const markup = chartOf([0, 0, 0])
    expectDrawable(markup)
    expect(markup).toContain('class="l1" d="M50,100L150,100L250,100"')
    expect(markup).not.toContain('class="b2"')
    expect(markup.match(/class="last" x="\d+"/g)).toHaveLength(2)
  })

  it("interrupts the line where figures are missing", () => {
    const markup = chartOf([10, 10, null, 10, 10])
    expectDrawable(markup)
    expect(markup).toMatch(/class="l1" d="M[^M]+M[^M]+"/)
    expect(markup).toContain("<title>4 Nov: Cost –, Conversions –</title>")
    expect(chartOf([null, null])).toContain("Cost a day: no figures.")
  })
})

describe("the axes", () => {
  it("start at zero and have whole steps for counts", () => {
    const axis = valueAxis([[1, 2]], inNumbers, { bottom: 100, top: 0 })
    expect(axis.ticks).toEqual([0, 1, 2])
    expect(valueAxis([[0.4, 1.2]], dollars, { bottom: 100, top: 0 }).ticks[0]).toBe(0)
    expect(valueAxis([[0]], dollars, { bottom: 100, top: 0 }).ticks).toEqual([0])
    expect(dollars.short(1200)).toBe("$1.2K")
  })

  it.each([1, 2, 7, 14, 28, 30, 90, 365, 731])("label few of %i dates, always the last", (count) => {
    const labelled = labelledDates(count)
    expect(labelled.at(-1)).toBe(count - 1)
    expect(labelled.length).toBeLessThanOrEqual(6)
    const distances = labelled.slice(1).map((index, n) => index - labelled[n]!)
    for (const distance of distances) expect(distance / count).toBeGreaterThanOrEqual(0.13)
  })
})

describe("marks of changes", () => {
  const dates = daysFrom(28)

  it("are numbered by time, with outside changes in a lane of their own", () => {
    const groups = groupMarks(
      [mark("2026-11-20", { outside: true }), mark("2026-11-05"), mark("2026-11-20")],
      dates
    )
    expect(groups.map(({ number, outside }) => [number, outside])).toEqual([
      [1, false],
      [2, false],
      [3, true]
    ])
  })

  it("share a number if they would overlap, and each keeps its line", () => {
    const marks = [mark("2026-11-05"), mark("2026-11-06"), mark("2026-11-09")]
    expect(groupMarks(marks, dates).map((group) => group.marks.length)).toEqual([2, 1])
    const markup = chartOf(
      dates.map(() => 5),
      { marks }
    )
    expect(markup.match(/class="at"/g)).toHaveLength(3)
    expect(markup.match(/<li>/g)).toHaveLength(3)
  })

  it("outside the dates are left out, and a long list opens on demand", () => {
    expect(groupMarks([mark("2026-10-01")], dates)).toEqual([])
    expect(groupMarks([mark("2026-10-01")], [])).toEqual([])
    const many = dates.slice(0, 7).map((date) => mark(date))
    expect(
      chartOf(
        dates.map(() => 5),
        { marks: many }
      )
    ).toContain("Show 7 changes")
  })
})

describe("small charts", () => {
  it("a sparkline has a dot on the last date, none if nothing runs, and needs a value", () => {
    expect(String(sparkline([1, 3, 2]))).toContain("<circle")
    expect(String(sparkline([1, 3, 2], { runs: false }))).toContain('class="off"')
    expect(String(sparkline([1, 3, null]))).not.toContain("<circle")
    expect(sparkline([])).toBeNull()
    expect(sparkline([null])).toBeNull()
    for (const values of [[0, 0], [5], [1, null, 2]]) expectDrawable(String(sparkline(values)))
  })
})
