import { Effect, ManagedRuntime } from "effect"
import { afterAll, afterEach, describe, expect, it } from "vitest"
import { wouldChangeOf } from "../../src/approvals/queued-writes.ts"
import { messageOf, type Output, type Scope } from "../../src/contract/index.ts"
import type { PipelineResponse } from "../../src/request/pipeline-request.ts"
import { AccessTokens } from "../support/access-tokens.ts"
import * as deciding from "../support/approvals.ts"
import { call } from "../support/call.ts"
import { coreOn, testOrigin } from "../support/demo.ts"
import { campaignOf, executedWrites, queryOn } from "../support/executed-writes.ts"
import { insertKey } from "../support/keys.ts"
import { runCore } from "../support/run-core.ts"
import { raceRounds, rounds, staggeredSettled } from "../support/staggered.ts"

/* Fabrikam requires approvals. */
const organization = "fabrikam"
const demo = await runCore()
/** Another host on the same database: only the database orders the two. */
const elsewhere = ManagedRuntime.make(coreOn(demo.url))
afterAll(() => elsewhere.dispose())
const query = queryOn(demo)
const { admin, owner } = demo.keys[organization]!
const { set, update } = executedWrites(demo, admin!)

const own = `organization_id = (select id from organizations where slug = '${organization}')`
const queued = ({ error }: PipelineResponse): string => {
  expect(error).toMatchObject({ _tag: "approval_required" })
  return (error as unknown as { queued_recommendation_id: string }).queued_recommendation_id
}
const clearQueue = () =>
  query(`delete from executions where ${own};
    update queued_writes set status = 'rejected', decided_at = now() where ${own} and status = 'pending'`)
await clearQueue()
afterEach(clearQueue)

type Listed = Output<"queued_writes.list">
type One = Output<"queued_writes.get">
const read = async <A>(answer: Promise<PipelineResponse>): Promise<A> => {
  const { error, output } = await answer
  expect(error === null ? null : messageOf(error)).toBeNull()
  return output as A
}
const list = (values: Record<string, unknown> = {}, key = admin!) =>
  read<Listed>(demo.run(call("queued_writes.list", key, values)))
const get = (id: string, key = admin!) =>
  read<One>(demo.run(call("queued_writes.get", key, { queued_id: id })))
const withdraw = (id: string, key = admin!) =>
  demo.run(call("queued_writes.withdraw", key, { queued_id: id }))
const by = "olivia@northwind.test"

/** Creates another key of the person who holds the admin's key. */
const secondKey = async (granted: ReadonlyArray<Scope> = ["campaigns:write", "recommendations:read"]) => {
  const [person] = await query<{ email: string }>(`select u.email from queued_writes q join users u
    on u.id = q.requester_user_id where q.${own} and q.status = 'pending'`)
  return demo.run(insertKey({ organization, email: person!.email, scopes: granted }))
}

describe("a queued write", () => {
  it("reports its change, target, expiry and where to decide", async () => {
    const { budget } = await campaignOf(demo, "boiler-repair", organization)
    const to = Number(budget) + 5
    const id = queued(await update("boiler-repair", { budget: to }))
    const shown = await get(id)
    expect(shown).toEqual({
      id,
      status: "pending",
      operation: "campaigns.update",
      requested_at: expect.stringMatching(/Z$/),
      requested_by: expect.objectContaining({ type: "api_key", user: "femi@fabrikam.test" }),
      mine: true,
      expires_at: expect.stringMatching(/Z$/),
      campaign: "boiler-repair",
      summary: `boiler-repair: Daily budget from €${budget} to €${to}`,
      would_change: { budget: { from: Number(budget), to } },
      may_decide: ["admin", "owner"],
      url: `http://adwarden.test/o/${organization}/optimizations/${id}`
    })
    expect(Date.parse(shown.expires_at!) - Date.parse(shown.requested_at)).toBe(7 * 86_400_000)
    const warnedOf = async (warnings: unknown) => {
      await query(`update queued_writes set preview = jsonb_set(preview, '{warnings}', '${JSON.stringify(warnings)}')
        where id = '${id}' returning id`)
      return (await get(id)).warnings
    }
    expect(await warnedOf(["It waits."])).toEqual(["It waits."])
    for (const unreadable of [[], ["It waits.", 5], "It waits."])
      expect(await warnedOf(unreadable)).toBeUndefined()
  })

  it.each([
    [null, {}],
    [
      { dry_run: true, would_change: { state: { from: "live", to: "paused" } }, blocked_by: null },
      { state: { from: "live", to: "paused" } }
    ],
    [
      { would_apply: [{ op: "x" }], would_lose: { clicks: 0.1 }, needs_approval: true },
      { apply: [{ op: "x" }] }
    ],
    [{ would_create: { ad: "Ad 2" } }, { create: { ad: "Ad 2" } }],
    [
      { would_undo: { action_id: "a" }, would_restore: ["b"] },
      { undo: { action_id: "a" }, restore: ["b"] }
    ]
  ])("reports for the preview %j the change %j", (preview, expected) => {
    expect(wouldChangeOf(preview)).toEqual(expected)
  })

  it("carries the requester's comment, which makes no other write of it, into the log", async () => {
    const preview = (values: object) =>
      read<{ preview_hash: string }>(
        demo.run(call("campaigns.update", admin!, { slug: "boiler-repair", name: "Boilers", ...values }))
      )
    const { preview_hash } = await preview({})
    expect(await preview({ comment: "Shorter" })).toMatchObject({ preview_hash })
    const rename = { name: "Boilers", preview_hash, idempotency_key: "comment" }
    const id = queued(await update("boiler-repair", { ...rename, comment: "Shorter" }))
    expect(queued(await update("boiler-repair", { ...rename, comment: "Clearer" }))).toBe(id)
    expect(queued(await update("boiler-repair", { name: "Boilers" }))).toBe(id)
    expect(await get(id)).toMatchObject({ comment: "Shorter" })
    expect((await list()).queued_writes[0]).toMatchObject({ id, comment: "Shorter" })
    await demo.run(deciding.approve({ organization, id, by }))
    const { actions } = await read<Output<"actions.list">>(demo.run(call("actions.list", owner!, {})))
    expect(actions[0]).toMatchObject({ detail: expect.stringContaining("Boilers"), comment: "Shorter" })
    const asksForNothing = { _tag: "validation_error" }
    expect((await update("boiler-repair", { comment: "Why" })).error).toMatchObject(asksForNothing)
    for (const comment of ["", "x".repeat(301), "two\nlines"])
      expect((await set("boiler-repair", "paused", { comment })).error).toMatchObject(asksForNothing)
  })

  it("is rejected as expired after its days, even before the expiry job has run", async () => {
    const id = queued(await set("boiler-repair", "paused"))
    await query(`update queued_writes set expires_at = now() - interval '1 second' where id = '${id}'`)
    expect(await get(id)).toMatchObject({ status: "rejected", reason: "expired" })
    expect((await list({ status: "pending" })).total).toBe(0)
    expect((await list({ status: "rejected" })).queued_writes.map((one) => one.id)).toContain(id)
    expect((await withdraw(id)).error).toMatchObject({
      _tag: "recommendation_not_pending",
      status: "rejected"
    })
  })
})

