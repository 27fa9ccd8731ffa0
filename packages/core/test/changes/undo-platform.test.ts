import { demoWorld } from "@adwarden/google-ads-emulator"
import { Effect } from "effect"
import { afterAll, afterEach, beforeAll, describe, expect, it } from "vitest"
import { expireApprovals } from "../../src/approvals/queued-write.ts"
import { Finisher } from "../../src/changes/finish.ts"
import type { Output } from "../../src/contract/index.ts"
import * as deciding from "../support/approvals.ts"
import { call } from "../support/call.ts"
import { runWithoutCheckLimit } from "../support/no-check-limit.ts"
import { runOnPlatform } from "../support/on-platform.ts"
import { staggered } from "../support/staggered.ts"
import { until } from "../support/until.ts"
import {
  campaignInDatabase,
  campaignInEmulator,
  follow,
  jobsSettled,
  setAndFollow,
  setState,
  startWorker,
  withoutRetryDelays
} from "../support/workers.ts"

type Undone = Output<"actions.undo">

const platform = await runOnPlatform()
const demo = { ...platform, run: runWithoutCheckLimit(platform.runtime) }
const admin = demo.keys["northwind"]!.admin!
const northwind = demoWorld.customers.find(({ slug }) => slug === "northwind")!

const undo = (id: string, more = {}, key = admin) => demo.run(call("actions.undo", key, { id, ...more }))
const update = async (slug: string, values: Record<string, unknown>) => {
  const { output } = await demo.run(call("campaigns.update", admin, { slug, ...values, dry_run: false }))
  return (output as { action_id: string }).action_id
}
const exclude = async (slug: string, ...keywords: ReadonlyArray<string>) => {
  const { error, output } = await demo.run(
    call("keywords.add_negatives", admin, { slug, keywords, dry_run: false })
  )
  expect(error).toBeNull()
  return (output as { action_id: string }).action_id
}
const excludedThere = async () => {
  const { resources } = (await demo.state()) as {
    resources: Record<string, { negative?: boolean; status?: string; keyword?: { text: string } }>
  }
  return Object.entries(resources).flatMap(([ref, { keyword, negative, status }]) =>
    ref.includes("/campaignCriteria/") && negative === true && status !== "REMOVED" ? [keyword!.text] : []
  )
}
const excludedHere = async () =>
  (await demo.query<{ text: string }>("select text from negative_keywords where removed_at is null")).map(
    ({ text }) => text
  )
const used = async () =>
  (
    await demo.query<{ used: number }>(
      "select coalesce(sum(used), 0)::int as used from write_quota where organization_id = 1"
    )
  )[0]!.used
const fault = (values: object) => demo.control("POST", "faults", values)
const budgetRef = async (slug: string) =>
  (await campaignInDatabase(demo, slug))["platform_budget_resource_name"]
const edit = async (operation: object) =>
  demo.control("POST", "edits", {
    customerId: northwind.customerId,
    userEmail: "agency@else.test",
    mutateOperations: [operation]
  })

