import { Effect } from "effect"
import { afterEach, beforeEach, describe, expect, it } from "vitest"
import { Changes } from "../../src/changes/changes.ts"
import { toReply } from "../../src/changes/outcome.ts"
import type { Output } from "../../src/contract/index.ts"
import { approve } from "../support/approvals.ts"
import { asOperator, call } from "../support/call.ts"
import { changesNothing } from "../support/changes-nothing.ts"
import { actionOf, campaignOf } from "../support/executed-writes.ts"
import { runOnPlatform } from "../support/on-platform.ts"
import { until } from "../support/until.ts"
import { setAndFollow, startWorker } from "../support/workers.ts"

type Undone = Output<"actions.undo">

const demo = await runOnPlatform()
const admin = demo.keys["northwind"]!.admin!
const [source, draft] = ["emergency-plumber", "spring-offers"]
const idOf = (slug: string) => `(select id from campaigns where organization_id = 1 and slug = '${slug}')`

/** A draft that takes over a keyword of another campaign: its launch makes an action on each. */
beforeEach(async () => {
  await demo.query(`update campaigns set type = 'hipo', source_campaign_id = ${idOf(source)}, state = 'draft',
    first_launched_at = null, unpushed = '{}' where organization_id = 1 and slug = '${draft}'`)
  await demo.query(`update keywords set match_type = 'exact', text = (
      select text from keywords where organization_id = 1 and campaign_id = ${idOf(source)} and state = 'enabled'
        and removed_at is null order by id limit 1)
    where organization_id = 1 and id = (select min(id) from keywords where organization_id = 1 and campaign_id = ${idOf(draft)})`)
})
afterEach(async () => {
  await demo.control("DELETE", "faults")
  await demo.query("update organizations set approvals_required = false where slug = 'northwind'")
  await demo.query("delete from negative_keywords where source = 'engine'")
  await demo.query(`update actions set undone_at = now() where organization_id = 1 and undone_at is null`)
})

const send = (id: string, values: object = {}) =>
  demo.run(call("actions.undo", admin, { id, all: true, ...values }))
const undo = async (id: string, values: object = {}) => {
  const { error, output } = await send(id, values)
  expect(error).toBeNull()
  return output as Undone
}
const launch = async () => {
  const launched = actionOf(
    await demo.run(call("campaigns.set_state", admin, { slug: draft, state: "live", dry_run: false }))
  )
  return { launched, transferred: await transferOf() }
}
const transferOf = async () => {
  const [row] = await demo.query<{ readonly id: string }>(
    "select id from actions where op = 'transfer_keywords' order by sequence desc limit 1"
  )
  return row!.id
}
const preview = (id: string) =>
  demo.run(
    Effect.flatMap(Changes, (changes) =>
      asOperator(
        {
          name: "actions.undo",
          admits: "members",
          role: "admin",
          organization: "northwind",
          run: (clearance) =>
            Effect.map(changes.preview("actions.undo", clearance, { id, all: true }), toReply)
        },
        "adam@northwind.test"
      )
    )
  )
const waiting = async () =>
  (await demo.query("select 1 from negative_keywords where awaits_campaign_id is not null")).length
const undoneBefore = async (id: string) =>
  (
    await demo.query<{ readonly undone: boolean }>(
      `select undone_at is not null as undone from actions where id = '${id}'`
    )
  )[0]!.undone

