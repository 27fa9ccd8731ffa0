import * as SqlClient from "@effect/sql/SqlClient"
import { Effect } from "effect"
import { describe, expect, it } from "vitest"
import type { Output } from "../../src/contract/index.ts"
import { linkProblem } from "../../src/organizations/link-account.ts"
import { call } from "../support/call.ts"
import { runCore } from "../support/run-core.ts"

const demo = await runCore()
const owner = demo.keys["northwind"]!.owner!
const query = <Row extends object>(text: string) =>
  demo.run(Effect.flatMap(SqlClient.SqlClient, (sql) => sql.unsafe<Row>(text)))
const detail = async (key = owner) => {
  const answer = await demo.run(call("organizations.get", key))
  expect(answer.error).toBeNull()
  return answer.output as Output<"organizations.get">
}

describe("the detail of an organization", () => {
  it("lists the accounts of its campaigns and the selected one, and no others", async () => {
    const before = (await detail()).ad_accounts.map(({ id }) => id)
    await query("update ad_accounts set selected = false where organization_id = 1")
    await query(`insert into ad_accounts (organization_id, id, customer_id, status, selected) values
      (1, '777', '777', 'linked', false), (1, '888', '888', 'linked', true), (1, '999', '999', 'linked', false)`)
    await query(
      "update campaigns set ad_account_id = '999' where organization_id = 1 and slug = 'radiators-draft'"
    )
    const after = (await detail()).ad_accounts.map(({ id }) => id)
    expect(after.toSorted()).toEqual([...before, "888", "999"].toSorted())
  })

  it("reports the caller's permissions, and whether approval is required", async () => {
    expect(await detail()).toMatchObject({ role: "owner", approvals_required: false })
    expect((await detail()).scopes).toEqual(expect.arrayContaining(["campaigns:write", "audit:read"]))
    expect((await detail()).missing_scopes).toEqual([])
    const admin = await detail(demo.keys["northwind"]!.admin!)
    expect(admin.missing_scopes).toEqual(["audit:read"])
    await query("update organizations set approvals_required = true where id = 1")
    expect(await detail()).toMatchObject({ approvals_required: true })
  })

  it("reports the day of the ad account, and the writes of the day with their reset", async () => {
    await query(`update ad_accounts set time_zone = 'Pacific/Kiritimati' where organization_id = 1`)
    const read = await detail()
    const dayAt = (millis: number) => new Date(millis).toISOString().slice(0, 10)
    // Kiritimati is 14 hours ahead of UTC; the day may end between the read and this.
    expect([dayAt(Date.now()), dayAt(Date.now() + 14 * 3_600_000)]).toContain(read.today)
    expect(read).toMatchObject({ time_zone: "Pacific/Kiritimati", writes_per_day: 1000 })
    expect(Date.parse(read.writes_reset_at!) % 86_400_000).toBe(0)
    expect(Date.parse(read.writes_reset_at!) - Date.now()).toBeLessThanOrEqual(86_400_000)
    await query(`update ad_accounts set time_zone = 'America/Los_Angeles' where organization_id = 1`)
  })

  it("reports the monthly commitment, with pending writes and the platform's budgets", async () => {
    const [left] = await query<{ total: number }>(
      "select sum(budget_left)::float as total from campaigns where organization_id = 1"
    )
    const committed = async () => ((await detail()).committed_monthly! - left!.total) / 30
    await query("delete from queued_writes where organization_id = 1")
    const [sum] = await query<{ sum: number }>(
      "select sum(greatest(coalesce(budget, 0), case when conflict is not null then ceil(platform_budget) end))::int as sum from campaigns where organization_id = 1"
    )
    expect(left!.total).toBeGreaterThan(0)
    expect(await committed()).toBeCloseTo(sum!.sum, 6)
    // A decrease that the platform does not have yet frees no headroom.
    await query(`update campaigns set budget = 40, platform_budget = 100, unpushed = '{budget}'
      where organization_id = 1 and slug = 'boiler-repair'`)
    expect(await committed()).toBeCloseTo(sum!.sum, 6)
    await query(
      `update campaigns set unpushed = '{name}' where organization_id = 1 and slug = 'boiler-repair'`
    )
    expect(await committed()).toBeCloseTo(sum!.sum - 60, 6)
    // Fractional platform budgets count rounded up.
    await query(`update campaigns set unpushed = '{budget}', platform_budget = 40.01
      where organization_id = 1 and slug = 'boiler-repair'`)
    expect(await committed()).toBeCloseTo(sum!.sum - 59, 6)
  })
})

describe("an account to link", () => {
  const account = {
    customerId: "123",
    loginCustomerId: null,
    name: "Shop",
    currency: "EUR",
    timeZone: "Europe/Dublin",
    isManager: false,
    isTest: false,
    status: "linked"
  } as const
  const message = (...given: Parameters<typeof linkProblem>) => linkProblem(...given)?.fields[0]?.message

  it("has the organization's currency, is no manager, and is accessible", () => {
    expect(linkProblem(account, "123", "EUR")).toBeNull()
    expect(message(account, "123", "USD")).toBe(
      "123 is kept in EUR and the organization in USD; choose an account in USD"
    )
    expect(message({ ...account, isManager: true }, "123", "EUR")).toContain("manager")
    expect(message({ ...account, status: "not_linked" }, "123", "EUR")).toContain("is closed")
    expect(linkProblem({ ...account, status: "pending" }, "123", "EUR")).toBeNull()
    expect(message(undefined, "123", "EUR")).toContain("cannot be reached")
  })
})
