import { Effect } from "effect"
import { afterAll, afterEach, beforeAll, describe, expect, it } from "vitest"
import { addKeywordsEdit, keywordStateEdit } from "../../src/campaigns/index.ts"
import { Sync } from "../../src/campaigns/sync/sync.ts"
import { makeStep, type Step } from "../../src/changes/edit.ts"
import { Finisher } from "../../src/changes/finish.ts"
import { recommendationHelpers } from "../insight/support/recommendations.ts"
import { runOnPlatform } from "../support/on-platform.ts"
import { registerTestWrite } from "../support/test-write.ts"
import { campaignInDatabase, jobsSettled, setAndFollow, startWorker } from "../support/workers.ts"

const demo = await runOnPlatform()
const { admin, here, sendUndo, there, undo } = recommendationHelpers(demo)
const { apply, recommend } = await registerTestWrite(demo)
const slug = "boiler-repair"
const campaign = (await campaignInDatabase(demo, slug)) as { id: number; slug: string; ad_account_id: string }
const [ad] = await demo.query<{ id: number }>(
  `select id from ads where campaign_id = ${campaign.id} and removed_at is null order by id limit 1`
)

/** Runs one action with these edits. */
const send = async (...steps: ReadonlyArray<Step>) =>
  demo.run(
    apply(
      await recommend("northwind", () => [{ op: "apply_recommendation", campaign, source: "engine", steps }]),
      admin
    )
  )
const act = async (...steps: ReadonlyArray<Step>) => {
  const { error, output } = await send(...steps)
  expect(error).toBeNull()
  return (output as { action_id: string }).action_id
}
const add = (text: string) =>
  makeStep(addKeywordsEdit, {
    campaign: campaign.id,
    keywords: [{ ad: ad!.id, text, match: "exact" as const }]
  })
const idOf = async (text: string) =>
  (
    await demo.query<{ id: number }>(
      `select id from keywords where campaign_id = ${campaign.id} and text = '${text}' and removed_at is null`
    )
  )[0]!.id
const set = async (text: string, to: "enabled" | "paused") =>
  makeStep(keywordStateEdit, { campaign: campaign.id, ids: [await idOf(text)], to })
const sync = () => demo.run(Effect.flatMap(Sync, ({ account }) => account(1, campaign.ad_account_id)))

afterEach(() => demo.control("DELETE", "faults"))

describe("a later change of a keyword", () => {
  it("prevents the undo of its addition", async () => {
    const added = await act(add("later paused"))
    const paused = await act(await set("later paused", "paused"))
    expect((await sendUndo(added)).error).toMatchObject({
      _tag: "undo_conflict",
      conflicting_action_id: paused
    })
    expect(await there()).toContain("later paused EXACT PAUSED")
    await undo(paused)
    await undo(added)
    expect((await there()).filter((one) => one.startsWith("later paused"))).toEqual([])
  })

  it("is refused while the addition is in progress", async () => {
    const text = "still on its way"
    await demo.control("POST", "faults", { kind: "lost", method: "mutate", times: 1 })
    await demo.control("POST", "faults", { kind: "internal", method: "search", after: 1 })
    expect((await send(add(text))).error).toMatchObject({ _tag: "unavailable" })
    await demo.control("DELETE", "faults")
    expect((await send(add(text))).error).toMatchObject({ _tag: "unavailable", retryAfter: 2 })
    const [open] = await demo.query<{ id: string }>("select id from executions where state = 'open'")
    await demo.run(Effect.flatMap(Finisher, (finisher) => finisher.finish(1, open!.id)))
    expect((await there()).filter((one) => one === `${text} EXACT ENABLED`)).toHaveLength(1)
    expect((await here()).filter((one) => one === `${text} EXACT ENABLED`)).toHaveLength(1)
  })
})

it("a sync that imports a keyword while ours is planned keeps one row, which our undo removes", async () => {
  const text = "seen by a sync"
  await demo.control("POST", "faults", { kind: "lost", method: "mutate", times: 1 })
  await demo.control("POST", "faults", { kind: "internal", method: "search", after: 1 })
  expect((await send(add(text))).error).toMatchObject({ _tag: "unavailable" })
  await demo.control("DELETE", "faults")
  expect(await there()).toContain(`${text} EXACT ENABLED`)
  await sync()
  const [open] = await demo.query<{ id: string; action: string }>(
    "select id, work->'actions'->0->>'action' as action from executions where state = 'open'"
  )
  // As if the sync had read the platform before the change started, and wrote after it.
  await demo.query(`with org as (select 1 from organization_locks where organization_id = 1 for no key update)
    insert into keywords (organization_id, campaign_id, ad_id, text, match_type, platform_resource_name)
    select 1, ${campaign.id}, ${ad!.id}, '${text}', 'exact', 'customers/1/adGroupCriteria/1~1' from org`)
  await demo.run(Effect.flatMap(Finisher, (finisher) => finisher.finish(1, open!.id)))
  expect((await here()).filter((one) => one.startsWith(text))).toEqual([`${text} EXACT ENABLED`])
  await sync()
  expect((await here()).filter((one) => one.startsWith(text))).toEqual([`${text} EXACT ENABLED`])
  await undo(open!.action)
  expect((await there()).filter((one) => one.startsWith(text))).toEqual([])
  expect((await here()).filter((one) => one.startsWith(text))).toEqual([])
})

describe("in a campaign that is a draft again", () => {
  let stop: () => Promise<void>
  beforeAll(async () => {
    stop = await startWorker(demo)
  })
  afterAll(() => stop())
  const go = setAndFollow(demo, admin)
  const ready = async () => {
    await jobsSettled(demo)
    await demo.query("update tasks set finished_at = now() - interval '1 hour' where finished_at is not null")
    await demo.query(
      "update actions set at = now() - interval '1 hour', executed_at = now() - interval '1 hour'"
    )
  }

  it("edits survive a sync and are sent with its next launch", async () => {
    const kept = await act(add("kept from before"))
    await go(slug, "draft")
    const before = await there()
    const added = await act(add("added meanwhile"))
    const paused = await act(await set("kept from before", "paused"))
    expect(await there()).toEqual(before)
    await ready()
    await sync()
    expect(await here()).toEqual(
      expect.arrayContaining(["added meanwhile EXACT ENABLED", "kept from before EXACT PAUSED"])
    )
    await go(slug, "live")
    expect(await there()).toEqual(
      expect.arrayContaining(["added meanwhile EXACT ENABLED", "kept from before EXACT PAUSED"])
    )
    for (const action of [paused, added, kept]) await undo(action)
    expect((await there()).filter((one) => /added meanwhile|kept from before/.test(one))).toEqual([])
  })

  it("an action that added and paused is undone completely, and that waits too", async () => {
    await act(add("paused beside"))
    const both = await act(await set("paused beside", "paused"), add("added beside"))
    await go(slug, "draft")
    expect((await undo(both)).restored).toHaveLength(2)
    await ready()
    await sync()
    expect(await here()).toContain("paused beside EXACT ENABLED")
    expect((await here()).filter((one) => one.startsWith("added beside"))).toEqual([])
    await go(slug, "live")
    expect((await there()).filter((one) => one.endsWith("beside EXACT ENABLED"))).toEqual([
      "paused beside EXACT ENABLED"
    ])
  })
})