describe("the list of queued writes", () => {
  it("returns all of them in pages, newest first, and filters by status", async () => {
    const before = (await list()).total
    const ids = [
      queued(await update("boiler-repair", { name: "One" })),
      queued(await update("boiler-repair", { name: "Two" })),
      queued(await set("boiler-repair", "paused"))
    ]
    await demo.run(deciding.reject({ organization, id: ids[1]!, by, reason: "No." }))
    const found: Array<One> = []
    let cursor: string | null | undefined
    while (cursor !== null) {
      const page: Listed = await list({ limit: 2, ...(cursor === undefined ? {} : { cursor }) })
      expect(page.total).toBe(before + 3)
      found.push(...page.queued_writes)
      cursor = page.next_cursor
    }
    expect(found).toHaveLength(before + 3)
    expect(new Set(found.map(({ id }) => id)).size).toBe(found.length)
    const times = found.map(({ requested_at }) => requested_at)
    expect(times).toEqual(times.toSorted().toReversed())
    const pending = await list({ status: "pending" })
    expect(pending.queued_writes.map(({ id }) => id).toSorted()).toEqual([ids[0], ids[2]].toSorted())
    expect(pending.total).toBe(2)
    expect(await list({ status: "rejected", limit: 100 })).toMatchObject({
      queued_writes: expect.arrayContaining([expect.objectContaining({ id: ids[1], reason: "No." })])
    })
    for (const one of found) expect(one).toEqual(await get(one.id))
  })

  it("requires recommendations:read, and excludes other organizations", async () => {
    queued(await update("boiler-repair", { name: "One" }))
    const key = await secondKey(["campaigns:write"])
    expect((await demo.run(call("queued_writes.list", key))).error).toMatchObject({
      _tag: "insufficient_scope",
      required_scope: "recommendations:read"
    })
    expect((await list({}, demo.keys["tailspin"]!.owner!)).total).toBe(0)
  })
})

