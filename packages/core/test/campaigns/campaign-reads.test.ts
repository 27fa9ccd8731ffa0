import * as SqlClient from "@effect/sql/SqlClient"
import { Effect } from "effect"
import fc from "fast-check"
import { describe, expect, it } from "vitest"
import type { OperationName, Output } from "../../src/contract/index.ts"
import { call } from "../support/call.ts"
import { runCore } from "../support/run-core.ts"

const demo = await runCore()
const owner = demo.keys["northwind"]!.owner!

const read = async <Name extends OperationName>(
  name: Name,
  values: Record<string, unknown> = {},
  key = owner
) => {
  const answer = await demo.run(call(name, key, values))
  if (answer.error !== null) throw new Error(`${name}: ${answer.error._tag}`)
  return answer.output as Output<Name>
}
const refused = async (name: OperationName, values: Record<string, unknown>, key = owner) =>
  (await demo.run(call(name, key, values))).error

const query = <Row extends object>(text: string) =>
  demo.run(Effect.flatMap(SqlClient.SqlClient, (sql) => sql.unsafe<Row>(text)))

describe("organizations", () => {
  it("returns a key's own organization", async () => {
    expect(await read("organizations.list")).toEqual({
      organizations: [
        {
          slug: "northwind",
          name: expect.any(String),
          role: "owner",
          plan: expect.any(String),
          currency: "USD",
          access: "membership",
          adops_team: null
        }
      ],
      total: 1,
      next_cursor: null
    })
    expect(await read("organizations.get")).toMatchObject({
      slug: "northwind",
      max_spend: 12000,
      api_budget_change_limit_pct: 25,
      ad_accounts: [{ platform: "google_ads", status: "linked" }]
    })
  })

  it("names the team that manages a client", async () => {
    const [row] = (await read("organizations.list", {}, demo.keys["contoso"]!.owner!)).organizations
    expect(row).toMatchObject({ slug: "contoso", role: "owner", adops_team: { name: "Blue Team" } })
  })

  it("has no profile before one is created", async () => {
    expect(await read("organizations.business_profile")).toMatchObject({ status: "ready" })
    const tailspin = demo.keys["tailspin"]!.owner!
    expect(await refused("organizations.business_profile", {}, tailspin)).toMatchObject({ _tag: "not_found" })
    expect(await read("organizations.get", {}, tailspin)).toMatchObject({ ad_accounts: [] })
    expect(await read("campaigns.list", {}, tailspin)).toEqual({ campaigns: [], total: 0, next_cursor: null })
  })
})

describe("campaigns", () => {
  it("lists the demo's twelve, newest first, with a week of figures", async () => {
    const { campaigns, next_cursor, total } = await read("campaigns.list")
    expect(total).toBe(12)
    expect(next_cursor).toBeNull()
    const created = campaigns.map((campaign) => campaign.created_at)
    expect(created).toEqual(created.toSorted().toReversed())
    const boiler = campaigns.find((campaign) => campaign.slug === "boiler-repair")!
    expect(boiler).toMatchObject({ type: "prospecting", state: "live", budget: 100 })
    // The account's days when the demo data was created, not the days of the test's clock.
    const [week] = await query<{ spend: number; conversions: number }>(`
      select round(sum(cost_micros) / 1e6, 2) as spend, sum(conversions) as conversions
      from campaign_days d join campaigns c on (c.organization_id, c.id) = (d.organization_id, d.campaign_id)
      join organizations o on o.id = c.organization_id
      join ad_accounts a on (a.organization_id, a.id) = (c.organization_id, c.ad_account_id)
      where o.slug = 'northwind' and c.slug = 'boiler-repair'
        and date between a.metrics_synced_through - 6 and a.metrics_synced_through`)
    expect(boiler.spend_7d).toBe(week!.spend)
    expect(boiler.conversions_7d).toBe(week!.conversions)
    expect(boiler.cpa_7d).toBe(Math.round((week!.spend / week!.conversions) * 100) / 100)
    expect(campaigns.find((campaign) => campaign.slug === "radiators-draft")).toMatchObject({
      budget: 0,
      spend_7d: 0,
      cpa_7d: 0
    })
  })

  it("filters by state and by account", async () => {
    for (const [state, total] of [
      ["live", 6],
      ["paused", 4],
      ["draft", 2],
      ["error", 0]
    ] as const) {
      const page = await read("campaigns.list", { state })
      expect([state, page.total]).toEqual([state, total])
      expect(page.campaigns.every((campaign) => campaign.state === state)).toBe(true)
    }
    const { ad_accounts } = await read("organizations.get")
    const inAccount = await read("campaigns.list", { account_id: ad_accounts[0]!.id })
    expect(inAccount.total).toBeGreaterThan(0)
    const { id } = ad_accounts[0]!
    const dashed = `${id.slice(0, 3)}-${id.slice(3, 6)}-${id.slice(6)}`
    expect(await read("campaigns.list", { account_id: dashed })).toEqual(inAccount)
    for (const account_id of ["no-such-account", "123-456-7890", "1234567890", id.slice(1)]) {
      const error = await refused("campaigns.list", { account_id })
      expect(error).toMatchObject({ _tag: "not_found", what: `The ad account "${account_id}"` })
    }
    // Another organization's account is reported like a missing one.
    const foreign = await refused("campaigns.list", { account_id: id }, demo.keys["tailspin"]!.owner!)
    expect(foreign).toMatchObject({ _tag: "not_found" })
  })

  it("returns one, or not_found", async () => {
    expect(await read("campaigns.get", { slug: "emergency-plumber" })).toMatchObject({
      slug: "emergency-plumber",
      budget: 60,
      target_cpa: 35.5,
      last_synced_at: expect.stringMatching(/Z$/)
    })
    expect(await read("campaigns.get", { slug: "spring-offers" })).toMatchObject({ last_synced_at: null })
    expect(await refused("campaigns.get", { slug: "no-such-campaign" })).toMatchObject({ _tag: "not_found" })
    expect(
      await refused("campaigns.get", { slug: "boiler-repair" }, demo.keys["tailspin"]!.owner!)
    ).toMatchObject({
      _tag: "not_found"
    })
  })
})