describe("all: true", () => {
  it("undoes every action of the write, whichever of them is named, and says so before and after", async () => {
    const { launched, transferred } = await launch()
    expect(await waiting()).toBe(1)
    const shown = await changesNothing(demo, () => preview(transferred))
    expect(shown).toMatchObject({
      would_undo: [
        { action_id: transferred, campaign: source },
        { action_id: launched, campaign: draft }
      ],
      would_restore: [expect.any(String), `State of ${draft} to draft`],
      not_undone: []
    })
    const done = await undo(transferred, { idempotency_key: "whole" })
    expect(done).toMatchObject({
      undone: true,
      action_id: transferred,
      undone_actions: [
        { action_id: transferred, campaign: source },
        { action_id: launched, campaign: draft }
      ],
      not_undone: [],
      task_tracking_id: expect.any(Number)
    })
    expect(done.restored).toHaveLength(2)
    expect(await waiting()).toBe(0)
    expect((await campaignOf(demo, draft))["state"]).toBe("draft")
    expect([await undoneBefore(launched), await undoneBefore(transferred)]).toEqual([true, true])
    expect(await undo(transferred, { idempotency_key: "whole" })).toEqual(done)
    const again = await undo(launched)
    expect(again).toMatchObject({ undone: true, restored: [], not_undone: [] })
    expect(again.undone_actions).toHaveLength(2)
  })

  it("is one action without it", async () => {
    const { launched, transferred } = await launch()
    const { error, output } = await demo.run(call("actions.undo", admin, { id: launched }))
    expect(error).toBeNull()
    expect(output).toMatchObject({ undone: true, action_id: launched })
    expect(output).not.toHaveProperty("undone_actions")
    expect(await undoneBefore(transferred)).toBe(false)
  })

  it("ends partly where a later action stands in the way, and names it", async () => {
    const { launched, transferred } = await launch()
    const later = actionOf(
      await demo.run(call("campaigns.set_state", admin, { slug: draft, state: "paused", dry_run: false }))
    )
    const done = await undo(launched)
    expect(done).toMatchObject({
      undone: true,
      action_id: launched,
      undone_actions: [{ action_id: transferred, campaign: source }],
      not_undone: [{ action_id: launched, campaign: draft, reason: expect.stringContaining(later) }]
    })
    expect([await undoneBefore(launched), await undoneBefore(transferred)]).toEqual([false, true])
    const nothing = await undo(launched)
    expect(nothing).toMatchObject({ restored: [], not_undone: [{ action_id: launched }] })
  })

  it("is held and approved as one change", async () => {
    const { launched, transferred } = await launch()
    await demo.query("update organizations set approvals_required = true where slug = 'northwind'")
    const { error } = await send(launched)
    const { queued_recommendation_id: id } = error as unknown as { readonly queued_recommendation_id: string }
    const { output } = await demo.run(call("queued_writes.get", admin, { queued_id: id }))
    expect(output).toMatchObject({
      would_change: { undo: [{ action_id: launched }, { action_id: transferred }] }
    })
    await demo.run(approve({ organization: "northwind", id, by: "olivia@northwind.test" }))
    expect([await undoneBefore(launched), await undoneBefore(transferred)]).toEqual([true, true])
  })

  it("does not take several writes of one request for one write", async () => {
    const pause = (slug: string) =>
      demo.run(call("campaigns.set_state", admin, { slug, state: "paused", dry_run: false }))
    const [one, two] = [actionOf(await pause("boiler-repair")), actionOf(await pause(source))]
    await demo.query(`update actions set request_id = 'req_stop' where id in ('${one}', '${two}')`)
    expect(await undo(one)).toMatchObject({ undone_actions: [{ action_id: one }], not_undone: [] })
    expect(await undoneBefore(two)).toBe(false)
  })

  // The last one: it launches the campaign in the platform too.
  it("ends partly where the platform declines a part, and spends one write", async () => {
    const stop = await startWorker(demo)
    const { action: launched } = await setAndFollow(demo, admin)(draft, "live")
    await until("it is excluded", async () => (await waiting()) === 0)
    await stop()
    const transferred = await transferOf()
    const used = () =>
      demo.query<{ used: number }>(
        "select coalesce(sum(used), 0)::int as used from write_quota where organization_id = 1"
      )
    const [before] = await used()
    await demo.control("POST", "faults", {
      kind: "refused",
      method: "mutate",
      validateOnly: false,
      times: 1,
      message: "Not on a Sunday."
    })
    const done = await undo(launched)
    expect(done).toMatchObject({
      undone: true,
      restored: [`State of ${draft} to draft`],
      undone_actions: [{ action_id: launched, campaign: draft }],
      not_undone: [
        { action_id: transferred, campaign: source, reason: expect.stringContaining("Not on a Sunday.") }
      ]
    })
    expect([await undoneBefore(launched), await undoneBefore(transferred)]).toEqual([true, false])
    expect(await used()).toEqual([{ used: before!.used + 1 }])
    // The rest can still be undone.
    expect(await undo(launched)).toMatchObject({ undone: true, not_undone: [] })
    expect(await undoneBefore(transferred)).toBe(true)
  })
})
