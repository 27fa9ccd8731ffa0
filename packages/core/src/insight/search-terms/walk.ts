import type { SqlError } from "@effect/sql/SqlError"
import { Effect } from "effect"
import { keptWindowFor } from "../../campaigns/index.ts"
import { statement } from "../../storage/index.ts"
import type { Runs } from "../connections.ts"
import { termsInWindow } from "./lists.ts"
import { beforeAll, type Found, isAfter, type Listed, type Position, type Query } from "./query.ts"

/*
 * A window that is not kept lies within one that is, and no term cost more in it than in that one. So its dearest
 * terms are found by walking down the kept one, adding up only the terms that are met, until the next one cost less
 * in all of the longer window than the last of the page did in the shorter.
 */

interface Met {
  readonly term_id: number
  /** What it cost in the kept window. */
  readonly bound: number
  readonly clicks: number | null
  readonly cost_micros: number | null
  readonly conversions: number | null
  readonly latest: string
  readonly total: number
}

/** The next terms of the kept window ($3), down to a cost ($6), with their sums in the one that is asked for ($2). */
const step = statement(`
select t.term_id, t.cost_micros as bound, d.clicks, d.cost_micros, d.conversions, w.latest, (${termsInWindow}) as total
from search_term_windows w
cross join lateral (
  select campaign_id, term_id, cost_micros, last_seen from search_term_totals
  where organization_id = $1 and days = $3::smallint and (cost_micros, term_id) < ($4::bigint, $5::bigint)
    and cost_micros >= $6::bigint
  order by cost_micros desc, term_id desc limit $7
) t
left join lateral (
  select sum(clicks) as clicks, sum(cost_micros)::bigint as cost_micros, sum(conversions) as conversions
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

type Sums = Omit<Found, "term" | "campaign">

const sumsOf = ({ clicks, conversions, cost_micros, term_id }: Met): ReadonlyArray<Sums> =>
  clicks === null || cost_micros === null || conversions === null
    ? []
    : [{ clicks, conversions, cost_micros, term_id }]

const dearestFirst = (one: Sums, other: Sums): number =>
  other.cost_micros - one.cost_micros || other.term_id - one.term_id

export interface WalkLimits {
  /** How many times the rows of the page are met in the first step, so that a floor is known for those after it. */
  readonly first: number
  readonly next: number
  /** After so many terms adding up everything is as quick. */
  readonly most: number
}
export const walkLimits: WalkLimits = { first: 3, next: 500, most: 3000 }

/** A page of all campaigns, or null where the walk would be long or the windows moved meanwhile. */
export const walk = (
  run: Runs,
  query: Query,
  limits: WalkLimits = walkLimits
): Effect.Effect<Listed | null, SqlError> =>
  Effect.gen(function* () {
    const { after, days, leastCost, organization, rows } = query
    // By number: a term whose sums change on the way may be met twice.
    const dear = new Map<number, Sums>()
    let page: ReadonlyArray<Sums> = []
    let position: Position = beforeAll
    let size = limits.first * rows
    let total = 0
    let latest: string | null = null
    for (let walked = 0; walked <= limits.most; walked += size, size = limits.next) {
      const lastOfPage = page.length < rows ? 0 : page[rows - 1]!.cost_micros
      // How many cost enough is only known when all that might are met.
      const floor = leastCost > 0 ? leastCost : lastOfPage
      const met = yield* run<Met>(step, [organization, days, keptWindowFor(days), ...position, floor, size])
      const [first] = met
      latest ??= first?.latest ?? null
      if (first !== undefined && first.latest !== latest) return null
      for (const sums of met.flatMap(sumsOf)) {
        if (sums.cost_micros >= leastCost) dear.set(sums.term_id, sums)
      }
      page = [...dear.values()]
        .filter((sums) => isAfter(sums, after))
        .toSorted(dearestFirst)
        .slice(0, rows)
      if (walked === 0) total = first?.total ?? 0
      if (met.length < size) {
        const named = yield* nameAll(run, organization, page)
        return { rows: named, total: leastCost > 0 ? dear.size : total }
      }
      const last = met.at(-1)!
      position = [last.bound, last.term_id]
    }
    return null
  })

const nameAll = (run: Runs, organization: number, page: ReadonlyArray<Sums>) =>
  Effect.map(
    run<{ id: number; term: string; campaign: string }>(texts, [
      organization,
      page.map(({ term_id }) => term_id)
    ]),
    (rows): ReadonlyArray<Found> => {
      const byId = new Map(rows.map((row) => [row.id, row]))
      return page.map((sums) => {
        const { campaign, term } = byId.get(sums.term_id)!
        return { ...sums, campaign, term }
      })
    }
  )