describe("undoing negative keywords", () => {
  it("of a draft removes exactly those that the action created", async () => {
    const before = await excludedHere()
    const kept = await exclude("spring-offers", "kept one")
    const id = await exclude("spring-offers", "gone one", "kept one", "gone two")
    expect((await undo(id)).output).toMatchObject({
      undone: true,
      restored: ['Removed from spring-offers: "gone one", "gone two"']
    })
    expect((await excludedHere()).toSorted()).toEqual([...before, "kept one"].toSorted())
    expect((await undo(kept)).output).toMatchObject({ undone: true })
    expect((await excludedHere()).toSorted()).toEqual(before.toSorted())
  })

  it("removes them from the platform first, and leaves those of others", async () => {
    const id = await exclude("boiler-repair", "commercial boiler", "undo me")
    expect(await excludedThere()).toContain("undo me")
    const done = await undo(id, { idempotency_key: "n1" })
    expect(done.output).toMatchObject({ undone: true, restored: ['Removed from boiler-repair: "undo me"'] })
    expect(await excludedThere()).not.toContain("undo me")
    expect(await excludedThere()).toContain("commercial boiler")
    expect(await excludedHere()).not.toContain("undo me")
    expect((await undo(id, { idempotency_key: "n1" })).output).toEqual(done.output)
    expect((await undo(id)).output).toMatchObject({ undone: true, restored: [] })
  })

  it("that the platform refuses, or cannot do now, keeps them, with its reason, and uses no quota", async () => {
    const id = await exclude("boiler-repair", "stubborn")
    const spent = await used()
    await fault({ kind: "refused", method: "mutate", times: 1, message: "Not on a Sunday." })
    expect((await undo(id)).output).toMatchObject({
      undone: false,
      restored: [],
      not_restored: [{ reason: expect.stringContaining("Not on a Sunday.") }]
    })
    expect(await used()).toBe(spent)
    expect(await excludedHere()).toContain("stubborn")
    await fault({ kind: "internal", method: "search", times: 9 })
    expect((await undo(id)).error).toMatchObject({ because: expect.stringContaining("nothing was changed") })
    await demo.control("DELETE", "faults")
    expect(await used()).toBe(spent)
    expect((await undo(id)).output).toMatchObject({ undone: true })
    expect(await excludedThere()).not.toContain("stubborn")
  })

  it("is finished once by another process if its host dies, with the same response for its key", async () => {
    const id = await exclude("boiler-repair", "half way")
    const spent = await used()
    // A lost response is read back, so the outcome is unknown only if reads fail too.
    await fault({ kind: "lost", method: "mutate", times: 50 })
    await fault({ kind: "internal", method: "search", after: 1 })
    const first = await undo(id, { idempotency_key: "n2" })
    expect(first.error).toMatchObject({ _tag: "unavailable" })
    expect((await undo(id)).error).toMatchObject({ because: expect.stringContaining("being undone") })
    await demo.control("DELETE", "faults")
    const [open] = await demo.query<{ id: string }>("select id from executions where state = 'open'")
    await demo.run(Effect.flatMap(Finisher, (finisher) => finisher.finish(1, open!.id)))
    expect(await excludedThere()).not.toContain("half way")
    const again = await undo(id, { idempotency_key: "n2" })
    expect(again).toMatchObject({ replayed: true, output: { undone: true, restored: [{}] } })
    expect(await used()).toBe(spent + 1)
  })
})

