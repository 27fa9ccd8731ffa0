import { serve } from "@hono/node-server"
import { Hono } from "hono"
import pg from "pg"
import { announce } from "./query.ts"

/*
 * The same answers by hand-written, prepared SQL over the days, and nothing else: no credential, scope, limit,
 * validation or log, and no sums that somebody keeps.
 */

const figures = `sum(impressions)::float8 as impressions, sum(clicks)::float8 as clicks,
  sum(cost_micros)::float8 as cost, sum(conversions)::float8 as conversions, sum(conversions_value)::float8 as value`
const days = "campaign_days where organization_id = $1 and date between $2 and $3"

const performance = {
  campaign: `select slug as key, d.* from (select campaign_id, ${figures} from ${days} group by campaign_id) d
    join campaigns c on c.organization_id = $1 and c.id = campaign_id order by cost desc, slug`,
  day: `select date::text as key, ${figures} from ${days} group by date order by date`,
  week: `select date_trunc('week', date)::date::text as key, ${figures} from ${days} group by 1 order by 1`
}
const before = `select ${figures} from ${days}`

const searchTerms = `
select s.term, c.slug as campaign, t.clicks, t.cost, t.conversions, t.total
from (
  select term_id, sum(clicks)::float8 as clicks, sum(cost_micros)::float8 as cost, sum(conversions)::float8 as conversions,
    count(*) over ()::float8 as total
  from search_term_days where organization_id = $1 and date between $2 and $3
  group by term_id order by sum(cost_micros) desc, term_id desc limit 20
) t
join search_terms s on s.organization_id = $1 and s.id = t.term_id
join campaigns c on c.organization_id = $1 and c.id = s.campaign_id
order by t.cost desc, t.term_id desc`

const organization = `select id, (select max(date) from campaign_days where organization_id = id)::text as latest
  from organizations where slug = $1`

// As whoever writes such sums by hand would have it: they stay in memory.
const pool = new pg.Pool({
  connectionString: process.env["DATABASE_URL"],
  max: 10,
  options: "-c work_mem=64MB"
})

const money = (micros: number) => Math.round(micros / 10_000) / 100

const ask = async (name: string, text: string, values: ReadonlyArray<unknown>) =>
  (await pool.query({ name, text, values: [...values] })).rows

/** The organization, and the first and last of so many days, counted back from the latest with data. */
const begin = async (slug: string, days: number) => {
  const [{ id, latest }] = await ask("organization", organization, [slug])
  const back = (n: number) => new Date(Date.parse(latest) - n * 86_400_000).toISOString().slice(0, 10)
  return { now: [id, back(days - 1), latest], before: [id, back(2 * days - 1), back(days)] }
}

const app = new Hono()
  .get("/v1/organizations/:org/performance", async (c) => {
    const group = (c.req.query("group_by") ?? "campaign") as keyof typeof performance
    const values = await begin(c.req.param("org"), Number(c.req.query("days") ?? 7))
    const [rows, [previous]] = await Promise.all([
      ask(`performance ${group}`, performance[group], values.now),
      ask("before", before, values.before)
    ])
    const sum = (of: string) => rows.reduce((total, row) => total + row[of], 0)
    const summary = { spend: money(sum("cost")), clicks: sum("clicks"), before: money(previous.cost ?? 0) }
    const shown = rows.map(({ conversions, cost, key }) => ({
      key,
      spend: money(cost),
      conversions,
      cpa: conversions > 0 ? money(cost / conversions) : 0
    }))
    return c.json({ summary, rows: shown })
  })
  .get("/v1/organizations/:org/search-terms", async (c) => {
    const { now } = await begin(c.req.param("org"), Number(c.req.query("days") ?? 30))
    const rows = await ask("terms", searchTerms, now)
    return c.json({
      search_terms: rows.map(({ cost, total: _, ...row }) => ({ ...row, cost: money(cost) })),
      total: rows[0]?.total ?? 0
    })
  })

serve({ fetch: app.fetch, port: Number(process.env["PORT"]), hostname: "127.0.0.1" }, announce)
