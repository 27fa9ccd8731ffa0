import { rebuildTotals, writeSearchTerms } from "@adwarden/core"
import * as SqlClient from "@effect/sql/SqlClient"
import { Effect } from "effect"
import { fill, sameSize, type Tenant } from "../world.ts"

export interface ReadsSize {
  /** Numbers of campaigns of the larger organizations. They determine the rows of search terms. */
  readonly large: ReadonlyArray<number>
  readonly small: number
  /** Number of days with campaign figures. */
  readonly days: number
  /** Number of days in which all search terms occur. */
  readonly termDays: number
  /** Number of search terms per campaign. */
  readonly terms: number
  /** Impressions per day of a medium campaign. They determine the number of rows. */
  readonly impressions: number
}

export interface LargeTenant extends Tenant {
  readonly id: number
  readonly campaigns: number
  readonly rows: number
}

export interface ReadsWorld {
  /** Largest first. */
  readonly large: ReadonlyArray<LargeTenant>
  readonly small: ReadonlyArray<Tenant>
}

const small = { campaigns: 5, days: 90 }

/**
 * Inserts search terms distributed like the emulator's traffic: shares fall with the rank to the power of
 * -1.05, and volumes and prices of campaigns are lognormal. Most impressions have no click. The few days of a
 * rare term spread over the whole time; a frequent term occurs every day. A tenth of the terms never converts.
 * The first of these is the most frequent term and takes three shares, so that detectors find it in most campaigns.
 */
const insertTerms = (sql: SqlClient.SqlClient, size: ReadsSize) =>
  Effect.gen(function* () {
    yield* sql`insert into search_terms (organization_id, campaign_id, term)
      select c.organization_id, c.id, 'search ' || n || ' of ' || c.slug
      from campaigns c, generate_series(1, ${size.terms}::int) n`
    yield* sql`create unlogged table traffic as
      with shares as (select sum(n ^ -1.05) as sum from generate_series(1, ${size.terms}::int) n),
      markets as (
        select c.organization_id, c.id, case when o.slug like 'org-%' then ${small.days}::int else ${size.termDays}::int end as span,
          ${size.impressions}::int * exp(0.5 * random_normal()) / shares.sum as volume, 5.42 * exp(0.3 * random_normal()) as price
        from campaigns c join organizations o on o.id = c.organization_id, shares
      )
      -- The exponential of a mean beyond 745 is too small for a number.
      select *, 1 - exp(-least(mean, 700)) as chance
      from (
        select organization_id, campaign_id, term_id, span, price * (0.8 + 0.4 * random()) as price,
          volume * rank ^ -1.05 * case when rank = 1 then 3 else 1 end as mean,
          case when rank % 10 = 1 then 0 else 0.08 end as rate
        from (
          select s.organization_id, s.campaign_id, s.id as term_id, span, price, volume,
            row_number() over (partition by s.campaign_id order by s.id) as rank
          from search_terms s join markets m on m.organization_id = s.organization_id and m.id = s.campaign_id
        ) t
      ) t`
  })

/** Inserts the days in their order, as syncs do. */
const insertDays = (sql: SqlClient.SqlClient) =>
  Effect.gen(function* () {
    yield* sql`insert into search_term_days (organization_id, campaign_id, term_id, date, ad_id, impressions, clicks,
        cost_micros, conversions, conversions_value)
      with seen as (
        select organization_id, campaign_id, term_id, price, mean, rate, day from traffic, generate_series(0, span - 1) day
        where chance >= 0.3 and random() < chance
        union all
        select organization_id, campaign_id, term_id, price, mean, rate,
          (turn * (span / few) + floor(random() * (span / few)))::int as day
        from (select *, floor(span * chance + random())::int as few from traffic
          where chance < 0.3) t, generate_series(0, few - 1) turn where few > 0
      ), shown as (
        select *, greatest(1, round(mean * exp(0.4 * random_normal())))::int as impressions from seen
      ), clicked as (select *, floor(impressions * 0.06 + random())::int as clicks from shown)
      select v.organization_id, v.campaign_id, v.term_id, current_date - 1 - day, a.id, impressions, clicks,
        round(clicks * price * exp(0.35 * random_normal()) * 100) * 10000,
        case when clicks > 0 and random() < rate * clicks then 1 else 0 end, 0
      from clicked v join ads a on a.organization_id = v.organization_id and a.campaign_id = v.campaign_id
      order by day desc`
    yield* sql`drop table traffic`
  })