describe("the approval of a platform-first change", () => {
  const decision = (id: string) => ({
    organization: "northwind",
    id,
    by: "olivia@northwind.test"
  })
  const approve = (id: string) => deciding.approve(decision(id))
  const ask = async (keyword: string) => {
    const { error } = await demo.run(
      call("keywords.add_negatives", admin, { slug: "boiler-repair", keywords: [keyword], dry_run: false })
    )
    return (error as unknown as { queued_recommendation_id: string }).queued_recommendation_id
  }
  const required = (on: boolean) =>
    demo.query(`update organizations set approvals_required = ${on} where slug = 'northwind' returning id`)
  beforeAll(() => required(true))
  afterAll(() => required(false))
  afterEach(() => demo.control("DELETE", "faults"))
  const status = async (id: string) =>
    (await demo.run(call("queued_writes.get", admin, { queued_id: id }))).output as Record<string, unknown>

  it("executes it and reports its result", async () => {
    const id = await ask("gratis kessel")
    expect(await demo.run(approve(id))).toMatchObject({
      status: "approved",
      result: { applied: true, added: 1, action_id: expect.stringMatching(/^act_/) }
    })
    expect(await status(id)).toMatchObject({ status: "approved" })
    expect(await excludedThere()).toContain("gratis kessel")
  })

  it("fails it with the platform's reason if that refuses", async () => {
    const id = await ask("never again")
    await fault({ kind: "refused", method: "mutate", times: 1, message: "Not on a Sunday." })
    const decided = await demo.run(approve(id))
    expect(decided).toMatchObject({ status: "failed", reason: expect.stringContaining("Not on a Sunday") })
  })

  it("settles an undo that the platform refuses with that result, and keeps the keyword", async () => {
    await required(false)
    const action = await exclude("boiler-repair", "kept by the platform")
    await required(true)
    const { error } = await undo(action)
    const { queued_recommendation_id: id } = error as unknown as { queued_recommendation_id: string }
    await fault({ kind: "refused", method: "mutate", times: 1, message: "Not on a Sunday." })
    expect(await demo.run(approve(id))).toMatchObject({ status: "approved", result: { undone: false } })
    expect(await status(id)).toMatchObject({ status: "approved", result: { undone: false } })
    expect(await excludedThere()).toContain("kept by the platform")
  })

  it("blocks other decisions while it is in progress, and is settled by the process that finishes it", async () => {
    const id = await ask("under way")
    await fault({ kind: "lost", method: "mutate", times: 50 })
    await fault({ kind: "internal", method: "search", after: 1 })
    const first = await demo.run(Effect.flip(approve(id)))
    expect(first._tag).toBe("unavailable")
    expect(await status(id)).toMatchObject({ status: "pending" })
    const second = await demo.run(Effect.flip(approve(id)))
    expect(second).toMatchObject({
      _tag: "NotPending",
      message: expect.stringContaining("executed right now")
    })
    const rejected = await demo.run(Effect.flip(deciding.reject(decision(id))))
    expect(rejected._tag).toBe("NotPending")
    await demo.query(`update queued_writes set expires_at = now() where id = '${id}' returning id`)
    expect(await demo.run(expireApprovals)).toBe(0)
    await demo.control("DELETE", "faults")
    await demo.query("update pgboss.job set start_after = now() where name = 'execution-finish'")
    const stop = await startWorker(demo)
    await until("it is settled", async () => (await status(id))["status"] !== "pending")
    await stop()
    expect(await status(id)).toMatchObject({ status: "approved", result: { added: 1 } })
  })
})

describe("undoing with a broken connection", () => {
  const set = (table: string, values: string) =>
    demo.query(`update ${table} set ${values} where organization_id = 1 returning id`)
  const broken = [
    ["its login was revoked", () => set("ad_platform_logins", "state = 'broken'")],
    ["its login was disconnected", () => set("ad_platform_logins", "state = 'disconnected'")],
    ["it is incomplete", () => set("ad_accounts", "connection_complete = false")]
  ] as const
  const repair = async () => {
    await set("ad_platform_logins", "state = 'connected'")
    await set("ad_accounts", "connection_complete = true")
  }
  afterEach(repair)

  it.each(broken)(
    "returns a result for every kind of edit, and sets nothing live: %s",
    async (why, breakIt) => {
      const paused = await demo.run(
        call("campaigns.set_state", admin, { slug: "emergency-plumber", state: "paused", dry_run: false })
      )
      const actions = [
        await update("boiler-repair", { name: `Renamed: ${why}`, budget: 101, target_cpa: 31 }),
        (paused.output as { action_id: string }).action_id,
        await exclude("spring-offers", `draft ${why}`),
        await exclude("boiler-repair", `live ${why}`)
      ]
      await breakIt()
      const answers = await staggered(actions.map((id) => () => undo(id)))
      // Undoing the pause would set the campaign live, which a broken connection refuses like a launch.
      expect(answers.map(({ error }) => error?._tag ?? null)).toEqual([null, "launch_blocked", null, null])
      expect(answers[1]!.error).toMatchObject({ blocked_by: "connection_broken" })
      expect(answers.map(({ output }) => (output as Undone | null)?.undone)).toEqual([
        true,
        undefined,
        true,
        false
      ])
      await repair()
      expect((await undo(actions[1]!)).error).toBeNull()
      // Every kind of an undo is among these: an undo has no action of its own.
      const kinds = await demo.query<{ kind: string }>(
        "select distinct step->>'kind' as kind from actions, jsonb_array_elements(steps) as step order by 1"
      )
      expect(kinds.map(({ kind }) => kind)).toEqual(["campaign.field", "campaign.state", "negatives.add"])
    }
  )
})

