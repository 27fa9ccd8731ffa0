import { Effect } from "effect"
import { afterEach, describe, expect, it } from "vitest"
import { claimDecisions } from "../../src/approvals/notified-decisions.ts"
import type { OperationName } from "../../src/contract/index.ts"
import type { PipelineResponse } from "../../src/request/pipeline-request.ts"
import { AccessTokens } from "../support/access-tokens.ts"
import * as deciding from "../support/approvals.ts"
import { call } from "../support/call.ts"
import { testOrigin } from "../support/demo.ts"
import { campaignOf, executedWrites, queryOn } from "../support/executed-writes.ts"
import { runCore } from "../support/run-core.ts"
import { raceRounds, rounds, staggered } from "../support/staggered.ts"

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
    `select sum(greatest(coalesce(budget, 0), case when conflict is not null then ceil(platform_budget) end)) as sum from campaigns where ${own}`
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

  it("is another one if another app of the same person sends it", async () => {
    const asApp = async () => {
      const mint = Effect.flatMap(AccessTokens, (tokens) =>
        tokens.mint({
          userEmail: "olivia@northwind.test",
          scopes: ["campaigns:write"],
          audience: `${testOrigin}/v1`
        })
      )
      const { token } = await demo.run(mint)
      const values = { org: organization, slug: "boiler-repair", budget: 110, dry_run: false }
      return async () => queued(await demo.run(call("campaigns.update", token, values)))
    }
    const [one, other] = [await asApp(), await asApp()]
    const [first, second] = [await one(), await other()]
    expect(first).not.toBe(second)
    expect([await one(), await other()]).toEqual([first, second])
    expect(await pending()).toHaveLength(2)
  })

  it("returns the same id for each kind of change, while nothing changes", async () => {
    const slug = "boiler-repair"
    const calls: ReadonlyArray<readonly [OperationName, Record<string, unknown>]> = [
      ["campaigns.create", { website_url: "https://fabrikam.example/" }],
      ["campaigns.update", { slug, budget: 101, name: "Boilers", dry_run: false }],
      ["campaigns.set_state", { slug, state: "paused", dry_run: false }],
      ["keywords.add_negatives", { slug, keywords: ["jobs", "salary"], dry_run: false }]
    ]
    for (const [operation, values] of calls) {
      const send = () => demo.run(call(operation, admin!, values))
      const id = queued(await send())
      expect([operation, queued(await send())]).toEqual([operation, id])
    }
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

describe("a write that is sent again after the campaign changed", () => {
  const setBudget = (budget: number) =>
    query(`update campaigns set budget = ${budget}, unpushed = '{}' where ${own} and slug = 'boiler-repair'
      returning id`)
  const rowOf = async (id: string) =>
    (
      await query<{ status: string; reason: string | null; decided_by: number | null }>(
        `select status, reason, decided_by from queued_writes where id = '${id}'`
      )
    )[0]!
  const outdated = { status: "rejected", reason: "outdated" }
  afterEach(() => setBudget(100))

  it.each(["rest", "mcp"] as const)(
    "is queued as it is now over %s, and ends the outdated one",
    async (surface) => {
      const send = () =>
        demo.run(
          call(
            "campaigns.update",
            admin!,
            { slug: "boiler-repair", budget: 115, dry_run: false },
            { surface }
          )
        )
      const read = async (id: string) =>
        (await demo.run(call("queued_writes.get", admin!, { queued_id: id }, { surface }))).output
      const first = queued(await send())
      await setBudget(110)
      const again = await send()
      expect([again.status, again.replayed]).toEqual([202, false])
      const second = queued(again)
      expect(await pending()).toEqual([second])
      expect(await read(first)).toMatchObject({
        ...outdated,
        would_change: { budget: { from: 100, to: 115 } }
      })
      expect(await read(second)).toMatchObject({
        status: "pending",
        would_change: { budget: { from: 110, to: 115 } }
      })
      await expect(demo.run(deciding.approve(decide(first)))).rejects.toThrow(/sent again/)
      expect(queued(await send())).toBe(second)
      expect(await demo.run(deciding.approve(decide(second)))).toMatchObject({ status: "approved" })
      expect(await campaignOf(demo, "boiler-repair", organization)).toMatchObject({ budget: 115 })
    }
  )

  it("is the same if it stops spend from another state", async () => {
    const first = queued(await set("boiler-repair", "paused"))
    await query(`update campaigns set state = 'error' where ${own} and slug = 'boiler-repair' returning id`)
    const again = queued(await set("boiler-repair", "paused"))
    await query(`update campaigns set state = 'live' where ${own} and slug = 'boiler-repair' returning id`)
    expect(again).toBe(first)
  })

  it("takes the place of the outdated one in the queue and under the cap", async () => {
    await settings(`max_spend = ${((await daily()) + 20) * 30}, approval_queue_limit = 1`)
    const first = queued(await update("boiler-repair", { budget: 120 }))
    await setBudget(105)
    const second = queued(await update("boiler-repair", { budget: 120 }))
    expect([await rowOf(first), await pending()]).toMatchObject([outdated, [second]])
    await settings("approval_queue_limit = 200")
    // 15 of the 20 that were free are used by the change, and 5 by the campaign.
    expect((await update("emergency-plumber", { budget: 61 })).error).toMatchObject({
      _tag: "budget_cap_exceeded",
      allowed_max_daily: 60
    })
    // With the new one withdrawn, nothing of either is reserved.
    await demo.run(call("queued_writes.withdraw", admin!, { queued_id: second }))
    queued(await update("emergency-plumber", { budget: 75 }))
  })

  it("leaves the outdated one if the queue has no place even without it", async () => {
    const first = queued(await update("boiler-repair", { budget: 115 }))
    queued(await executedWrites(demo, owner!).update("boiler-repair", { name: "Two" }))
    await settings("approval_queue_limit = 1")
    await setBudget(110)
    expect((await update("boiler-repair", { budget: 115 })).error).toMatchObject({
      _tag: "approval_queue_full"
    })
    expect(await rowOf(first)).toMatchObject({ status: "pending" })
  })

  it("leaves one that is being executed, and those of others", async () => {
    const claimed = queued(await update("boiler-repair", { budget: 115 }))
    const other = queued(await executedWrites(demo, owner!).update("boiler-repair", { budget: 115 }))
    await query(`update queued_writes set claimed_at = now() where id = '${claimed}' returning id`)
    await setBudget(110)
    const second = queued(await update("boiler-repair", { budget: 115 }))
    expect(new Set(await pending())).toEqual(new Set([claimed, other, second]))
    await query(`update queued_writes set claimed_at = null where id = '${claimed}' returning id`)
  })

  it("is no decision that its requester gets an email about", async () => {
    // The earlier decisions were told long ago, so that none delays the next email.
    await query(`update queued_writes set requester_told_at = now() - interval '2 hours' where status <> 'pending'
      returning id`)
    queued(await update("boiler-repair", { budget: 115 }))
    await setBudget(110)
    queued(await update("boiler-repair", { budget: 115 }))
    expect(await demo.run(claimDecisions)).toEqual([])
  })

  it("is queued once, however calls and an approval of the outdated one race", async () => {
    await rounds(raceRounds(6), async (round) => {
      await setBudget(100)
      const first = queued(await update("boiler-repair", { budget: 115 }))
      await setBudget(110)
      const send = async () => queued(await update("boiler-repair", { budget: 115 }))
      const ids = await staggered(
        [
          send,
          send,
          () =>
            demo.run(deciding.approve(decide(first))).then(
              () => null,
              () => null
            )
        ],
        round
      )
      expect(new Set([ids[0], ids[1]])).toEqual(new Set(await pending()))
      expect(await pending()).toHaveLength(1)
      expect(["rejected", "failed"]).toContain((await rowOf(first)).status)
      await clearQueue()
    })
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
