import { serve } from "@hono/node-server"
import { Hono } from "hono"
import pg from "pg"
import { announce } from "./query.ts"

/*
 * The same responses from handwritten, prepared SQL over the days: without credential, scope, limit,
 * validation, log or rollups.
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

/**
 * Search terms whose lack of conversions luck does not explain, over 90 days without the last three: the expected
 * conversions by clicks at the lower bound of the rate, or by cost, and Benjamini-Hochberg over all that cost two
 * conversions. These campaigns have no keywords.
 */
const waste = `
with latest as (select max(date) as day from campaign_days where organization_id = $1),
whole as (
  select sum(clicks)::float8 as clicks, sum(conversions)::float8 as conversions,
    (sum(cost_micros) / nullif(sum(conversions), 0))::float8 as cpa
  from latest, campaign_days where organization_id = $1 and campaign_id = $2 and date <= day - 3 and date > day - 90
),
terms as (
  select term_id, sum(cost_micros) filter (where date > day - $3::int)::float8 as cost,
    sum(clicks) filter (where date > day - $3::int)::float8 as clicks,
    coalesce(sum(cost_micros) filter (where date > day - 30), 0)::float8 as cost30,
    sum(cost_micros) filter (where date <= day - 3)::float8 as known_cost,
    sum(clicks) filter (where date <= day - 3)::float8 as known_clicks, sum(conversions)::float8 as converted
  from latest, search_term_days where organization_id = $1 and campaign_id = $2 and date > day - 90
  group by term_id
),
judged as (
  select t.*, case when converted > 0 then 1 else exp(-least(known_cost / cpa, known_clicks *
    (rate + 0.708326 / (2 * others) - 0.841621 * sqrt(rate * (1 - rate) / others + 0.708326 / (4 * others ^ 2)))
    / (1 + 0.708326 / others))) end as p
  from terms t, whole, lateral (select whole.clicks - known_clicks as others) o,
    lateral (select least(1, conversions / others) as rate) r
  where conversions >= 10 and known_cost >= 2 * cpa
),
ranked as (select *, row_number() over (order by p) as rank, count(*) over () as family from judged)
select s.term, t.cost, t.clicks, t.cost30 from ranked t
join search_terms s on s.organization_id = $1 and s.id = t.term_id
where cost > 0 and p <= (select max(p) from ranked where p <= 0.1 * rank / family) order by cost desc, term`

const save = `
insert into recommendations (organization_id, campaign_id, id, type, summary, details, estimated_monthly_saving)
values ($1, $2, $3, 'negative_keywords', $4, $5, nullif($6::numeric, 0))
on conflict (organization_id, campaign_id, type, discriminator) where status = 'pending' do update
set summary = excluded.summary, details = excluded.details, updated_at = now(),
  estimated_monthly_saving = excluded.estimated_monthly_saving
returning id`

const campaignOf = `select o.id as organization, c.id as campaign from organizations o
  join campaigns c on c.organization_id = o.id where o.slug = $1 and c.slug = $2`

const organization = `select id, (select max(date) from campaign_days where organization_id = id)::text as latest
  from organizations where slug = $1`

// Enough memory for the sums, as an author of handwritten SQL would configure.
const pool = new pg.Pool({
  connectionString: process.env["DATABASE_URL"],
  max: 10,
  options: "-c work_mem=64MB"
})

const money = (micros: number) => Math.round(micros / 10_000) / 100

const ask = async (name: string, text: string, values: ReadonlyArray<unknown>) =>
  (await pool.query({ name, text, values: [...values] })).rows

/** Returns the organization with the first and last of this many days, up to the latest day with data. */
const loadRange = async (slug: string, days: number) => {
  const [{ id, latest }] = await ask("organization", organization, [slug])
  const back = (n: number) => new Date(Date.parse(latest) - n * 86_400_000).toISOString().slice(0, 10)
  return { now: [id, back(days - 1), latest], before: [id, back(2 * days - 1), back(days)] }
}

const app = new Hono()
  .get("/v1/organizations/:org", async (c) => {
    const [found] = await ask("organization", organization, [c.req.param("org")])
    return c.json(found)
  })
  .get("/v1/organizations/:org/performance", async (c) => {
    const group = (c.req.query("group_by") ?? "campaign") as keyof typeof performance
    const values = await loadRange(c.req.param("org"), Number(c.req.query("days") ?? 7))
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
    const { now } = await loadRange(c.req.param("org"), Number(c.req.query("days") ?? 30))
    const rows = await ask("terms", searchTerms, now)
    return c.json({
      search_terms: rows.map(({ cost, total: _, ...row }) => ({ ...row, cost: money(cost) })),
      total: rows[0]?.total ?? 0
    })
  })
  .post("/v1/organizations/:org/campaigns/:slug/detect", async (c) => {
    const { days } = (await c.req.json<{ options: { days: number } }>()).options
    const [found] = await ask("campaign", campaignOf, [c.req.param("org"), c.req.param("slug")])
    const rows = await ask("waste", waste, [found.organization, found.campaign, days])
    const findings = rows.map(({ clicks, cost, term }) => ({ term, clicks, [`cost_${days}d`]: money(cost) }))
    if (findings.length === 0) return c.json({ findings })
    const operations = rows.map(({ term }) => ({ op: "add_negative_keyword", text: term, match: "phrase" }))
    const [saved] = await ask("save", save, [
      found.organization,
      found.campaign,
      `rec_${crypto.randomUUID()}`,
      `Exclude ${rows.length} search terms`,
      JSON.stringify({ version: 1, findings, operations }),
      money(rows.reduce((sum, { cost30 }) => sum + cost30, 0))
    ])
    return c.json({ findings: findings.map((one) => ({ ...one, recommendation_id: saved.id })) })
  })

serve({ fetch: app.fetch, port: Number(process.env["PORT"]), hostname: "127.0.0.1" }, announce)
