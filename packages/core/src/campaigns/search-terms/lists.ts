import { Schema } from "effect"
import { NonNegativeInteger } from "../../paging.ts"
import { type Statement, statement } from "../../storage/index.ts"

/** The end of a page: the cost of its last row, and the term's id, which orders rows of equal cost. */
export const CursorPosition = Schema.Tuple(NonNegativeInteger, NonNegativeInteger)
export type CursorPosition = typeof CursorPosition.Type

/** Before every row, so the first page uses the same query. */
export const startPosition: CursorPosition = [Number.MAX_SAFE_INTEGER, Number.MAX_SAFE_INTEGER]

/** The filter, and the start of the page. */
export interface SearchTermQuery {
  readonly organization: number
  readonly campaign: number | null
  readonly days: number
  /** In micros; 0 without a minimum. */
  readonly minCost: number
  readonly after: CursorPosition
  /** One more than the page size. */
  readonly rows: number
}

/** A row of the result. */
export interface TermTotalsRow {
  readonly term: string
  readonly campaign: string
  readonly clicks: number
  readonly cost_micros: number
  readonly conversions: number
  readonly term_id: number
}

export interface SearchTermPage {
  readonly rows: ReadonlyArray<TermTotalsRow>
  readonly total: number
}

/** Returns the smallest cost in micros that rounds to at least this amount in cents. */
export const minCostMicros = (amount: number): number => {
  const cents = Math.ceil(Math.round(amount * 1e8) / 1e6)
  return Math.max(0, cents * 10_000 - 5_000)
}

/** Whether a row comes after a position: highest cost first, then highest id. */
export const isAfter = (
  { cost_micros, term_id }: Pick<TermTotalsRow, "cost_micros" | "term_id">,
  [cost, id]: CursorPosition
): boolean => cost_micros < cost || (cost_micros === cost && term_id < id)

/** A list in single statements: a page, and the total for an empty page. */
export interface TermList {
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

const termList = ({ before = "", from, parameters, total }: TermListParts): TermList => {
  const [cost, id, rows] = [parameters + 1, parameters + 2, parameters + 3].map((n) => `$${n}`)
  const order = "order by cost_micros desc, term_id desc"
  return {
    page: statement(`${before}
select s.term, c.slug as campaign, t.clicks, t.cost_micros, t.conversions, t.term_id, (${total}) as total
from (
  select * from ${from} and (cost_micros, term_id) < (${cost}::bigint, ${id}::bigint) ${order} limit ${rows}
) t
join search_terms s on s.organization_id = $1 and s.id = t.term_id
join campaigns c on c.organization_id = $1 and c.id = s.campaign_id
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
export const termsInWindow = `select coalesce(sum(n), 0)::bigint
  from search_term_windows w, unnest(w.seen[1:$2::int]) n where w.organization_id = $1`

/** Rollup windows: an index has their rows in order. */
export const rollupAll = termList({ parameters: 2, from: rollupRows, total: termsInWindow })
export const rollupAboveMinCost = termList({
  parameters: 3,
  from: aboveMinCost,
  total: `select count(*) from ${aboveMinCost}`
})
export const rollupOfCampaign = termList({
  parameters: 4,
  from: aboveMinCostOfCampaign,
  total: `select count(*) from ${aboveMinCostOfCampaign}`
})

/** SQL: the sums of a term's days. */
export const termSums =
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

/** Any window, summed from its days. */
export const summedAll = termList({ parameters: 3, before: summed(""), ...fromListed })
export const summedOfCampaign = termList({
  parameters: 4,
  before: summed("and campaign_id = $4::bigint"),
  ...fromListed
})
