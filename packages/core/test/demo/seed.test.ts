import * as SqlClient from "@effect/sql/SqlClient"
import { expect, it, layer } from "@effect/vitest"
import { Context, Effect, Layer } from "effect"
import { checkPassword, hashSecret } from "../../src/access/index.ts"
import { ceiling, isWellFormedKey, type Role } from "../../src/contract/index.ts"
import { type DemoCredentials, DemoWorld } from "../../src/demo/index.ts"
import { TestDatabase } from "../support/postgres.ts"

const options = { today: "2026-10-15", siteUrl: "http://localhost:4281", appUrl: "http://localhost:4280" }

class Demo extends Context.Tag("test/Demo")<
  Demo,
  { readonly credentials: DemoCredentials; readonly millis: number }
>() {
  static readonly layer = Layer.effect(
    Demo,
    Effect.gen(function* () {
      const start = performance.now()
      const credentials = yield* DemoWorld.seed(options)
      return { credentials: credentials!, millis: performance.now() - start }
    })
  )
}

const World = Demo.layer.pipe(Layer.provideMerge(TestDatabase.layer))

/** Fresh in each database: secrets and what is shown of them, and moments that the database's clock sets. */
const fresh = {
  secrets: ["hash", "prefix", "last_four", "password_hash"],
  shown: ["requester_key_prefix", "requester_key_last_four", "actor_key_prefix", "actor_key_last_four"],
  moments: ["updated_at", "granted_at", "expires_at"]
}
const createdNow = ["memberships", "adops_teams", "adops_team_members", "api_keys"]

/** A fingerprint of each table without what is fresh. */
const fingerprints = Effect.gen(function* () {
  const sql = yield* SqlClient.SqlClient
  const tables = yield* sql<{ name: string }>`
    select c.relname as name from pg_class c
    where c.relnamespace = 'public'::regnamespace and c.relkind = 'r'
      and c.relname <> 'schema_migrations' order by 1`
  const rows = yield* Effect.forEach(tables, ({ name }) => {
    const ignored = [...Object.values(fresh).flat(), ...(createdNow.includes(name) ? ["created_at"] : [])]
    return sql<{ rows: number; print: string }>`
      select count(*) as rows, coalesce(md5(string_agg(line, '\n' order by line)), '') as print
      from (select (to_jsonb(t) - ${ignored}::text[])::text as line from ${sql(name)} t) l`.pipe(
      Effect.map(([found]) => [name, found!] as const)
    )
  })
  return Object.fromEntries(rows)
})