describe("keywords", () => {
  it("sorts by the requested field, highest first", async () => {
    const columns = { cost: "cost_30d", clicks: "clicks_30d", conversions: "conversions_30d" } as const
    for (const [sort, column] of Object.entries(columns)) {
      const { keywords } = await read("keywords.list", { slug: "boiler-repair", sort, limit: 100 })
      const values = keywords.map((keyword) => keyword[column])
      expect(values).toEqual(values.toSorted((a, b) => b - a))
    }
    const { keywords } = await read("keywords.list", { slug: "boiler-repair", limit: 100 })
    for (const keyword of keywords) {
      const expected = keyword.clicks_30d === 0 ? 0 : keyword.cost_30d / keyword.clicks_30d
      expect(Math.abs(keyword.avg_cpc - expected)).toBeLessThan(0.011)
    }
  })

  it("counts and filters by state", async () => {
    const all = await read("keywords.list", { slug: "boiler-repair" })
    const enabled = await read("keywords.list", { slug: "boiler-repair", state: "enabled" })
    const paused = await read("keywords.list", { slug: "boiler-repair", state: "paused" })
    expect(enabled.total + paused.total).toBe(all.total)
    expect((await read("campaigns.get", { slug: "boiler-repair" })).keywords_count).toBe(all.total)
    expect(await refused("keywords.list", { slug: "nope" })).toMatchObject({ _tag: "not_found" })
  })
})

