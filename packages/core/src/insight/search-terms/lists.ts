import { type Statement, statement } from "../../storage/index.ts"
import type { Query } from "./query.ts"

/** A list that single statements answer: a page of it, and how long it is for a page that is empty. */
export interface List {
  readonly page: Statement
  readonly count: Statement
  readonly values: (query: Query) => ReadonlyArray<unknown>
}

interface Parts {
  /** How many of organization, days, least cost and campaign ($1 to $4) it goes by: all of them in both statements. */
  readonly takes: 2 | 3 | 4
  readonly before?: string
  readonly from: string
  readonly total: string
}

const list = ({ before = "", from, takes, total }: Parts): List => {
  const [cost, id, rows] = [takes + 1, takes + 2, takes + 3].map((n) => `$${n}`)
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
    values: ({ campaign, days, leastCost, organization }) =>
      [organization, days, leastCost, campaign].slice(0, takes)
  }
}

const kept = "search_term_totals where organization_id = $1 and days = $2::smallint"
const dear = `${kept} and cost_micros >= $3::bigint`
const dearOfOne = `${dear} and campaign_id = $4::bigint`

/** How many terms were seen in the window: a few numbers that are kept, whatever the window. */
export const termsInWindow = `select coalesce(sum(n), 0)::bigint
  from search_term_windows w, unnest(w.seen[1:$2::int]) n where w.organization_id = $1`

/** Windows whose sums are kept: an index has their rows in their order. */
export const keptAll = list({ takes: 2, from: kept, total: termsInWindow })
export const keptDear = list({ takes: 3, from: dear, total: `select count(*) from ${dear}` })
export const keptOfOne = list({ takes: 4, from: dearOfOne, total: `select count(*) from ${dearOfOne}` })

const summed = (more: string) => `
with listed as materialized (
  select term_id, sum(clicks) as clicks, sum(cost_micros)::bigint as cost_micros, sum(conversions) as conversions
  from search_term_days, (select latest from search_term_windows where organization_id = $1) w
  where organization_id = $1 and date > latest - $2::int and date <= latest ${more}
  group by term_id
)`
const dearListed = "listed where cost_micros >= $3::bigint"
const fromListed = { from: dearListed, total: `select count(*) from ${dearListed}` }

/** Any window, added up from its days. */
export const summedAll = list({ takes: 3, before: summed(""), ...fromListed })
export const summedOfOne = list({
  takes: 4,
  before: summed("and campaign_id = $4::bigint"),
  ...fromListed
})