layer(World)("the demo world in a database", (it) => {
  it.effect("was made within seconds", () =>
    Effect.gen(function* () {
      const { millis } = yield* Demo
      expect(millis).toBeLessThan(10_000)
    })
  )

  it.effect("northwind's campaigns are those of the table", () =>
    Effect.gen(function* () {
      const sql = yield* SqlClient.SqlClient
      const rows = yield* sql<{ row: string }>`
        select concat_ws(' ', c.slug, type, state, budget, target_cpa) as row
        from campaigns c join organizations o on o.id = c.organization_id
        where o.slug = 'northwind' order by c.id`
      expect(rows.map(({ row }) => row)).toEqual([
        "boiler-repair prospecting live 100",
        "northwind-brand brand live 20",
        "emergency-plumber prospecting live 60 35.50",
        "bathroom-fitting prospecting paused 30",
        "spring-offers prospecting draft 25",
        "radiators-draft prospecting draft",
        "imported-legacy external live 15",
        "rival-names competitor paused 10",
        "old-sync prospecting paused 10"
      ])
    })
  )

  it.effect("organizations are what they are for", () =>
    Effect.gen(function* () {
      const sql = yield* SqlClient.SqlClient
      const rows = yield* sql`
        select o.slug, o.currency, o.max_spend, o.approvals_required as approvals, t.name as team, p.status as profile,
          a.status as account, l.state as login, (select count(*) from campaigns c where c.organization_id = o.id) > 1 as busy
        from organizations o
        left join adops_teams t on t.id = o.adops_team_id
        left join business_profiles p on p.organization_id = o.id
        left join ad_accounts a on a.organization_id = o.id and a.selected
        left join ad_platform_logins l on l.organization_id = o.id and l.id = a.login_id
        order by o.id`
      const ready = { profile: "ready", account: "linked", login: "connected", team: null, busy: true }
      expect(rows).toEqual([
        { slug: "northwind", currency: "USD", max_spend: 12000, approvals: false, ...ready },
        { slug: "fabrikam", currency: "EUR", max_spend: 12000, approvals: true, ...ready },
        { slug: "contoso", currency: "USD", max_spend: 4000, approvals: false, ...ready, team: "Blue Team" },
        {
          slug: "tailspin",
          currency: "USD",
          max_spend: null,
          approvals: false,
          team: null,
          profile: null,
          account: null,
          login: null,
          busy: false
        },
        { slug: "wingtip", currency: "GBP", max_spend: 3000, approvals: false, ...ready, login: "broken" }
      ])
    })
  )

  it.effect("every key is well formed, stored as a hash, and carries all that its role allows", () =>
    Effect.gen(function* () {
      const sql = yield* SqlClient.SqlClient
      const { credentials } = yield* Demo
      const shape = Object.entries(credentials.keys).map(
        ([slug, keys]) => `${slug}: ${Object.keys(keys).join(" ")}`
      )
      expect(shape).toEqual([
        "northwind: owner admin member",
        "fabrikam: owner admin",
        "contoso: owner",
        "tailspin: owner",
        "wingtip: owner"
      ])
      for (const [slug, keys] of Object.entries(credentials.keys)) {
        for (const [role, key] of Object.entries(keys) as Array<[Role, string]>) {
          expect(isWellFormedKey(key)).toBe(true)
          const [row] = yield* sql<{ slug: string; role: Role; scopes: Array<string> }>`
            select o.slug, m.role, k.scopes from api_keys k
            join organizations o on o.id = k.organization_id
            join memberships m on m.organization_id = k.organization_id and m.user_id = k.user_id
            where k.hash = ${hashSecret(key)}`
          expect(row).toMatchObject({ slug, role })
          expect(new Set(row!.scopes)).toEqual(ceiling(role))
        }
      }
    })
  )

  it.effect("people can sign in, and are told with their organizations", () =>
    Effect.gen(function* () {
      const sql = yield* SqlClient.SqlClient
      const { credentials } = yield* Demo
      const olivia = credentials.people.find(({ email }) => email === "olivia@northwind.test")!
      expect(olivia.organizations).toEqual({ northwind: "owner", fabrikam: "owner" })
      expect(credentials.people.find(({ email }) => email === "ada@adops.test")).toMatchObject({
        organizations: {},
        adops_team: "Blue Team"
      })
      const [row] = yield* sql<{ password_hash: string }>`
        select password_hash from users where email = ${olivia.email}`
      expect(yield* checkPassword(olivia.password, row!.password_hash)).toBe(true)
    })
  )

  it.effect("there are 120 days up to yesterday, tasks to follow, and writes that wait", () =>
    Effect.gen(function* () {
      const sql = yield* SqlClient.SqlClient
      const [span] =
        yield* sql`select min(date) as from, max(date) as to, count(distinct date) as days from campaign_days`
      expect(span).toEqual({ from: "2026-06-17", to: "2026-10-14", days: 120 })
      const tasks = yield* sql<{ status: string }>`select distinct status from tasks order by 1`
      expect(tasks.map(({ status }) => status)).toEqual(["completed", "failed", "running"])
      const waiting = yield* sql`
        select o.slug, q.status from queued_writes q join organizations o on o.id = q.organization_id order by 2`
      expect(waiting).toEqual(
        ["approved", "pending", "rejected"].map((status) => ({ slug: "fabrikam", status }))
      )
      const changed = yield* sql`
        select c.slug from campaigns c join platform_changes p
          on p.organization_id = c.organization_id and p.campaign_id = c.id and p.at > c.last_synced_at
        join organizations o on o.id = c.organization_id where o.slug = 'northwind' group by 1`
      expect(changed).toEqual([{ slug: "old-sync" }])
    })
  )

  it.effect("seeding again changes nothing, and another database gets the same", () =>
    Effect.gen(function* () {
      const before = yield* fingerprints
      expect(yield* DemoWorld.seed({ ...options, today: "2027-01-01" })).toBeNull()
      expect(yield* fingerprints).toEqual(before)
      const elsewhere = Effect.zipRight(DemoWorld.seed(options), fingerprints)
      expect(yield* Effect.provide(elsewhere, Layer.fresh(TestDatabase.layer))).toEqual(before)
    })
  )
})

it.effect("two that start at once make one world", () =>
  Effect.gen(function* () {
    const made = yield* Effect.all([DemoWorld.seed(options), DemoWorld.seed(options)], { concurrency: 2 })
    expect(made.filter((credentials) => credentials !== null)).toHaveLength(1)
  }).pipe(Effect.provide(TestDatabase.layer))
)
