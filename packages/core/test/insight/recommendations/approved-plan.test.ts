import { Effect } from "effect"
import { afterEach, beforeEach, describe, expect, it } from "vitest"
import { CampaignAdministration } from "../../../src/campaign-services.ts"
import { Finisher } from "../../../src/changes/finish.ts"
import type { Output } from "../../../src/contract/index.ts"
import { adviseOrganization } from "../../../src/insight/engine/advise.ts"
import * as deciding from "../../support/approvals.ts"
import { asOperator, call } from "../../support/call.ts"
import { holdTransaction, untilBlocked } from "../../support/hold-transaction.ts"
import { runOnPlatform } from "../../support/on-platform.ts"
import { recommendationHelpers } from "../support/recommendations.ts"

const demo = await runOnPlatform()
const { admin, preview, recommend, send, statusOf, there, undo } = recommendationHelpers(demo)

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
  it.each([
    ["optimized_keywords", { suggested_count: 1 }],
    ["tcpa", {}],
    ["negative_keywords", {}],
    ["high_cpc", {}]
  ] as const)("is the same request while nothing changes: %s", async (type, options) => {
    const id = await recommend(type, options)
    const queued = await hold(id)
    expect(await hold(id)).toBe(queued)
    await demo.run(deciding.reject({ organization: "northwind", id: queued, by: "olivia@northwind.test" }))
  })

  it("is queued as the recommendation is now when it is sent again", async () => {
    const id = await recommend("optimized_keywords", { suggested_count: 1 })
    const queued = await hold(id)
    await recommend("optimized_keywords", { suggested_count: 5 })
    const again = await hold(id)
    expect(again).not.toBe(queued)
    const rows = await demo.query(
      `select id, status, reason from queued_writes where id in ('${queued}', '${again}') order by requested_at`
    )
    expect(rows).toEqual([
      { id: queued, status: "rejected", reason: "outdated" },
      { id: again, status: "pending", reason: null }
    ])
    await demo.run(deciding.reject({ organization: "northwind", id: again, by: "olivia@northwind.test" }))
  })

  it("does what its approver saw, and the recommendation shows that", async () => {
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

  it("sets the target that the approver saw", async () => {
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

describe("two approvers of one write", () => {
  it("the second, refused approval does not settle the write that the first executes", async () => {
    const id = await recommend("new_keywords")
    const queued = await hold(id)
    const before = await there()
    // The first approval has claimed the write and waits for the recommendation's row.
    const release = await holdTransaction(
      demo,
      `select 1 from recommendations where organization_id = 1 and id = '${id}' for update`
    )
    const first = approve(queued)
    await untilBlocked(demo, 1)
    // The requester's key is revoked: the second approval is refused before it takes the lock.
    const [requester] = await demo.query<{ key: number }>(
      `select requester_key_id as key from queued_writes where id = '${queued}'`
    )
    const revoke = (at: string) =>
      demo.query(`update api_keys set revoked_at = ${at} where id = ${requester!.key}`)
    await revoke("now()")
    const second = demo.run(
      Effect.flip(
        Effect.flatMap(CampaignAdministration, (administration) =>
          asOperator(administration["approvals.approve"]("northwind", { id: queued }), "adam@northwind.test")
        )
      )
    )
    await untilBlocked(demo, 2)
    await release()
    expect(await second).toMatchObject({ _tag: "NotPending" })
    const decided = await first
    await revoke("null")
    expect(decided).toMatchObject({ status: "approved" })
    expect((await there()).length).toBeGreaterThan(before.length)
    await required(false)
    await undo((decided.result as { action_id: string }).action_id)
  })
})

describe("a recommendation that is being applied", () => {
  const detect = async (options: object) => {
    const input = { org: "northwind", slug: "boiler-repair", detector: "optimized_keywords", options }
    return (await demo.run(call("detectors.run", admin, input))).output as Output<"detectors.run">
  }
  const applyingAt = async (id: string) =>
    (
      await demo.query<{ at: string | null }>(
        `select applying_at as at from recommendations where id = '${id}'`
      )
    )[0]!.at

  it("keeps its details until it is settled, whatever a detector finds meanwhile", async () => {
    await required(false)
    const id = await recommend("optimized_keywords", { suggested_count: 1 })
    const applied = await row(id)
    await demo.control("POST", "faults", { kind: "lost", method: "mutate", times: 1 })
    await demo.control("POST", "faults", { kind: "internal", method: "search", after: 1 })
    expect(await send(id)).toMatchObject({ error: { _tag: "unavailable" } })
    await demo.control("DELETE", "faults")
    const { findings } = await detect({ suggested_count: 5 })
    expect(findings.length).toBeGreaterThan(0)
    expect(findings.every(({ recommendation_id }) => recommendation_id === undefined)).toBe(true)
    expect(await row(id)).toEqual(applied)
    const [open] = await demo.query<{ id: string }>("select id from executions where state = 'open'")
    await demo.run(Effect.flatMap(Finisher, ({ finish }) => finish(1, open!.id)))
    expect([await statusOf(id), await row(id), await applyingAt(id)]).toEqual(["applied", applied, null])
  })

  it("keeps its details also from a run that started before the claim", async () => {
    await required(false)
    const id = await recommend("new_keywords")
    const applied = await row(id)
    const commit = await holdTransaction(
      demo,
      `update recommendations set applying_at = now() where id = '${id}'`
    )
    const input = { org: "northwind", slug: "boiler-repair", detector: "new_keywords" }
    const run = demo.run(call("detectors.run", admin, input))
    await untilBlocked(demo, 1)
    await commit()
    const { findings } = (await run).output as Output<"detectors.run">
    expect(findings.every(({ recommendation_id }) => recommendation_id === undefined)).toBe(true)
    expect(await row(id)).toEqual(applied)
    await demo.query(`update recommendations set applying_at = null where id = '${id}'`)
  })

  it("is replaceable again after the platform has refused it", async () => {
    await required(false)
    const id = await recommend("negative_keywords", { days: 30 })
    await demo.control("POST", "faults", {
      kind: "refused",
      method: "mutate",
      errorCode: { criterionError: "INVALID_KEYWORD_TEXT" },
      message: "not today",
      times: 1
    })
    expect(await send(id)).toMatchObject({ status: 400 })
    expect([await statusOf(id), await applyingAt(id)]).toEqual(["pending", null])
    expect(await recommend("negative_keywords", { days: 30 })).toBe(id)
  })

  it("is neither replaced nor dismissed by the engine's own refresh", async () => {
    const campaign = "organization_id = 1 and slug = 'emergency-plumber'"
    await demo.query(`update campaigns set budget = 1000 where ${campaign}`)
    const advise = () => demo.run(adviseOrganization(1))
    await advise()
    const [found] = await demo.query<{ id: string }>(
      `select r.id from recommendations r join campaigns c on c.organization_id = r.organization_id and c.id = r.campaign_id
       where r.type = 'budget' and r.status = 'pending' and c.slug = 'emergency-plumber'`
    )
    const { id } = found!
    const applied = await row(id)
    await demo.query(`update recommendations set applying_at = now() where id = '${id}'`)
    await demo.query(`update campaigns set budget = 900 where ${campaign}`)
    await advise()
    expect([await statusOf(id), await row(id)]).toEqual(["pending", applied])
    await demo.query(`update campaigns set state = 'paused' where ${campaign}`)
    await advise()
    expect([await statusOf(id), await row(id)]).toEqual(["pending", applied])
    await demo.query(`update recommendations set applying_at = null where id = '${id}'`)
    await advise()
    expect(await statusOf(id)).toBe("dismissed")
  })
})
