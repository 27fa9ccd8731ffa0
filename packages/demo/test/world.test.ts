import { checkPassword, Database, hashSecret } from "@adwarden/core"
import { isWellFormedKey, maxScopes, type Role } from "@adwarden/core/contract"
import { demoWorld } from "@adwarden/google-ads-emulator"
import * as SqlClient from "@effect/sql/SqlClient"
import { expect, layer } from "@effect/vitest"
import { Context, Effect, Layer } from "effect"
import { demoDatabase, demoReady } from "../../core/test/support/demo.ts"
import type { DemoCredentials } from "../src/index.ts"
import { northwindTable, otherChannels, tableOf } from "./support.ts"

await demoReady()

class Credentials extends Context.Tag("test/Credentials")<Credentials, DemoCredentials>() {}

const World = Layer.unwrapScoped(
  Effect.map(demoDatabase, ({ credentials, url }) =>
    Layer.merge(Database.layer(url, { maxConnections: 2 }), Layer.succeed(Credentials, credentials))
  )
)

layer(World, { excludeTestServices: true })("the demo world", (it) => {
  it.effect("has northwind's campaigns as defined, and those of Search for fabrikam", () =>
    Effect.gen(function* () {
      expect(yield* tableOf("northwind")).toEqual(northwindTable)
      const alike = northwindTable
        .filter((row) => !otherChannels.has(row.split(" ")[0]!))
        .map((row) => row.replace("northwind", "fabrikam"))
        .toSorted()
      expect(yield* tableOf("fabrikam")).toEqual(alike)
    })
  )

  it.effect("has each organization in its intended state", () =>
    Effect.gen(function* () {
      const sql = yield* SqlClient.SqlClient
      const organizations = yield* sql<{ id: number }>`
        select o.id, o.slug, o.currency, o.max_spend, o.approvals_required as approvals, t.name as team
        from organizations o left join adops_teams t on t.id = o.adops_team_id order by o.id`
      const rows = yield* Effect.forEach(organizations, ({ id, ...organization }) =>
        Effect.gen(function* () {
          const [profile] = yield* sql`select status from business_profiles where organization_id = ${id}`
          const [account] = yield* sql`select a.id, l.state from ad_accounts a
            left join ad_platform_logins l on l.organization_id = ${id} and l.id = a.login_id
            where a.organization_id = ${id} and a.selected`
          // 121 if the account's midnight passed while the demo was created.
          const [days] = yield* sql`select least(count(distinct date), 120)::int as count from campaign_days
            where organization_id = ${id}`
          return {
            ...organization,
            profile: profile?.["status"] ?? null,
            account: account?.["id"] ?? null,
            login: account?.["state"] ?? null,
            days: days!["count"]
          }
        })
      )
      const ready = (n: number) => ({
        approvals: false,
        currency: "USD",
        profile: "ready",
        account: demoWorld.customers[n]!.customerId,
        login: "connected",
        team: null,
        days: 120
      })
      expect(rows).toEqual([
        { ...ready(0), slug: "northwind", max_spend: 12000 },
        { ...ready(1), slug: "fabrikam", max_spend: 12000, currency: "EUR", approvals: true },
        { ...ready(2), slug: "contoso", max_spend: 4000, team: "Blue Team" },
        {
          slug: "tailspin",
          currency: "USD",
          max_spend: null,
          approvals: false,
          team: null,
          profile: null,
          account: null,
          login: null,
          days: 0
        },
        { ...ready(3), slug: "wingtip", max_spend: 3000, login: "broken" }
      ])
    })
  )

  it.effect("stores every key as a hash, well formed and with all scopes of its role", () =>
    Effect.gen(function* () {
      const sql = yield* SqlClient.SqlClient
      const { keys } = yield* Credentials
      expect(Object.entries(keys).map(([slug, own]) => `${slug}: ${Object.keys(own).join(" ")}`)).toEqual([
        "northwind: owner admin member",
        "fabrikam: owner admin",
        "contoso: owner",
        "tailspin: owner",
        "wingtip: owner"
      ])
      for (const [slug, own] of Object.entries(keys)) {
        for (const [role, key] of Object.entries(own) as Array<[Role, string]>) {
          expect(isWellFormedKey(key)).toBe(true)
          const [row] = yield* sql<{ slug: string; role: Role; scopes: Array<string> }>`
            select o.slug, m.role, k.scopes from api_keys k
            join organizations o on o.id = k.organization_id
            join memberships m on m.organization_id = k.organization_id and m.user_id = k.user_id
            where k.hash = ${hashSecret(key)}`
          expect(row).toMatchObject({ slug, role })
          expect(new Set(row!.scopes)).toEqual(maxScopes(role))
        }
      }
    })
  )

  it.effect("lets people sign in and lists their organizations", () =>
    Effect.gen(function* () {
      const sql = yield* SqlClient.SqlClient
      const { people } = yield* Credentials
      const olivia = people.find(({ email }) => email === "olivia@northwind.test")!
      expect(olivia.organizations).toEqual({ northwind: "owner", fabrikam: "owner" })
      expect(people.find(({ email }) => email === "ada@adops.test")).toMatchObject({
        organizations: {},
        adops_team: "Blue Team"
      })
      const [row] = yield* sql<{ password_hash: string }>`
        select password_hash from users where email = ${olivia.email}`
      expect(yield* checkPassword(olivia.password, row!.password_hash)).toBe(true)
    })
  )

  it.effect("has only figures of existing campaigns, ads, keywords and search terms", () =>
    Effect.gen(function* () {
      const sql = yield* SqlClient.SqlClient
      const rows = yield* sql`
        select 'campaign_days' as figures from campaign_days d where not exists (select from campaigns c
          where c.organization_id = d.organization_id and c.id = d.campaign_id)
        union all select 'keyword_days' from keyword_days d where not exists (select from keywords k
          where k.organization_id = d.organization_id and k.campaign_id = d.campaign_id and k.id = d.keyword_id)
        union all select 'ads of search_term_days' from search_term_days d where not exists (select from ads a
          where a.organization_id = d.organization_id and a.campaign_id = d.campaign_id and a.id = d.ad_id)
        union all select 'terms of search_term_days' from search_term_days d where not exists (select from search_terms s
          where s.organization_id = d.organization_id and s.campaign_id = d.campaign_id and s.id = d.term_id)
        union all select 'search_term_totals' from search_term_totals t where not exists (select from search_terms s
          where s.organization_id = t.organization_id and s.campaign_id = t.campaign_id and s.id = t.term_id)`
      expect(rows).toEqual([])
    })
  )

  it.effect("makes about a third of boiler-repair's search term cost planted waste", () =>
    Effect.gen(function* () {
      const sql = yield* SqlClient.SqlClient
      const { market } = demoWorld.customers[0]!.campaigns.find(({ slug }) => slug === "boiler-repair")!
      const waste = market!.terms.flatMap(({ label, text }) => (label === undefined ? [] : [text]))
      const [row] = yield* sql<{ share: number }>`
        select (sum(d.cost_micros) filter (where s.term = any(${waste})) / sum(d.cost_micros))::float as share
        from search_term_days d join campaigns c on c.organization_id = d.organization_id and c.id = d.campaign_id
        join search_terms s on s.organization_id = d.organization_id and s.id = d.term_id
        where c.slug = 'boiler-repair' and c.organization_id = (select id from organizations where slug = 'northwind')`
      expect(row!.share).toBeGreaterThan(0.26)
      expect(row!.share).toBeLessThan(0.41)
    })
  )

  it.effect("has completed and failed tasks, no unpushed changes, and a queued write in each status", () =>
    Effect.gen(function* () {
      const sql = yield* SqlClient.SqlClient
      const rows = yield* sql<{ row: string }>`
        select concat_ws(' ', o.slug, c.slug, t.status, t.error_reason) as row from tasks t
        join organizations o on o.id = t.organization_id
        join campaigns c on c.organization_id = t.organization_id and c.id = t.campaign_id order by t.id`
      expect(rows.map(({ row }) => row)).toEqual([
        "northwind imported-legacy completed",
        "northwind imported-legacy completed",
        "wingtip wooden-toys failed google_ads_connection_broken"
      ])
      const [unsettled] = yield* sql`
        select count(*)::int as n from campaigns c join organizations o on o.id = c.organization_id
        where unpushed <> '{}' and o.slug <> 'wingtip'`
      expect(unsettled).toEqual({ n: 0 })
      const writes = yield* sql<{ row: string }>`
        select concat_ws(' ', o.slug, q.operation, q.status) as row from queued_writes q
        join organizations o on o.id = q.organization_id order by q.requested_at`
      expect(writes.map(({ row }) => row)).toEqual([
        "fabrikam keywords.add_negatives approved",
        "fabrikam campaigns.set_state rejected",
        "fabrikam campaigns.update pending"
      ])
    })
  )

  it.effect("has only old-sync changed in the platform since its last sync", () =>
    Effect.gen(function* () {
      const sql = yield* SqlClient.SqlClient
      const changed = yield* sql`
        select o.slug as organization, c.slug, p.by, p.what from campaigns c
        join platform_changes p on p.organization_id = c.organization_id and p.campaign_id = c.id
          and p.at > c.last_synced_at
        join organizations o on o.id = c.organization_id order by o.id`
      expect(changed).toEqual(
        [
          ["northwind", "$10 to $14"],
          ["fabrikam", "€10 to €14"]
        ].map(([organization, amounts]) => ({
          organization,
          slug: "old-sync",
          by: `agency@${organization}.test`,
          what: `Daily budget changed from ${amounts}`
        }))
      )
    })
  )
})
