import { afterEach, describe, expect, it } from "vitest"
import type { PipelineResponse } from "../../src/request/pipeline-request.ts"
import * as deciding from "../support/approvals.ts"
import { call } from "../support/call.ts"
import { campaignOf, executedWrites, queryOn } from "../support/executed-writes.ts"
import { runCore } from "../support/run-core.ts"

/* Fabrikam requires approvals. */
const organization = "fabrikam"
const demo = await runCore()
const query = queryOn(demo)
const { admin, owner } = demo.keys[organization]!
const { set, undo, update } = executedWrites(demo, admin!)

const own = `organization_id = (select id from organizations where slug = '${organization}')`
const queued = ({ error }: PipelineResponse): string => {
  expect(error).toMatchObject({ _tag: "approval_required" })
  return (error as unknown as { queued_recommendation_id: string }).queued_recommendation_id
}
const pending = async () =>
  (await query<{ id: string }>(`select id from queued_writes where ${own} and status = 'pending'`)).map(
    ({ id }) => id
  )
const settings = (what: string) =>
  query(`update organizations set ${what} where slug = '${organization}' returning id`)
const daily = async () => {
  const [row] = await query<{ sum: number }>(
    `select sum(coalesce(budget, 0)) as sum from campaigns where ${own}`
  )
  return Number(row!.sum)
}
const decide = (id: string) => ({ organization, id, by: "olivia@northwind.test" })

const clearQueue = () =>
  query(`update queued_writes set status = 'rejected', decided_at = now() where ${own} and status = 'pending'
    returning id`)
await clearQueue()
afterEach(async () => {
  await clearQueue()
  await settings("max_spend = 12000, approval_queue_limit = 200")
})

describe("a write that is already queued", () => {
  it("returns the same id, is marked as a replay, and is queued once", async () => {
    const first = await update("boiler-repair", { budget: 110 })
    const again = await update("boiler-repair", { budget: 110 })
    expect([first.replayed, again.replayed]).toEqual([false, true])
    expect(queued(again)).toBe(queued(first))
    expect(await pending()).toEqual([queued(first)])
    // The organization's id or slug makes no difference.
    expect(queued(await update("boiler-repair", { budget: 110, org: organization }))).toBe(queued(first))
    expect(await pending()).toHaveLength(1)
  })

  it("is queued separately with other parameters, by another caller, and after a decision", async () => {
    const id = queued(await set("boiler-repair", "paused"))
    const others = [
      queued(await set("boiler-repair", "draft")),
      queued(await executedWrites(demo, owner!).set("boiler-repair", "paused"))
    ]
    expect(new Set([id, ...others]).size).toBe(3)
    await demo.run(deciding.reject(decide(id)))
    expect(queued(await set("boiler-repair", "paused"))).not.toBe(id)
  })
})

describe("the headroom that pending writes reserve", () => {
  it("is one reservation per campaign: the larger of two raises", async () => {
    const before = await daily()
    await settings(`max_spend = ${(before + 20) * 30}`)
    const raises = [
      queued(await update("boiler-repair", { budget: 112 })),
      queued(await update("boiler-repair", { budget: 118 }))
    ]
    expect(new Set(raises).size).toBe(2)
    // 20 are free and 18 of them are reserved, not 12 and 18.
    expect((await update("emergency-plumber", { budget: 63 })).error).toMatchObject({
      _tag: "budget_cap_exceeded",
      allowed_max_daily: 62
    })
    queued(await update("emergency-plumber", { budget: 62 }))
    // Its own reservation does not block it.
    expect(await demo.run(deciding.approve(decide(raises[1]!)))).toMatchObject({ status: "approved" })
    expect(await campaignOf(demo, "boiler-repair", organization)).toMatchObject({ budget: 118 })
    await query(`update campaigns set budget = 100, unpushed = '{}' where ${own} and slug = 'boiler-repair'
      returning id`)
  })
})

describe("a full queue", () => {
  it("refuses with its limit, on both surfaces, and accepts replays and previews", async () => {
    await settings("approval_queue_limit = 2")
    const first = queued(await update("boiler-repair", { name: "One" }))
    queued(await executedWrites(demo, owner!).update("boiler-repair", { name: "Two" }))
    const values = { slug: "boiler-repair", name: "Three" }
    for (const surface of ["rest", "mcp"] as const) {
      const full = await demo.run(
        call("campaigns.update", admin!, { ...values, dry_run: false }, { surface })
      )
      expect(full).toMatchObject({ status: 429, error: { _tag: "approval_queue_full", limit: 2 } })
    }
    expect(await pending()).toHaveLength(2)
    expect(queued(await update("boiler-repair", { name: "One" }))).toBe(first)
    expect((await update("boiler-repair", { name: "Three", dry_run: true })).error).toBeNull()
    await demo.run(deciding.reject(decide(first)))
    queued(await update("boiler-repair", { name: "Three" }))
  })

  it("holds at most half of its limit from one caller", async () => {
    await settings("approval_queue_limit = 5")
    for (const name of ["One", "Two", "Three"]) queued(await update("boiler-repair", { name }))
    const { error } = await update("boiler-repair", { name: "Four" })
    expect(error).toMatchObject({ _tag: "approval_queue_full", limit: 3, of: "caller" })
    queued(await executedWrites(demo, owner!).update("boiler-repair", { name: "Four" }))
    queued(await executedWrites(demo, owner!).update("boiler-repair", { name: "Five" }))
    expect((await executedWrites(demo, owner!).update("boiler-repair", { name: "Six" })).error).toMatchObject(
      {
        limit: 5,
        of: "organization"
      }
    )
  })

  it("accepts a write that stops spend", async () => {
    await settings("approval_queue_limit = 1")
    queued(await update("boiler-repair", { name: "One" }))
    expect((await update("boiler-repair", { budget: 101 })).error).toMatchObject({ limit: 1 })
    const pause = queued(await set("boiler-repair", "paused"))
    queued(await update("boiler-repair", { budget: 99 }))
    // Together with a new name, the write does more than stop spend.
    expect((await update("boiler-repair", { budget: 99, name: "Two" })).error).toMatchObject({ limit: 1 })
    expect(await demo.run(deciding.approve(decide(pause)))).toMatchObject({ status: "approved" })
    await query(`update campaigns set state = 'live', unpushed = '{}' where ${own} and slug = 'boiler-repair'
      returning id`)
  })

  it("holds an undo like any other write", async () => {
    await settings("approval_queue_limit = 1")
    const approved = await demo.run(
      deciding.approve(decide(queued(await update("boiler-repair", { name: "Made" }))))
    )
    const { action_id } = approved.result as { action_id: string }
    const id = queued(await undo(action_id))
    expect(queued(await undo(action_id))).toBe(id)
    expect((await update("boiler-repair", { name: "Other" })).error).toMatchObject({
      _tag: "approval_queue_full",
      limit: 1
    })
  })
})