/** Inserts rows before creating their index and without checking each, which takes a fifth of the time. */
const withoutIndexes = <A, E, R>(sql: SqlClient.SqlClient, work: Effect.Effect<A, E, R>) =>
  Effect.gen(function* () {
    const indexes = yield* sql<{ name: string; definition: string }>`
      select indexrelid::regclass::text as name, pg_get_indexdef(indexrelid) as definition from pg_index
      where indrelid = 'search_term_days'::regclass and not indisprimary`
    const [key] = yield* sql<{ name: string; definition: string }>`
      select conname as name, pg_get_constraintdef(oid) as definition from pg_constraint
      where conrelid = 'search_term_days'::regclass and contype = 'p'`
    yield* sql.unsafe(`alter table search_term_days drop constraint ${key!.name}`)
    for (const { name } of indexes) yield* sql.unsafe(`drop index ${name}`)
    yield* work
    yield* sql.unsafe(`alter table search_term_days add constraint ${key!.name} ${key!.definition}`)
    for (const { definition } of indexes) yield* sql.unsafe(definition)
  })

const bare = (sql: SqlClient.SqlClient, size: ReadsSize) =>
  sql.withTransaction(
    Effect.gen(function* () {
      for (const setting of [
        "session_replication_role = replica",
        "statement_timeout = 0",
        "work_mem = '256MB'",
        "maintenance_work_mem = '512MB'"
      ]) {
        yield* sql.unsafe(`set local ${setting}`)
      }
      yield* sql`select setseed(0.42)`
      yield* withoutIndexes(sql, Effect.zipRight(insertTerms(sql, size), insertDays(sql)))
    })
  )

/** Fills the database with one large organization, some medium ones and many small ones. */
export const fillReads = (size: ReadsSize): Effect.Effect<ReadsWorld, unknown, SqlClient.SqlClient> =>
  Effect.gen(function* () {
    const sql = yield* SqlClient.SqlClient
    const large = size.large.map((campaigns) => ({ slug: `large-${campaigns}`, campaigns, days: size.days }))
    const tenants = yield* fill([...large, ...sameSize({ organizations: size.small, ...small })])
    yield* sql`insert into ads (organization_id, campaign_id, name, url)
      select organization_id, id, 'Ad', 'https://example.test' from campaigns`
    yield* bare(sql, size)
    const counted = yield* sql<{ id: number; slug: string; rows: number }>`
      select o.id, o.slug, (select count(*) from search_term_days d where d.organization_id = o.id) as rows
      from organizations o order by o.id`
    yield* Effect.forEach(counted, ({ id }) => rebuildTotals(id))
    yield* sql`vacuum analyze ads, search_terms, search_term_days, search_term_totals, search_term_windows`
    return {
      large: large.map(({ campaigns, slug }) => ({
        campaigns,
        ...tenants.find((one) => one.slug === slug)!,
        ...counted.find((one) => one.slug === slug)!
      })),
      small: tenants.filter(({ slug }) => slug.startsWith("org-"))
    }
  })

const lagDays = 14
const windowDays = 10

/**
 * Writes the search terms of an organization's next daily sync: the days that the sync reads again, some with
 * late conversions, and one new day. Like the sync, it writes a few days per transaction.
 */
export const nextDay = ({ id }: LargeTenant) =>
  Effect.gen(function* () {
    const sql = yield* SqlClient.SqlClient
    yield* sql`insert into campaign_days (organization_id, campaign_id, date, impressions, clicks, cost_micros, conversions)
      select organization_id, campaign_id, date + 1, impressions, clicks, cost_micros, conversions from campaign_days
      where organization_id = ${id} and date = (select max(date) from campaign_days where organization_id = ${id})`
    const rows = yield* sql<{ date: string }>`
      with synced as (
        select *, date + case when copy = 1 then 7 else 0 end as synced_date from search_term_days,
          (select max(date) as latest from campaign_days where organization_id = ${id}) l, generate_series(0, 1) copy
        where organization_id = ${id} and date > latest - ${lagDays + 1}::int and (copy = 0 or date = latest - 7)
      )
      select d.campaign_id, s.term, d.ad_id, synced_date as date, impressions, clicks, cost_micros,
        conversions + case when clicks > 0 and random() < 0.05 then 1 else 0 end as conversions, conversions_value,
        0 as by_ai_max
      from synced d join search_terms s on s.organization_id = d.organization_id and s.id = d.term_id`
    const days = [...new Set(rows.map(({ date }) => date))].sort()
    let longest = 0
    const began = performance.now()
    for (let n = 0; n < days.length; n += windowDays) {
      const some = days.slice(n, n + windowDays)
      const began = performance.now()
      yield* sql.withTransaction(
        Effect.zipRight(
          sql`set local statement_timeout = '5min'`,
          writeSearchTerms(
            { organizationId: id, accountId: `acc_${id}` },
            { from: some[0]!, to: some.at(-1)! },
            rows.filter(({ date }) => some.includes(date))
          )
        )
      )
      longest = Math.max(longest, performance.now() - began)
    }
    return { rows: rows.length, seconds: (performance.now() - began) / 1000, longest: longest / 1000 }
  })