describe("withdrawing", () => {
  it("rejects the write, frees its reservation, and is idempotent", async () => {
    const room = async () =>
      (await read<Output<"organizations.get">>(demo.run(call("organizations.get", admin!)))).room_daily!
    const free = await room()
    const { budget } = await campaignOf(demo, "boiler-repair", organization)
    const id = queued(await update("boiler-repair", { budget: Number(budget) + 5 }))
    expect(await room()).toBe(free - 5)
    const first = await read<One>(withdraw(id))
    expect(first).toMatchObject({ id, status: "rejected", reason: "withdrawn" })
    expect(await room()).toBe(free)
    expect(await read<One>(withdraw(id))).toEqual(first)
    await expect(demo.run(deciding.approve({ organization, id, by }))).rejects.toThrow(/withdrawn/)
    expect(await campaignOf(demo, "boiler-repair", organization)).toMatchObject({ budget })
    // The same change can be requested again.
    expect(queued(await update("boiler-repair", { budget: Number(budget) + 5 }))).not.toBe(id)
  })

  it("needs no scope, and works only for the credential that requested the write", async () => {
    const id = queued(await update("boiler-repair", { name: "Mine" }))
    // Neither another key of the same person, nor a higher role, nor a member of another organization.
    for (const key of [await secondKey(), owner!]) {
      const { error, status } = await withdraw(id, key)
      expect(error).toMatchObject({ _tag: "role_denied", required_role: "admin" })
      expect([status, messageOf(error!)]).toEqual([
        403,
        expect.stringContaining("Only the key or app that requested")
      ])
    }
    expect((await withdraw(id, demo.keys["tailspin"]!.owner!)).error?._tag).toBe("not_found")
    expect((await withdraw("qw_nosuchwrite")).error?._tag).toBe("not_found")
    expect((await get(id)).status).toBe("pending")
    const limited = await secondKey(["campaigns:write"])
    const other = queued(await executedWrites(demo, limited).update("boiler-repair", { name: "Theirs" }))
    await query("update api_keys set scopes = '{campaigns:read}' where name = 'test'")
    expect(await read<One>(withdraw(other, limited))).toMatchObject({ reason: "withdrawn" })
  })

  it("works for the connected app that requested the write, and no other of the same person", async () => {
    const connect = () =>
      demo.run(
        Effect.flatMap(AccessTokens, ({ mint }) =>
          mint({
            userEmail: by,
            scopes: ["campaigns:write", "recommendations:read"],
            audience: `${testOrigin}/v1`
          })
        )
      )
    const [mine, other] = [(await connect()).token, (await connect()).token]
    const own = { org: organization, slug: "boiler-repair", name: "By an app", dry_run: false }
    const id = queued(await demo.run(call("campaigns.update", mine, own)))
    const key = await demo.run(insertKey({ organization, email: by, scopes: ["campaigns:write"] }))
    for (const credential of [other, key, admin!])
      expect((await withdraw(id, credential)).error?._tag).toBe("role_denied")
    const ofKey = queued(await executedWrites(demo, key).update("boiler-repair", { name: "By a key" }))
    expect((await withdraw(ofKey, mine)).error?._tag).toBe("role_denied")
    expect(await read<One>(withdraw(id, mine))).toMatchObject({ status: "rejected", reason: "withdrawn" })
  })

  it("is refused after a decision, with what to do", async () => {
    const rejected = queued(await update("boiler-repair", { name: "No" }))
    await demo.run(deciding.reject({ organization, id: rejected, by }))
    const refused = (await withdraw(rejected)).error!
    expect(messageOf(refused)).toBe(
      "The queued write is rejected, and only a pending one can be withdrawn. Nothing of it was done, so nothing is left to withdraw."
    )
    const approved = queued(await update("boiler-repair", { name: "Yes" }))
    await demo.run(deciding.approve({ organization, id: approved, by }))
    const late = await withdraw(approved)
    expect([late.status, messageOf(late.error!)]).toEqual([
      409,
      expect.stringContaining(
        "is approved, and only a pending one can be withdrawn. Undo it with {actions.undo}"
      )
    ])
    const claimed = queued(await update("boiler-repair", { name: "Under way" }))
    await query(`update queued_writes set claimed_at = now() where id = '${claimed}'`)
    expect((await withdraw(claimed)).error).toMatchObject({ status: "being executed" })
    expect((await get(claimed)).status).toBe("pending")
  })

  it.each([
    ["on the same host", demo.run],
    ["on another host", elsewhere.runPromise]
  ])(
    "during an approval %s: a withdrawn write is never executed",
    { timeout: 600_000 },
    async (where, run) => {
      const count = raceRounds(24)
      let [approvals, withdrawals] = [0, 0]
      await rounds(count, async (round) => {
        const name = `Round ${round} ${where}`
        const id = queued(await update("boiler-repair", { name }))
        const [withdrawn, approved] = await staggeredSettled<unknown>(
          [() => withdraw(id), () => run(deciding.approve({ organization, id, by }))],
          round
        )
        const { status } = await get(id)
        const { name: now } = await campaignOf(demo, "boiler-repair", organization)
        const took =
          withdrawn!.status === "fulfilled" && (withdrawn!.value as PipelineResponse).error === null
        expect([round, took, approved!.status]).toEqual([
          round,
          status === "rejected",
          status === "rejected" ? "rejected" : "fulfilled"
        ])
        expect([round, now === name]).toEqual([round, status === "approved"])
        if (took) withdrawals++
        else approvals++
      })
      expect(approvals + withdrawals).toBe(count)
    }
  )
})

describe("the same change with another key of the same person", () => {
  it("is a separate queued write: each credential has its own and replays only that", async () => {
    const first = await update("boiler-repair", { name: "Both" })
    const second = executedWrites(demo, await secondKey())
    const theirs = await second.update("boiler-repair", { name: "Both" })
    expect(queued(theirs)).not.toBe(queued(first))
    expect([first.replayed, theirs.replayed]).toEqual([false, false])
    const again = await second.update("boiler-repair", { name: "Both" })
    expect([queued(again), again.replayed]).toEqual([queued(theirs), true])
    expect((await list({ status: "pending" })).total).toBe(2)
  })
})
