import { afterEach, describe, expect, it } from "vitest"
import { adviseOrganization } from "../../../src/insight/engine/advise.ts"
import { changesNothing } from "../../support/changes-nothing.ts"
import { runOnPlatform } from "../../support/on-platform.ts"
import { peopleWriteHelpers } from "../../support/people-writes.ts"
import { recommendationHelpers } from "../support/recommendations.ts"

const demo = await runOnPlatform()
const { apply, list, recommend, send, statusOf, undo } = recommendationHelpers(demo)
const dismiss = (id: string, by = "adam@northwind.test", org = "northwind") =>
  peopleWriteHelpers(demo, by, org).execute("recommendations.dismiss", {
    recommendation: id,
    reason: "Not now"
  })
afterEach(() => demo.control("DELETE", "faults"))

describe("a pending recommendation", () => {
  it("is dismissed by a person, once, and audited; it can no longer be applied", async () => {
    const id = await recommend("high_cpc")
    expect(await dismiss(id)).toMatchObject({
      right: { summary: expect.stringContaining("Dismissed the recommendation") }
    })
    const [row] = await demo.query(
      `select r.status, u.email, r.dismissed_at is not null as told from recommendations r
       join users u on u.id = r.dismissed_by where r.id = '${id}'`
    )
    expect(row).toEqual({ status: "dismissed", email: "adam@northwind.test", told: true })
    expect((await list({ status: "dismissed" })).recommendations.map((one) => one.id)).toContain(id)
    expect((await list()).recommendations.map((one) => one.id)).not.toContain(id)
    expect(await send(id)).toMatchObject({ status: 409, error: { _tag: "recommendation_not_pending" } })
    expect(await dismiss(id)).toMatchObject({ right: { applied: true, action_id: null } })
    const events = await demo.query(
      `select status_code, user_email, surface from audit_events
       where operation = 'recommendations.dismiss' order by id desc limit 2`
    )
    expect(events).toEqual([
      { status_code: 200, user_email: "adam@northwind.test", surface: "cli" },
      { status_code: 200, user_email: "adam@northwind.test", surface: "cli" }
    ])
  })

  it("is pending again after an undo, with the reason in the log", async () => {
    const id = await recommend("high_cpc")
    const { right } = (await dismiss(id)) as { right: { action_id: string; summary: string } }
    expect(right.summary).toMatch(/^Dismissed the recommendation .*, because "Not now"$/)
    expect(await undo(right.action_id)).toMatchObject({ undone: true })
    expect(await statusOf(id)).toBe("pending")
    const [row] = await demo.query(
      `select dismissed_by, dismissed_at from recommendations where id = '${id}'`
    )
    expect(row).toEqual({ dismissed_by: null, dismissed_at: null })
  })

  it("is found again by a detector on request, and the dismissal can then not be undone", async () => {
    const id = await recommend("no_conversion_keywords")
    const { right } = (await dismiss(id)) as { right: { action_id: string } }
    const again = await recommend("no_conversion_keywords")
    expect(again).not.toBe(id)
    expect(await statusOf(again)).toBe("pending")
    expect(await undo(right.action_id)).toMatchObject({
      undone: false,
      not_restored: [{ reason: expect.stringContaining("recommended again") }]
    })
  })

  it("cannot be dismissed by members, non-members, or in another organization", async () => {
    const id = await recommend("exact_match")
    for (const [by, org] of [
      ["mia@northwind.test", "northwind"],
      ["will@wingtip.test", "northwind"],
      ["will@wingtip.test", "wingtip"]
    ] as const) {
      expect(await changesNothing(demo, () => dismiss(id, by, org))).toMatchObject({ _tag: "Left" })
    }
    expect(await statusOf(id)).toBe("pending")
  })

  it("cannot be dismissed while it is being applied", async () => {
    const id = await recommend("new_keywords")
    await demo.control("POST", "faults", { kind: "lost", method: "mutate", times: 1 })
    await demo.control("POST", "faults", { kind: "internal", method: "search", after: 1 })
    expect((await send(id)).error).toMatchObject({ _tag: "unavailable" })
    expect(await dismiss(id)).toMatchObject({ left: { _tag: "unavailable" } })
    expect(await statusOf(id)).toBe("pending")
  })
})

describe("a recommendation of the engine", () => {
  const advise = () => demo.run(adviseOrganization(1))
  const leaks = async () => (await list()).recommendations.filter(({ type }) => type === "brand_leak")

  it("is not repeated unchanged after a person dismissed it", async () => {
    await advise()
    const [leak] = await leaks()
    await dismiss(leak!.id)
    await advise()
    expect((await leaks()).filter(({ campaign }) => campaign === leak!.campaign)).toEqual([])
  })

  it("reappears if only the engine had removed it", async () => {
    await demo.query(`update campaigns set budget = 1000 where slug = 'emergency-plumber'`)
    const lowered = async () =>
      (await list()).recommendations.find(
        ({ campaign, type }) => type === "budget" && campaign === "emergency-plumber"
      )
    await advise()
    const first = await lowered()
    await demo.query(`update campaigns set state = 'paused' where slug = 'emergency-plumber'`)
    await advise()
    expect(await lowered()).toBeUndefined()
    await demo.query(`update campaigns set state = 'live' where slug = 'emergency-plumber'`)
    await advise()
    const again = await lowered()
    expect(again?.summary).toBe(first?.summary)
    await apply(again!.id)
  })
})
