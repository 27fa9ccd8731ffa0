import type { DayRange } from "../../platform/model.ts"
import { bindStatement, statement } from "../../storage/index.ts"
import { type Sums, sumsAsJson } from "../figures/sums.ts"

/** The figures of a search in a period and in the one before it. */
export interface ComparedTerm {
  readonly term: string
  readonly campaign: string
  readonly now: Sums
  readonly before: Sums
}

/** More rows would not help a reader. */
const maxTerms = 5000

const compared = statement(`
with summed as materialized (
  select campaign_id, term_id, ${sumsAsJson("date >= $2")} as now, ${sumsAsJson("date < $2")} as before,
    greatest(sum(cost_micros) filter (where date >= $2), sum(cost_micros) filter (where date < $2)) as cost
  from search_term_days
  where organization_id = $1 and (date between $2 and $3 or date between $4 and $5)
  group by campaign_id, term_id
)
select s.term, c.slug as campaign, t.now, t.before, (select count(*) from summed) as total
from (select * from summed order by cost desc, term_id limit ${maxTerms}) t
join search_terms s on s.organization_id = $1 and s.id = t.term_id
join campaigns c on c.organization_id = $1 and c.id = t.campaign_id
order by t.cost desc, t.term_id`)

/** Reads the searches of two periods, most expensive first, each with the number of all. */
export const readComparedTerms = (organization: number, now: DayRange, before: DayRange) =>
  bindStatement<ComparedTerm & { readonly total: number }>(compared, [
    organization,
    now.from,
    now.to,
    before.from,
    before.to
  ])
