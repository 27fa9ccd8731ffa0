import type { SqlError } from "@effect/sql/SqlError"
import { Effect } from "effect"
import { statement } from "../../storage/index.ts"
import type { RunStatement } from "../figures/statement-runners.ts"
import {
  type CursorPosition,
  isAfter,
  type SearchTermPage,
  type SearchTermQuery,
  startPosition,
  type TermTotalsRow,
  termSums,
  termsInWindow
} from "./lists.ts"
import { rollupWindowFor } from "./windows.ts"

/*
 * A window without a rollup lies within a rollup window, and no term costs more in it. So its most expensive
 * terms are found by scanning the rollup in order, summing only the scanned terms. The scan ends when the
 * next term's rollup cost is below the page's last cost.
 */

interface ScannedRow {
  readonly term_id: number
  /** Its cost in the rollup window. */
  readonly bound: number
  readonly clicks: number | null
  readonly cost_micros: number | null
  readonly conversions: number | null
  readonly latest: string
  readonly total: number
}

/**
 * SQL: the next terms of the rollup window ($3), down to a cost ($6), with their sums in the requested window
 * ($2).
 */
const nextRows = statement(`
select t.term_id, t.cost_micros as bound, d.clicks, d.cost_micros, d.conversions, w.latest, (${termsInWindow}) as total
from search_term_windows w
cross join lateral (
  select campaign_id, term_id, cost_micros, last_seen from search_term_totals
  where organization_id = $1 and days = $3::smallint and (cost_micros, term_id) < ($4::bigint, $5::bigint)
    and cost_micros >= $6::bigint
  order by cost_micros desc, term_id desc limit $7
) t
left join lateral (
  select ${termSums}
  from search_term_days
  where organization_id = $1 and campaign_id = t.campaign_id and term_id = t.term_id
    and date > w.latest - $2::int and date <= w.latest
) d on t.last_seen > w.latest - $2::int
where w.organization_id = $1
order by t.cost_micros desc, t.term_id desc`)

const texts = statement(`
select s.id, s.term, c.slug as campaign from search_terms s
join campaigns c on c.organization_id = s.organization_id and c.id = s.campaign_id
where s.organization_id = $1 and s.id = any($2::bigint[])`)

type TermSums = Omit<TermTotalsRow, "term" | "campaign">

const completeSums = ({ clicks, conversions, cost_micros, term_id }: ScannedRow): ReadonlyArray<TermSums> =>
  clicks === null || cost_micros === null || conversions === null
    ? []
    : [{ clicks, conversions, cost_micros, term_id }]

const highestCostFirst = (one: TermSums, other: TermSums): number =>
  other.cost_micros - one.cost_micros || other.term_id - one.term_id

export interface ScanLimits {
  /** The first step scans this multiple of the page size, which gives a minimum cost for the next steps. */
  readonly first: number
  readonly next: number
  /** After this many terms, summing everything is as fast. */
  readonly most: number
}
export const scanLimits: ScanLimits = { first: 3, next: 500, most: 3000 }

/** Returns a page of all campaigns, or null if the scan would be long or the windows moved meanwhile. */
export const scanRollup = (
  run: RunStatement,
  query: SearchTermQuery,
  limits: ScanLimits = scanLimits
): Effect.Effect<SearchTermPage | null, SqlError> =>
  Effect.gen(function* () {
    const { after, days, minCost, organization, rows } = query
    // By id: a term whose sums change during the scan may occur twice.
    const candidates = new Map<number, TermSums>()
    let page: ReadonlyArray<TermSums> = []
    let position: CursorPosition = startPosition
    let size = limits.first * rows
    let total = 0
    let latest: string | null = null
    for (let scannedCount = 0; scannedCount <= limits.most; scannedCount += size, size = limits.next) {
      const lastOfPage = page.length < rows ? 0 : page[rows - 1]!.cost_micros
      // The total with a minimum cost is known only after all candidates are scanned.
      const floor = minCost > 0 ? minCost : lastOfPage
      const scannedRows = yield* run<ScannedRow>(nextRows, [
        organization,
        days,
        rollupWindowFor(days),
        ...position,
        floor,
        size
      ])
      const [first] = scannedRows
      latest ??= first?.latest ?? null
      if (first !== undefined && first.latest !== latest) return null
      for (const sums of scannedRows.flatMap(completeSums)) {
        if (sums.cost_micros >= minCost) candidates.set(sums.term_id, sums)
      }
      page = [...candidates.values()]
        .filter((sums) => isAfter(sums, after))
        .toSorted(highestCostFirst)
        .slice(0, rows)
      if (scannedCount === 0) total = first?.total ?? 0
      if (scannedRows.length < size) {
        const withTexts = yield* addTexts(run, organization, page)
        return { rows: withTexts, total: minCost > 0 ? candidates.size : total }
      }
      const last = scannedRows.at(-1)!
      position = [last.bound, last.term_id]
    }
    return null
  })

const addTexts = (run: RunStatement, organization: number, page: ReadonlyArray<TermSums>) =>
  Effect.map(
    run<{ id: number; term: string; campaign: string }>(texts, [
      organization,
      page.map(({ term_id }) => term_id)
    ]),
    (rows): ReadonlyArray<TermTotalsRow> => {
      const byId = new Map(rows.map((row) => [row.id, row]))
      return page.map((sums) => {
        const { campaign, term } = byId.get(sums.term_id)!
        return { ...sums, campaign, term }
      })
    }
  )
