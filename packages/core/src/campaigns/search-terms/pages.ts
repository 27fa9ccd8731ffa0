import type { SqlError } from "@effect/sql/SqlError"
import { Effect, Schema } from "effect"
import { NonNegativeInteger } from "../../paging.ts"
import { type Statement, statement } from "../../storage/index.ts"
import { type RunStatement, statementRunners } from "../figures/sums.ts"
import { type MatchSource, matchSourceSql } from "./match-source.ts"
import { rollupWindowFor, rollupWindows } from "./rollups.ts"

/** The end of a page: the cost of its last row, and the term's id, which orders rows of equal cost. */
export const CursorPosition = Schema.Tuple(NonNegativeInteger, NonNegativeInteger)
export type CursorPosition = typeof CursorPosition.Type

/** Before every row, so the first page uses the same query. */
export const startPosition: CursorPosition = [Number.MAX_SAFE_INTEGER, Number.MAX_SAFE_INTEGER]

/** The filter, and the start of the page. */
interface SearchTermQuery {
  readonly organization: number
  readonly campaign: number | null
  readonly days: number
  /** In micros; 0 without a minimum. */
  readonly minCost: number
  /** Only terms without a conversion on any stored day, whatever the window. */
  readonly neverConverted: boolean
  readonly after: CursorPosition
  /** One more than the page size. */
  readonly rows: number
}

/** A row of the result. */
interface TermTotalsRow {
  readonly term: string
  readonly campaign: string
  readonly clicks: number
  readonly cost_micros: number
  readonly conversions: number
  readonly term_id: number
  readonly match_source: MatchSource | null
}

interface SearchTermPage {
  readonly rows: ReadonlyArray<TermTotalsRow>
  readonly total: number
}

/** Returns the smallest cost in micros that rounds to at least this amount in cents. */
export const minCostMicros = (amount: number): number => {
  const cents = Math.ceil(Math.round(amount * 1e8) / 1e6)
  return Math.max(0, cents * 10_000 - 5_000)
}

/** Whether a row comes after a position: highest cost first, then highest id. */
const isAfter = (
  { cost_micros, term_id }: Pick<TermTotalsRow, "cost_micros" | "term_id">,
  [cost, id]: CursorPosition
): boolean => cost_micros < cost || (cost_micros === cost && term_id < id)

/** A list in single statements: a page, and the total for an empty page. */
interface TermList {
  readonly page: Statement
  readonly count: Statement
  readonly values: (query: SearchTermQuery) => ReadonlyArray<unknown>
}

interface TermListParts {
  /**
   * The number of parameters of both statements: organization, days, minimum cost and campaign ($1 to $4).
   */
  readonly parameters: 2 | 3 | 4
  readonly before?: string
  readonly from: string
  readonly total: string
}

/** SQL: how a listed term (`s`) was matched in the window. */
const matchSource = matchSourceSql({
  campaign: "s.campaign_id",
  term: "s.id",
  days: "$2",
  latest: "w.latest"
})

const termList = ({ before = "", from, parameters, total }: TermListParts): TermList => {
  const [cost, id, rows] = [parameters + 1, parameters + 2, parameters + 3].map((n) => `$${n}`)
  const order = "order by cost_micros desc, term_id desc"
  return {
    page: statement(`${before}
select s.term, c.slug as campaign, t.clicks, t.cost_micros, t.conversions, t.term_id, (${total}) as total,
  ${matchSource} as match_source
from (
  select * from ${from} and (cost_micros, term_id) < (${cost}::bigint, ${id}::bigint) ${order} limit ${rows}
) t
join search_terms s on s.organization_id = $1 and s.id = t.term_id
join campaigns c on c.organization_id = $1 and c.id = s.campaign_id
join search_term_windows w on w.organization_id = $1
${order}`),
    count: statement(`${before} select (${total}) as total`),
    values: ({ campaign, days, minCost, organization }) =>
      [organization, days, minCost, campaign].slice(0, parameters)
  }
}

const rollupRows = "search_term_totals where organization_id = $1 and days = $2::smallint"
const aboveMinCost = `${rollupRows} and cost_micros >= $3::bigint`
const aboveMinCostOfCampaign = `${aboveMinCost} and campaign_id = $4::bigint`

/** SQL: the number of terms in the window, from a few stored counts. */
const termsInWindow = `select coalesce(sum(n), 0)::bigint
  from search_term_windows w, unnest(w.seen[1:$2::int]) n where w.organization_id = $1`

/** Rollup windows: an index has their rows in order. */
const rollupAll = termList({ parameters: 2, from: rollupRows, total: termsInWindow })
const rollupAboveMinCost = termList({
  parameters: 3,
  from: aboveMinCost,
  total: `select count(*) from ${aboveMinCost}`
})
const rollupOfCampaign = termList({
  parameters: 4,
  from: aboveMinCostOfCampaign,
  total: `select count(*) from ${aboveMinCostOfCampaign}`
})

/** SQL: the sums of a term's days. */
const termSums =
  "sum(clicks) as clicks, sum(cost_micros)::bigint as cost_micros, sum(conversions) as conversions"

