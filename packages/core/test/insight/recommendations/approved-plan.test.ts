import { afterEach, beforeEach, describe, expect, it } from "vitest"
import * as deciding from "../../support/deciding.ts"
import { runOnPlatform } from "../../support/on-platform.ts"
import { recommending } from "../support/recommending.ts"

const demo = await runOnPlatform()
const { preview, recommend, send, statusOf, there, undo } = recommending(demo)

const required = (on: boolean) =>
  demo.query(`update organizations set approvals_required = ${on} where slug = 'northwind'`)
beforeEach(() => required(true))
afterEach(() => required(false))
const approve = (id: string) =>
  demo.run(deciding.approve({ organization: "northwind", id, by: "olivia@northwind.test" }))
const hold = async (id: string) => {
  const { error } = await send(id)
  expect(error).toMatchObject({ _tag: "approval_required" })
  return (error as unknown as { queued_recommendation_id: string }).queued_recommendation_id
}
const row = async (id: string) =>
  (
    await demo.query<{ details: { operations: ReadonlyArray<object> }; summary: string; saving: number }>(
      `select details, summary, estimated_monthly_saving as saving from recommendations where id = '${id}'`
    )
  )[0]!

describe("a held apply whose recommendation a new run replaced", () => {
  it("does what its approver was shown, and the recommendation says so", async () => {
    const id = await recommend("optimized_keywords", { suggested_count: 1 })
    const shown = (await preview(id)).would_apply
    const kept = await row(id)
    const queued = await hold(id)
    const before = await there()
    expect(await recommend("optimized_keywords", { suggested_count: 5 })).toBe(id)
    expect((await preview(id)).would_apply.length).toBeGreaterThan(shown.length)

    const decided = await approve(queued)
    expect(decided).toMatchObject({ status: "approved" })
    const added = (await there()).filter((one) => !before.includes(one))
    expect(added).toHaveLength(shown.length)
    expect(await row(id)).toEqual(kept)
    expect(await statusOf(id)).toBe("applied")
    await required(false)
    await undo((decided.result as { action_id: string }).action_id)
    expect(await there()).toEqual(before)
  })

  it("sets the target that was shown", async () => {
    const id = await recommend("tcpa")
    const queued = await hold(id)
    const [{ to: shown }] = (await row(id)).details.operations as [{ to: number }]
    await demo.query(`update recommendations set details = jsonb_set(details, '{operations,0,to}', '27.65')
      where id = '${id}'`)
    expect(await approve(queued)).toMatchObject({ status: "approved" })
    const [{ target_cpa }] = (await demo.query<{ target_cpa: number }>(
      "select target_cpa from campaigns where organization_id = 1 and slug = 'boiler-repair'"
    )) as [{ target_cpa: number }]
    expect(Number(target_cpa)).toBe(shown)
    expect((await row(id)).details.operations).toMatchObject([{ to: shown }])
  })
})