describe("pages", () => {
  const pagesOf = async (limit: number, between: () => Promise<void> = async () => {}, values = {}) => {
    const seen: Array<string> = []
    for (let cursor: string | undefined; ; ) {
      const page = await read("campaigns.list", {
        ...values,
        limit,
        ...(cursor === undefined ? {} : { cursor })
      })
      expect(page.campaigns.length).toBeLessThanOrEqual(limit)
      seen.push(...page.campaigns.map((campaign) => campaign.slug))
      if (page.next_cursor === null) return seen
      cursor = page.next_cursor
      await between()
    }
  }

  it("return every row once, at any size", async () => {
    const whole = (await read("campaigns.list", { limit: 100 })).campaigns.map((campaign) => campaign.slug)
    for (const limit of [1, 2, 3, 8, 9, 10]) expect(await pagesOf(limit)).toEqual(whole)
    const keywords = async (limit: number) => {
      const seen: Array<string> = []
      let cursor: string | null | undefined
      do {
        const page: Output<"keywords.list"> = await read("keywords.list", {
          slug: "boiler-repair",
          limit,
          ...(cursor ? { cursor } : {})
        })
        seen.push(...page.keywords.map((keyword) => `${keyword.text} ${keyword.match_type}`))
        cursor = page.next_cursor
      } while (cursor !== null)
      return seen
    }
    const all = await keywords(100)
    expect(await keywords(3)).toEqual(all)
    expect(await keywords(1)).toEqual(all)
  })

  it("never repeat or skip stable rows during concurrent changes", async () => {
    const stay = new Set(
      (await read("campaigns.list", { limit: 100 })).campaigns.map((campaign) => campaign.slug)
    )
    await fc.assert(
      fc.asyncProperty(
        fc.integer({ min: 1, max: 4 }),
        fc.array(fc.integer({ min: 0, max: 400 }), { maxLength: 6 }),
        async (limit, days) => {
          const coming = [...days]
          const seen = await pagesOf(limit, async () => {
            const day = coming.pop()
            if (day === undefined) return
            await query("delete from campaigns where slug like 'passing-%' and id % 2 = 0")
            await query(`insert into campaigns (organization_id, slug, name, type, created_at)
            select id, 'passing-' || substr(md5(random()::text), 1, 12), 'Passing', 'brand', now() - ${day} * interval '1 day'
            from organizations where slug = 'northwind'`)
          })
          const staying = seen.filter((slug) => stay.has(slug))
          expect(new Set(seen).size).toBe(seen.length)
          expect(new Set(staying)).toEqual(stay)
        }
      ),
      { numRuns: 15 }
    )
    await query("delete from campaigns where slug like 'passing-%'")
  })

  it("refuse a cursor of another list, filter, organization or key", async () => {
    const cursor = (await read("campaigns.list", { limit: 2 })).next_cursor!
    const foreign = [
      refused("campaigns.list", { cursor, state: "live" }),
      refused("keywords.list", { slug: "boiler-repair", cursor }),
      refused("campaigns.list", { cursor }, demo.keys["fabrikam"]!.owner!),
      refused("campaigns.list", { cursor: cursor.slice(0, -4) }),
      refused("campaigns.list", { cursor: "rubbish" }),
      refused("campaigns.list", { cursor: "" }),
      refused("campaigns.list", {
        cursor: Buffer.from(
          JSON.stringify([JSON.parse(Buffer.from(cursor, "base64url").toString())[0], [1e99, "x"]])
        ).toString("base64url")
      })
    ]
    for (const error of await Promise.all(foreign)) {
      expect(error).toMatchObject({ _tag: "validation_error", fields: [{ path: "cursor" }] })
    }
  })

  it("state the same total for every limit and on every page", async () => {
    for (const limit of [1, 4, 11, 12, 13]) {
      const first = await read("campaigns.list", { limit })
      expect([limit, first.total]).toEqual([limit, 12])
      if (first.next_cursor === null) continue
      const second = await read("campaigns.list", { limit, cursor: first.next_cursor })
      expect([limit, second.total]).toEqual([limit, 12])
    }
  })

  it("count again for a cursor without a total, and reject one that is no count", async () => {
    const { next_cursor } = await read("campaigns.list", { limit: 4 })
    const [fingerprint, position] = JSON.parse(Buffer.from(next_cursor!, "base64url").toString())
    const cursorWith = (...total: ReadonlyArray<unknown>) =>
      Buffer.from(JSON.stringify([fingerprint, position, ...total])).toString("base64url")
    expect((await read("campaigns.list", { limit: 4, cursor: cursorWith() })).total).toBe(12)
    for (const total of ["9", -1, 1.5])
      await expect(read("campaigns.list", { limit: 4, cursor: cursorWith(total) })).rejects.toThrow()
  })

  it("keep the total of the first page if the rows behind a cursor are gone", async () => {
    await query(`insert into campaigns (organization_id, slug, name, type, created_at)
      select id, 'passing-oldest', 'Passing', 'brand', now() - interval '9 years' from organizations where slug = 'northwind'`)
    const first = await read("campaigns.list", { limit: 12 })
    await query("delete from campaigns where slug = 'passing-oldest'")
    const rest = await read("campaigns.list", { limit: 12, cursor: first.next_cursor })
    expect(rest).toEqual({ campaigns: [], total: 13, next_cursor: null })
  })
})

describe("tasks and queued writes", () => {
  it("are returned with their current state", async () => {
    const tasks = await query<{ id: number; status: string }>(
      "select t.id, t.status from tasks t join organizations o on o.id = t.organization_id where o.slug = 'northwind'"
    )
    expect(tasks.length).toBeGreaterThan(0)
    for (const { id, status } of tasks) {
      const task = await read("tasks.get", { id })
      expect(task.status).toBe(status === "queued" ? "running" : status)
      expect(task.progress).toBe(status === "completed" ? 100 : 0)
      if (status === "failed") expect(task.error).toMatchObject({ reason: expect.any(String) })
    }
    expect(await refused("tasks.get", { id: 999_999 })).toMatchObject({ _tag: "not_found" })
    const [waiting] = await query<{ id: string }>(
      "select id from queued_writes where status = 'pending' limit 1"
    )
    const queued = await read("queued_writes.get", { queued_id: waiting!.id }, demo.keys["fabrikam"]!.admin!)
    expect(queued).toMatchObject({ id: waiting!.id, status: "pending" })
    expect(await refused("queued_writes.get", { queued_id: waiting!.id })).toMatchObject({
      _tag: "not_found"
    })
  })
})