describe("undoing with a worker", () => {
  it("reverts a state in the background, here and in the platform", async () => {
    const stop = await startWorker(demo)
    // Changes of earlier tests wait for this worker. Their pushes may still send an older state.
    await jobsSettled(demo)
    const { action } = await setAndFollow(demo, admin)("emergency-plumber", "paused")
    const { name } = await campaignInDatabase(demo, "emergency-plumber")
    expect((await campaignInEmulator(demo, String(name)))[0]!.status).toBe("PAUSED")
    const { output } = await undo(action)
    const { restored, task_tracking_id } = output as Undone
    expect(restored).toEqual(["State of emergency-plumber to live"])
    expect(await follow(demo, admin, task_tracking_id!)).toMatchObject({
      status: "completed",
      result: { campaign: "emergency-plumber", state: "live" }
    })
    expect((await campaignInEmulator(demo, String(name)))[0]!.status).toBe("ENABLED")
    expect((await undo(action)).output).toEqual({ undone: true, action_id: action, restored: [] })
    await stop()
  })

  it("keeps a launch waiting while an undo is unconfirmed, so that it sends nothing that the undo removed", async () => {
    const stop = await startWorker(demo)
    const id = await exclude("boiler-repair", "removed meanwhile")
    await setAndFollow(demo, admin)("boiler-repair", "paused")
    await fault({ kind: "lost", method: "mutate", times: 50 })
    await fault({ kind: "internal", method: "search", after: 1 })
    expect((await undo(id)).error).toMatchObject({ _tag: "unavailable" })
    await demo.control("DELETE", "faults")
    expect(await excludedThere()).not.toContain("removed meanwhile")
    const { output } = await setState(demo, admin)("boiler-repair", "live", { dry_run: false })
    const { task_tracking_id } = output as { task_tracking_id: number }
    await until("the launch is tried again later", async () => {
      const [job] = await demo.query<{ n: number }>(
        "select count(*) as n from pgboss.job where name = 'task' and state = 'retry'"
      )
      return job!.n === 1
    })
    const [open] = await demo.query<{ id: string }>("select id from executions where state = 'open'")
    await demo.run(Effect.flatMap(Finisher, (finisher) => finisher.finish(1, open!.id)))
    const task = await withoutRetryDelays(demo, () => follow(demo, admin, task_tracking_id))
    expect(task.status).toBe("completed")
    await jobsSettled(demo)
    expect(await excludedThere()).not.toContain("removed meanwhile")
    expect(await excludedHere()).not.toContain("removed meanwhile")
    await stop()
  })

  it("pushes what it restored, and leaves what others changed in the platform", async () => {
    const stop = await startWorker(demo)
    await demo.query(
      `update ad_accounts set time_zone = '${northwind.timeZone}' where organization_id = 1 returning id`
    )
    const ref = await budgetRef("boiler-repair")
    const amount = async () =>
      ((await demo.state()).resources[String(ref)] as { amountMicros?: string }).amountMicros
    // All jobs must be done: a running one would overwrite what others change meanwhile.
    const pushed = async (wanted: string) => {
      await jobsSettled(demo)
      expect(await amount()).toBe(wanted)
    }
    const first = await update("boiler-repair", { budget: 110 })
    await pushed("110000000")
    await undo(first)
    await pushed("100000000")

    const second = await update("boiler-repair", { budget: 112, name: "Kettles" })
    await pushed("112000000")
    await edit({
      campaignBudgetOperation: {
        update: { resourceName: ref, amountMicros: "150000000" },
        updateMask: "amountMicros"
      }
    })
    const { output } = await undo(second)
    expect(output).toMatchObject({
      undone: true,
      restored: [expect.stringMatching(/^Name of boiler-repair/)],
      not_restored: [
        {
          what: "Daily budget of boiler-repair",
          reason: expect.stringMatching(
            /daily budget is \$150 there \(changed by agency@else\.test\) and \$112 here/
          )
        }
      ]
    })
    expect(await amount()).toBe("150000000")
    await stop()
  })
})
