import { describe, expect, it } from "vitest"
import { type Output, plusDays } from "../../src/contract/index.ts"
import { parseQuery, withDates } from "../../src/platform/google-ads/query.ts"
import { call } from "../support/call.ts"
import { runOnPlatform } from "../support/on-platform.ts"

const demo = await runOnPlatform()
const owner = demo.keys["northwind"]!.owner!

const ask = (values: Record<string, unknown>, key = owner) => demo.run(call("performance.query", key, values))
const rowsOf = async (values: Record<string, unknown>) => {
  const { error, output } = await ask(values)
  if (error !== null) throw new Error(JSON.stringify(error))
  return output as Output<"performance.query">
}
const byClicks = "SELECT campaign.id, campaign.name, metrics.clicks, metrics.cost_micros FROM campaign"

describe("a query of the ad platform", () => {
  it("returns flat rows under the names of the query, ids as text and metrics as numbers", async () => {
    const { period, rows, truncated } = await rowsOf({
      query: `${byClicks} WHERE segments.date DURING LAST_30_DAYS ORDER BY metrics.clicks DESC`
    })
    expect(truncated).toBe(false)
    const organization = await demo.run(call("organizations.get", owner))
    const { today } = organization.output as Output<"organizations.get">
    expect(period).toEqual({ from: plusDays(today!, -30), to: plusDays(today!, -1) })
    const { from, to } = period!
    const dated = await rowsOf({
      query: `${byClicks} WHERE segments.date BETWEEN '${from}' AND '${to}' ORDER BY metrics.clicks DESC`
    })
    expect(dated).toEqual({ rows, truncated })
    expect(rows.length).toBeGreaterThan(1)
    expect(Object.keys(rows[0]!)).toEqual([
      "campaign.id",
      "campaign.name",
      "metrics.clicks",
      "metrics.cost_micros"
    ])
    for (const row of rows) {
      expect(row["campaign.id"]).toMatch(/^\d+$/)
      expect(row["metrics.cost_micros"]).toBeTypeOf("number")
    }
    const clicks = rows.map((row) => row["metrics.clicks"] as number)
    expect(clicks).toEqual(clicks.toSorted((one, other) => other - one))
    expect(clicks[0]).toBeGreaterThan(0)
  })

  it("returns at most the requested rows, whatever limit the query has", async () => {
    const terms = "SELECT search_term_view.search_term, metrics.clicks FROM search_term_view"
    const some = await rowsOf({ query: `${terms} LIMIT 5000`, limit: 3 })
    expect([some.rows.length, some.truncated]).toEqual([3, true])
    const own = await rowsOf({ query: `${terms} LIMIT 2`, limit: 3 })
    expect([own.rows.length, own.truncated]).toEqual([2, false])
  })

  it.each([
    ["TODAY", "2026-11-19", "2026-11-19"],
    ["yesterday", "2026-11-18", "2026-11-18"],
    ["LAST_7_DAYS", "2026-11-12", "2026-11-18"],
    ["LAST_14_DAYS", "2026-11-05", "2026-11-18"],
    ["LAST_BUSINESS_WEEK", "2026-11-09", "2026-11-13"],
    ["LAST_WEEK_MON_SUN", "2026-11-09", "2026-11-15"],
    ["LAST_WEEK_SUN_SAT", "2026-11-08", "2026-11-14"],
    ["THIS_WEEK_MON_TODAY", "2026-11-16", "2026-11-19"],
    ["THIS_WEEK_SUN_TODAY", "2026-11-15", "2026-11-19"],
    ["THIS_MONTH", "2026-11-01", "2026-11-19"],
    ["LAST_MONTH", "2026-10-01", "2026-10-31"]
  ])("reads %s on a Thursday as the days from %s to %s", (range, from, to) => {
    expect(withDates(`${byClicks} WHERE segments.date DURING ${range} LIMIT 1`, "2026-11-19")).toEqual({
      body: `${byClicks} WHERE segments.date BETWEEN '${from}' AND '${to}' LIMIT 1`,
      period: { from, to }
    })
    const named = `${byClicks} WHERE campaign.name = 'DURING ${range}' AND segments.date DURING SOMETIMES`
    expect(withDates(named, "2026-11-19")).toEqual({ body: named, period: null })
  })

  it("only reads the organization's own accounts", async () => {
    const accounts = await demo.query<{ id: string; slug: string }>(
      "select a.id, o.slug from ad_accounts a join organizations o on o.id = a.organization_id where a.status = 'linked'"
    )
    const own = accounts.find(({ slug }) => slug === "northwind")!.id
    const foreign = accounts.find(({ slug }) => slug !== "northwind")!.id
    expect((await rowsOf({ query: byClicks, account_id: own })).rows.length).toBeGreaterThan(1)
    const { error } = await ask({ query: byClicks, account_id: foreign })
    expect(error).toMatchObject({ _tag: "not_found", next: expect.stringContaining(`are: ${own}.`) })
  })

  it.each([
    "UPDATE campaign SET campaign.status = 'PAUSED'",
    "SELECT campaign.name",
    "SELECT * FROM campaign",
    "SELECT campaign.name, FROM campaign",
    "SELECT change_event.user_email FROM change_event",
    "SELECT customer_client.id FROM customer_client",
    "SELECT campaign.id, metrics.clicks FROM change_event",
    "SELECT campaign.id FROM Invoice WHERE segments.date DURING TODAY",
    "SELECT lead_form_submission_data.id FROM LEAD_FORM_SUBMISSION_DATA",
    "SELECT billing_setup.id FROM billing_setup",
    "SELECT campaign.id FROM campaign WHERE change_event.user_email = 'ceo@example.test'",
    "SELECT campaign.id FROM campaign ORDER BY Customer_Client.id",
    "SELECT campaign.id FROM campaign; DELETE FROM campaign",
    "SELECT campaign.id FROM campaign WHERE campaign.name = 'x",
    `SELECT${" ".repeat(9_000)}campaign.id`,
    `SELECT ${"a ".repeat(4_000)}`
  ])("refuses %s and reads nothing", async (query) => {
    expect(parseQuery(query)).toHaveProperty("_tag", "PlatformRefused")
    expect((await ask({ query })).error).toMatchObject({
      _tag: "validation_error",
      fields: [{ path: "query" }]
    })
  })

  it.each([
    ["SELECT campaign.nmae FROM campaign", "campaign.nmae"],
    ["SELECT campaign.id FROM campaign LIMIT 5 LIMIT 100000", ""]
  ])("reports what the platform says about %s", async (query, message) => {
    const { error } = await ask({ query })
    expect(error).toMatchObject({
      _tag: "validation_error",
      fields: [{ path: "query", message: expect.stringContaining(message) }]
    })
  })

  it("reports a broken login as such", async () => {
    await demo.query(
      "update ad_platform_logins set state = 'broken', broken_reason = 'The login was revoked.'"
    )
    try {
      expect((await ask({ query: byClicks })).error).toMatchObject({
        _tag: "ad_platform_connection_incomplete"
      })
    } finally {
      await demo.query("update ad_platform_logins set state = 'connected', broken_reason = null")
    }
  })
})

describe("the parts of a query", () => {
  it("keeps a text that looks like a limit", () => {
    expect(parseQuery("SELECT campaign.id FROM campaign WHERE campaign.name = 'x LIMIT 5'")).toMatchObject({
      body: "SELECT campaign.id FROM campaign WHERE campaign.name = 'x LIMIT 5'",
      limit: Number.POSITIVE_INFINITY
    })
  })

  it("finds the limit before parameters", () => {
    expect(parseQuery("select campaign.id from campaign limit 7 PARAMETERS include_drafts=true")).toEqual({
      fields: ["campaign.id"],
      body: "select campaign.id from campaign",
      limit: 7,
      parameters: " PARAMETERS include_drafts=true"
    })
  })
})