const summed = (more: string) => `
with listed as materialized (
  select term_id, ${termSums}
  from search_term_days, (select latest from search_term_windows where organization_id = $1) w
  where organization_id = $1 and date > latest - $2::int and date <= latest ${more}
  group by term_id
)`
const listedAboveMinCost = "listed where cost_micros >= $3::bigint"
const fromListed = { from: listedAboveMinCost, total: `select count(*) from ${listedAboveMinCost}` }

const ofCampaign = "and campaign_id = $4::bigint"
const neverConverted = `and term_id not in (select term_id from search_term_days
    where organization_id = $1 and conversions > 0)`

/** Any window, summed from its days. */
const summedAll = termList({ parameters: 3, before: summed(""), ...fromListed })
const summedOfCampaign = termList({ parameters: 4, before: summed(ofCampaign), ...fromListed })
const neverConvertedAll = termList({ parameters: 3, before: summed(neverConverted), ...fromListed })
const neverConvertedOfCampaign = termList({
  parameters: 4,
  before: summed(`${ofCampaign} ${neverConverted}`),
  ...fromListed
})

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
select s.id, s.term, c.slug as campaign, ${matchSource} as match_source from search_terms s
join campaigns c on c.organization_id = s.organization_id and c.id = s.campaign_id
join search_term_windows w on w.organization_id = s.organization_id
where s.organization_id = $1 and s.id = any($3::bigint[])`)

type TermSums = Omit<TermTotalsRow, "term" | "campaign" | "match_source">

const completeSums = ({ clicks, conversions, cost_micros, term_id }: ScannedRow): ReadonlyArray<TermSums> =>
  clicks === null || cost_micros === null || conversions === null
    ? []
    : [{ clicks, conversions, cost_micros, term_id }]

const highestCostFirst = (one: TermSums, other: TermSums): number =>
  other.cost_micros - one.cost_micros || other.term_id - one.term_id

interface ScanLimits {
  /** The first step scans this multiple of the page size, which gives a minimum cost for the next steps. */
  readonly first: number
  readonly next: number
  /** After this many terms, summing everything is as fast. */
  readonly most: number
}
export const scanLimits: ScanLimits = { first: 3, next: 500, most: 3000 }

/** Returns a page of all campaigns, or null if the scan would be long or the windows moved meanwhile. */
const scanRollup = (
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
        const withTexts = yield* addTexts(run, query, page)
        return { rows: withTexts, total: minCost > 0 ? candidates.size : total }
      }
      const last = scannedRows.at(-1)!
      position = [last.bound, last.term_id]
    }
    return null
  })

const addTexts = (
  run: RunStatement,
  { days, organization }: SearchTermQuery,
  page: ReadonlyArray<TermSums>
) =>
  Effect.map(
    run<Pick<TermTotalsRow, "term" | "campaign" | "match_source"> & { readonly id: number }>(texts, [
      organization,
      days,
      page.map(({ term_id }) => term_id)
    ]),
    (rows): ReadonlyArray<TermTotalsRow> => {
      const byId = new Map(rows.map((row) => [row.id, row]))
      return page.map((sums) => {
        const { campaign, match_source, term } = byId.get(sums.term_id)!
        return { ...sums, campaign, match_source, term }
      })
    }
  )

interface CountedRow extends TermTotalsRow {
  readonly total: number
}

const hasRollup = (days: number): boolean => rollupWindows.some((fromRollup) => fromRollup === days)

const readPage =
  (run: RunStatement) =>
  (list: TermList, query: SearchTermQuery): Effect.Effect<SearchTermPage, SqlError> =>
    Effect.gen(function* () {
      const values = list.values(query)
      const rows = yield* run<CountedRow>(list.page, [...values, ...query.after, query.rows])
      // Rows contain the total. Only a page after the last row has none and needs a count.
      const [counted] = rows.length > 0 ? rows : yield* run<Pick<CountedRow, "total">>(list.count, values)
      return { rows, total: counted!.total }
    })

/** Chooses the fastest query for a request. */
export const searchTermPages = (limits: ScanLimits = scanLimits) =>
  Effect.map(statementRunners, ({ apart, shared }) => {
    const [fromRollup, fromDays] = [readPage(shared), readPage(apart)]
    return (query: SearchTermQuery): Effect.Effect<SearchTermPage, SqlError> => {
      if (query.neverConverted)
        return fromDays(query.campaign === null ? neverConvertedAll : neverConvertedOfCampaign, query)
      if (query.campaign !== null) {
        return hasRollup(query.days) ? fromRollup(rollupOfCampaign, query) : fromDays(summedOfCampaign, query)
      }
      if (hasRollup(query.days)) return fromRollup(query.minCost > 0 ? rollupAboveMinCost : rollupAll, query)
      return Effect.flatMap(scanRollup(shared, query, limits), (scanned) =>
        scanned === null ? fromDays(summedAll, query) : Effect.succeed(scanned)
      )
    }
  })
