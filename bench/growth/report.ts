import type { Cost } from "./meter.ts"
import type { CostsByTitle, Upkeep } from "./operations.ts"

/** A hundred times the data makes an index one level deeper: that much counts as no growth. */
const maxRatio = 1.5

interface Compared {
  readonly title: string
  readonly ratio: number
  readonly before: Cost
  readonly after: Cost
}

const columns = (title: string, ...cells: ReadonlyArray<string>): string =>
  `  ${title.padEnd(34)}${cells.map((cell) => cell.padStart(12)).join("")}`
const count = (number: number): string => Math.round(number).toLocaleString("en-US")
const shortText = (text: string): string => text.replaceAll(/\s+/g, " ").trim().slice(0, 110)

const compare = (before: CostsByTitle, after: CostsByTitle): ReadonlyArray<Compared> =>
  [...after].map(([title, cost]) => {
    const first = before.get(title)!
    return { title, before: first, after: cost, ratio: cost.pages / Math.max(1, first.pages) }
  })

/** The operations whose cost grows with other tenants' data. */
export const grown = (rows: ReadonlyArray<Compared>): ReadonlyArray<Compared> =>
  rows.filter(({ ratio }) => ratio > maxRatio)

/** Empty tables are read without their indexes, so the ratio is that of all tenants to one in a hundred of them. */
export const printOperations = (
  alone: CostsByTitle,
  few: CostsByTitle,
  all: CostsByTitle
): ReadonlyArray<Compared> => {
  const rows = compare(few, all)
  console.log("\nOne call in a small organization, in pages of Postgres")
  console.log(columns("operation", "alone", "1% of all", "all", `ratio (${maxRatio})`))
  for (const { after, before, ratio, title } of rows) {
    const pages = [alone.get(title)!, before, after].map((cost) => count(cost.pages))
    console.log(columns(title, ...pages, ratio.toFixed(2)))
    if (ratio > maxRatio)
      console.log(`    grows: ${count(after.worst?.pages ?? 0)} pages: ${shortText(after.worst?.text ?? "")}`)
  }
  return rows
}

/** Ten rows of a large log may be on ten pages, and those of a short one are on one. */
const maxPageRatio = 2

/** What a page of actions costs, and whether it also counts the list, which grows with it. */
export interface PageCost {
  readonly title: string
  readonly counts: boolean
  readonly cost: Cost
}

/**
 * Compares pages of ten actions with that of an organization that has ten. Returns whether none costs more, except
 * those that count the list.
 */
export const printPages = (ten: Cost, pages: ReadonlyArray<PageCost>): boolean => {
  console.log("\nA page of ten actions, in pages of Postgres")
  console.log(columns("organization", "pages", `ratio (${maxPageRatio})`, "ms"))
  for (const { cost, title } of [{ title: "ten actions", cost: ten }, ...pages])
    console.log(
      columns(title, count(cost.pages), (cost.pages / ten.pages).toFixed(2), cost.millis.toFixed(2))
    )
  return pages.every(({ cost, counts }) => counts || cost.pages / ten.pages <= maxPageRatio)
}

/** Work that is due may cost; what only looks for it may not. */
export const printBackground = (
  idle: CostsByTitle,
  among: CostsByTitle,
  leftOut: ReadonlySet<string>
): void => {
  console.log("\nOne run of each schedule with nothing new due, and of the gauges")
  console.log(columns("schedule", "alone", "among", "statements", "ms"))
  for (const { after, before, title } of compare(idle, among)) {
    console.log(
      columns(
        title,
        count(before.pages),
        count(after.pages),
        count(after.statements),
        after.millis.toFixed(0)
      )
    )
    if (after.pages > 1000)
      console.log(`    ${count(after.worst?.pages ?? 0)} pages: ${shortText(after.worst?.text ?? "")}`)
  }
  console.log(`  Left out, because they work for each organization once a day: ${[...leftOut].join(", ")}`)
}

const secondsOfYear = 365 * 86_400

export const printUpkeep = (all: ReadonlyArray<Upkeep>, eventsOfYear: number): void => {
  const arrivals = eventsOfYear / secondsOfYear
  console.log(`\nUpkeep. Audit events arrive at ${arrivals.toFixed(2)} a second on average`)
  console.log(columns("work", "rows", "a second", "pages each", "ms each"))
  for (const { cost, count: rows, seconds, title } of all) {
    const each = (total: number) => (total / Math.max(1, rows)).toFixed(2)
    console.log(columns(title, count(rows), count(rows / seconds), each(cost.pages), each(cost.millis)))
  }
}
