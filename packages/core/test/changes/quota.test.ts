import * as SqlClient from "@effect/sql/SqlClient"
import { Effect } from "effect"
import { describe, expect, it } from "vitest"
import { quotaOf, refundQuota, writeQuotaProblem } from "../../src/changes/quota.ts"
import { runCore } from "../support/run-core.ts"

describe("the quota of writes", () => {
  const noon = new Date("2026-11-16T12:00:00Z")

  it.each([
    [0, false],
    [999, false],
    [1000, true],
    [1001, true]
  ])("of 1,000 is used up after %i writes: %s", (used, isUsedUp) => {
    expect(writeQuotaProblem(used, 1000, noon) !== null).toBe(isUsedUp)
    expect(quotaOf(used, 1000)).toEqual({ limit: 1000, remaining: Math.max(0, 1000 - used) })
  })

  it.each([
    ["2026-11-16T00:00:00.000Z", "2026-11-17T00:00:00.000Z", 86_400],
    ["2026-11-16T23:59:59.000Z", "2026-11-17T00:00:00.000Z", 1],
    ["2026-11-16T23:59:59.999Z", "2026-11-17T00:00:00.000Z", 1],
    ["2026-11-16T23:59:58.001Z", "2026-11-17T00:00:00.000Z", 2],
    ["2026-12-31T23:00:00.000Z", "2027-01-01T00:00:00.000Z", 3600],
    ["2028-02-28T12:00:00.000Z", "2028-02-29T00:00:00.000Z", 43_200]
  ])("at %s resets at %s, in %i seconds", (now, resets_at, retryAfter) => {
    expect(writeQuotaProblem(1, 1, new Date(now))).toMatchObject({ limit: 1, resets_at, retryAfter })
  })
})

describe("a write without effect", async () => {
  const demo = await runCore()
  const query = <Row extends object>(text: string) =>
    demo.run(Effect.flatMap(SqlClient.SqlClient, (sql) => sql.unsafe<Row>(text)))
  const set = (rows: string) =>
    query(`with gone as (delete from write_quota where organization_id in (1, 2))
      insert into write_quota (organization_id, day, used) values ${rows}
      on conflict (organization_id, day) do update set used = excluded.used`)
  const used = () =>
    query(`select organization_id as organization, day::text as day, used from write_quota
      where organization_id in (1, 2) order by organization_id, day`)

  it("is refunded to the day on which it was used, even after midnight", async () => {
    await set("(1, '2026-11-15', 5), (1, '2026-11-16', 3), (2, '2026-11-15', 7)")
    await demo.run(refundQuota(1, "2026-11-15"))
    expect(await used()).toEqual([
      { organization: 1, day: "2026-11-15", used: 4 },
      { organization: 1, day: "2026-11-16", used: 3 },
      { organization: 2, day: "2026-11-15", used: 7 }
    ])
  })

  it("never refunds more than was used", async () => {
    await set("(1, '2026-11-15', 1), (1, '2026-11-16', 3)")
    await demo.run(refundQuota(1, "2026-11-15"))
    await demo.run(refundQuota(1, "2026-11-15"))
    expect(await used()).toMatchObject([{ used: 0 }, { used: 3 }])
  })
})
