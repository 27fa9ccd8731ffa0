import { makeBlocker } from "../../../../src/campaigns/index.ts"
import { detect } from "../../../../src/insight/detect/detect.ts"
import { expectedConversions } from "../../../../src/insight/detect/excluded-terms.ts"
import { referenceOf } from "../../../../src/insight/detect/view.ts"
import { randomFrom } from "../../../support/random.ts"
import { type Cell, type Scenario, type Simulated, scenarios, simulate } from "./campaigns.ts"

/* How often negative_keywords, as it is, excludes healthy terms and finds barren ones. */

export interface Measured {
  readonly cell: Cell
  readonly campaigns: number
  /** Campaigns in which a healthy term was excluded. */
  readonly harmed: number
  /** Terms that never convert, with at least five conversions expected; and those of them that were excluded. */
  readonly barren: number
  readonly found: number
}

/** A term counts as healthy from this share of the campaign's rate on. */
const healthyShare = 0.5
const minExpected = 5

const countIn = ({ campaignRate, rates, view }: Simulated) => {
  const { operations } = detect("negative_keywords", view, { days: 90 })
  const isStopped = makeBlocker(operations.flatMap((one) => (one.op === "add_negative_keyword" ? [one] : [])))
  const stopped = view.terms.map(({ term }) => operations.length > 0 && isStopped(term))
  const reference = referenceOf(view)
  const barren = view.terms.map(
    (one, n) => rates[n] === 0 && reference !== null && expectedConversions(one, reference) >= minExpected
  )
  return {
    harmed: stopped.some((one, n) => one && rates[n]! >= healthyShare * campaignRate) ? 1 : 0,
    barren: barren.filter(Boolean).length,
    found: barren.filter((one, n) => one && stopped[n]).length
  }
}

export const measureCell = (cell: Cell, scenario: Scenario, campaigns: number, seed: number): Measured => {
  const random = randomFrom(seed)
  const sum = { harmed: 0, barren: 0, found: 0 }
  for (let n = 0; n < campaigns; n++) {
    const one = countIn(simulate(random, cell, scenario))
    sum.harmed += one.harmed
    sum.barren += one.barren
    sum.found += one.found
  }
  return { cell, campaigns, ...sum }
}

const grid = (days: ReadonlyArray<number>, terms: ReadonlyArray<number>, clicks: ReadonlyArray<number>) =>
  days.flatMap((day) =>
    terms.flatMap((count) =>
      clicks.flatMap((daily) =>
        [0.03, 0.1, 0.25].map((rate): Cell => ({ days: day, terms: count, clicks: daily, rate }))
      )
    )
  )
export const allCells = grid([7, 30, 45, 90], [20, 100, 500], [20, 80, 400])
/** Young and old, small and large: for the tests. */
export const someCells = grid([7, 45], [20, 100], [80, 400])

export interface Result {
  readonly scenario: Scenario
  readonly cells: ReadonlyArray<Measured>
  /** The share of harmed campaigns, over all cells and in the worst. */
  readonly harmed: number
  readonly worst: number
  /** The share of barren terms that were found, over all cells; null without barren terms. */
  readonly recall: number | null
}

const total = (cells: ReadonlyArray<Measured>, figure: "campaigns" | "harmed" | "barren" | "found") =>
  cells.reduce((sum, one) => sum + one[figure], 0)

export const measureAll = (
  cells: ReadonlyArray<Cell>,
  campaigns: number,
  seed: number
): ReadonlyArray<Result> =>
  scenarios.map((scenario, n) => {
    const measured = cells.map((cell, place) =>
      measureCell(cell, scenario, campaigns, seed + n * 1000 + place)
    )
    const barren = total(measured, "barren")
    return {
      scenario,
      cells: measured,
      harmed: total(measured, "harmed") / total(measured, "campaigns"),
      worst: Math.max(...measured.map((one) => one.harmed / one.campaigns)),
      recall: barren === 0 ? null : total(measured, "found") / barren
    }
  })

const percent = (share: number) => `${(share * 100).toFixed(1)}%`

/** Formats the table of a page. */
export const formatResults = (results: ReadonlyArray<Result>): string =>
  [
    "| Campaigns | False exclusion, all | Worst cell | Found of those that never convert |",
    "| --- | --- | --- | --- |",
    ...results.map(
      ({ harmed, recall, scenario, worst }) =>
        `| ${scenario} | ${percent(harmed)} | ${percent(worst)} | ${recall === null ? "" : percent(recall)} |`
    )
  ].join("\n")

/** Formats every cell of a scenario. */
export const formatCells = ({ cells }: Result): string =>
  [
    "| Days | Terms | Clicks a day | Rate | Campaigns | False exclusion | Barren, E ≥ 5 | Found |",
    "| --- | --- | --- | --- | --- | --- | --- | --- |",
    ...cells.map(
      ({ barren, campaigns, cell, found, harmed }) =>
        `| ${cell.days} | ${cell.terms} | ${cell.clicks} | ${percent(cell.rate)} | ${campaigns} | ${percent(harmed / campaigns)} | ${barren} | ${barren === 0 ? "" : percent(found / barren)} |`
    )
  ].join("\n")
