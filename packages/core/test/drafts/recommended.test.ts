import { afterAll, beforeAll, describe, expect, it } from "vitest"
import { makeStep } from "../../src/changes/edit.ts"
import { createDraftEdit } from "../../src/drafts/index.ts"
import { call } from "../support/call.ts"
import { runOnPlatform } from "../support/on-platform.ts"
import { registerTestWrite } from "../support/test-write.ts"
import { campaignInDatabase, follow, setAndFollow, startWorker } from "../support/workers.ts"
import { adsIn } from "./support/drafts.ts"

const demo = await runOnPlatform()
const admin = demo.keys["northwind"]!.admin!
const { apply, recommend } = await registerTestWrite(demo)

let stop: () => Promise<void>
beforeAll(async () => {
  stop = await startWorker(demo)
})
afterAll(() => stop())

/** Creates a draft from a recommendation with a campaign's best searches; returns its action. */
const recommended = async (name: string) => {
  const source = (await campaignInDatabase(demo, "emergency-plumber")) as { id: number; slug: string }
  const id = await recommend("northwind", () => [
    {
      op: "apply_recommendation",
      campaign: source,
      source: "engine",
      steps: [
        makeStep(createDraftEdit, {
          website: "http://northwind.test/",
          type: "hipo",
          name,
          budget: 2,
          source: source.id,
          focus: { keywords: ["burst pipe seattle"], locations: ["Tacoma"] }
        })
      ]
    }
  ])
  const { error, output } = await demo.run(apply(id, admin))
  expect(error).toBeNull()
  const { action_id } = output as { action_id: string }
  const [made] = await demo.query<{ slug: string; task: number }>(
    `select c.slug, t.id as task from campaigns c join tasks t on t.campaign_id = c.id
     and t.organization_id = c.organization_id where c.name = '${name}'`
  )
  return { action: action_id, ...made! }
}

describe("a draft that a recommendation creates", () => {
  it("has the recommendation's searches and locations, and is discarded by undo if it was never launched", async () => {
    const { action, slug, task } = await recommended("Hipo")
    expect(await follow(demo, admin, task)).toMatchObject({ status: "completed" })
    expect(await campaignInDatabase(demo, slug)).toMatchObject({
      type: "hipo",
      budget: 2,
      locations: { list: [{ name: "Tacoma, Washington, United States" }] },
      source_campaign_id: (await campaignInDatabase(demo, "emergency-plumber"))["id"]
    })
    expect((await adsIn(demo, slug))[0]!.keywords).toContain("exact burst pipe seattle")
    const undone = await demo.run(call("actions.undo", admin, { id: action }))
    expect(undone.output).toMatchObject({
      undone: true,
      restored: [expect.stringContaining("Discarded the draft")]
    })
    expect(await campaignInDatabase(demo, slug)).toMatchObject({ removed_at: expect.any(String) })
    expect((await demo.run(call("actions.undo", admin, { id: action }))).output).toMatchObject({
      restored: []
    })
  })

  it("stays after a launch", async () => {
    const { action, slug, task } = await recommended("Launched since")
    await follow(demo, admin, task)
    await setAndFollow(demo, admin)(slug, "live")
    const undone = await demo.run(call("actions.undo", admin, { id: action }))
    expect(undone.output).toMatchObject({
      undone: false,
      not_restored: [{ reason: expect.stringContaining("launched since") }]
    })
    expect(await campaignInDatabase(demo, slug)).toMatchObject({ removed_at: null, state: "live" })
  })
})
