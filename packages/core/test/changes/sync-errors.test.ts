import { afterAll, beforeAll, describe, expect, it } from "vitest"
import {
  errorsOf,
  messageOf,
  type OperationName,
  type Output,
  operationByName,
  type ServiceError
} from "../../src/contract/index.ts"
import { call } from "../support/call.ts"
import { runWithoutCheckLimit } from "../support/no-check-limit.ts"
import { runOnPlatform } from "../support/on-platform.ts"
import { campaignInDatabase, setAndFollow, setState, startWorker } from "../support/workers.ts"

/* Reports of a change that the platform will refuse, or has refused. */

const platform = await runOnPlatform()
const demo = { ...platform, run: runWithoutCheckLimit(platform.runtime) }
const owner = demo.keys["northwind"]!.owner!
const will = demo.keys["wingtip"]!.owner!

const update = (key: string, values: Record<string, unknown>) =>
  demo.run(call("campaigns.update", key, values))
const log = async (key: string) =>
  ((await demo.run(call("actions.list", key))).output as Output<"actions.list">).actions
const entryOf = async (key: string, id: string) => (await log(key)).find((action) => action.id === id)!

let stop = async () => {}
beforeAll(async () => {
  stop = await startWorker(demo)
})
afterAll(() => stop())

const connectAgain = expect.stringMatching(/connect it again in the dashboard/i)

describe("behind a revoked login", () => {
  const slug = "wooden-toys"

  it("warns in every preview, with what to do", async () => {
    const shown = [
      await update(will, { slug, name: "Toys" }),
      await setState(demo, will)(slug, "draft"),
      await setState(demo, will)(slug, "live")
    ]
    for (const { output } of shown) {
      expect(output).toMatchObject({ campaign: slug, needs_approval: false, warnings: [connectAgain] })
    }
    expect(shown[2]!.output).toMatchObject({ blocked_by: "connection_broken", blocked_reason: connectAgain })
    const negatives = await demo.run(call("keywords.add_negatives", will, { slug, keywords: ["free"] }))
    expect(negatives.output).toMatchObject({ campaign: slug, blocked_reason: connectAgain })
  })

  it("reports in detail, log and undo why a change has not reached the platform", async () => {
    const { output } = await update(will, { slug, name: "Toys of wood", dry_run: false })
    expect(output).toMatchObject({ applied: true, sync: "pending", warnings: [connectAgain] })
    const { action_id } = output as { action_id: string }
    const detail = await demo.run(call("campaigns.get", will, { slug }))
    expect(detail.output).toMatchObject({ sync: "failed", sync_error: connectAgain })
    expect(await entryOf(will, action_id)).toMatchObject({ sync_error: connectAgain })

    const undone = await demo.run(call("actions.undo", will, { id: action_id }))
    expect(undone.output).toMatchObject({ undone: true, sync: "pending", warnings: [connectAgain] })
  })
})

describe("a campaign whose push was refused", () => {
  const slug = "bathroom-fitting"

  it("reports the platform's reason in previews, detail, log and undo until a push succeeds", async () => {
    await demo.control("POST", "faults", {
      kind: "refused",
      method: "mutate",
      validateOnly: false,
      times: 1,
      message: "Not on a Sunday."
    })
    const { action, task } = await setAndFollow(demo, owner)(slug, "live")
    expect(task.status).toBe("failed")
    const { state_error } = await campaignInDatabase(demo, slug)
    const told = expect.stringContaining(String(state_error))

    expect((await update(owner, { slug, name: "Baths" })).output).toMatchObject({ warnings: [told] })
    expect((await setState(demo, owner)(slug, "paused")).output).toMatchObject({ warnings: [told] })
    const negatives = await demo.run(call("keywords.add_negatives", owner, { slug, keywords: ["x y z"] }))
    expect(negatives.output).toMatchObject({ warnings: [told] })
    expect((await demo.run(call("campaigns.get", owner, { slug }))).output).toMatchObject({
      sync_error: told
    })
    expect(await entryOf(owner, action)).toMatchObject({ sync_error: told })

    const undone = await demo.run(call("actions.undo", owner, { id: action }))
    expect(undone.output).toMatchObject({ undone: true, sync: "pending", warnings: [told] })
    expect((undone.output as Output<"actions.undo">).task_tracking_id).toEqual(expect.any(Number))
    expect((await setAndFollow(demo, owner)("emergency-plumber", "paused")).task.status).toBe("completed")
    const others = (await log(owner)).filter((entry) => entry.campaign !== slug)
    for (const entry of others) expect(entry).not.toHaveProperty("sync_error")
  })
})

it("reports the error of a campaign that never reached the platform", async () => {
  await demo.query(`update campaigns set state = 'error', state_error = 'The ads were refused. Write others.'
    where slug = 'radiators-draft' and organization_id = 1`)
  expect((await update(owner, { slug: "radiators-draft", name: "R" })).output).toMatchObject({
    warnings: ["The campaign is in error: The ads were refused. Write others."]
  })
})

it("reports external changes with their resolution", async () => {
  const budget = String((await campaignInDatabase(demo, "old-sync"))["platform_budget_resource_name"])
  await demo.control("POST", "edits", {
    customerId: budget.split("/")[1],
    userEmail: "agency@northwind.test",
    mutateOperations: [
      {
        campaignBudgetOperation: {
          update: { resourceName: budget, amountMicros: "14000000" },
          updateMask: "amountMicros"
        }
      }
    ]
  })
  await setAndFollow(demo, owner)("old-sync", "draft")
  const { error } = await setState(demo, owner)("old-sync", "live", { dry_run: false })
  expect(error?._tag).toBe("sync_conflict")
  expect(messageOf(error as ServiceError)).toContain("{campaigns.accept_changes}")
})

describe("previews report every conflict", () => {
  it.each<[string, Record<string, unknown>, Record<string, unknown>]>([
    [
      "more than one call may",
      { slug: "boiler-repair", budget: 900 },
      {
        within_limits: false,
        allowed_min: 75,
        allowed_max: 125,
        blocked_reason: expect.stringContaining("between $75 and $125")
      }
    ],
    [
      "within the limits",
      { slug: "boiler-repair", budget: 101 },
      { within_limits: true, needs_approval: false }
    ]
  ])("%s", async (_, values, expected) => {
    const { output } = await update(owner, values)
    expect(output).toMatchObject({ dry_run: true, campaign: "boiler-repair", ...expected })
    if (!("blocked_reason" in expected)) expect(output).not.toHaveProperty("blocked_reason")
  })

  it("an unchanged value is neither a change nor a refusal", async () => {
    const { budget, name } = await campaignInDatabase(demo, "boiler-repair")
    const same = { slug: "boiler-repair", budget, name }
    expect((await update(owner, same)).output).toMatchObject({ would_change: {}, within_limits: true })
    expect((await update(owner, { ...same, dry_run: false })).output).toEqual({
      applied: true,
      action_id: null,
      changed: {}
    })
    const none = await update(owner, { slug: "boiler-repair", dry_run: false })
    expect(none.error?._tag).toBe("validation_error")
  })
})

/** The errors of each write's own rules; every call of every test is checked against this. */
const own: Partial<Record<OperationName, ReadonlyArray<string>>> = {
  "campaigns.update": ["budget_cap_exceeded", "not_found", "sync_conflict"],
  "campaigns.accept_changes": ["ad_account_not_linked", "ad_platform_connection_incomplete", "not_found"],
  "campaigns.set_state": [
    "ad_account_not_linked",
    "budget_cap_exceeded",
    "launch_blocked",
    "not_found",
    "sync_conflict"
  ],
  "keywords.add_negatives": [
    "ad_account_not_linked",
    "ad_platform_connection_incomplete",
    "channel_not_supported",
    "not_found"
  ],
  "actions.undo": [
    "ad_account_not_linked",
    "budget_cap_exceeded",
    "launch_blocked",
    "not_found",
    "sync_conflict",
    "undo_conflict"
  ]
}
const ofEveryWrite = [
  "approval_queue_full",
  "approval_required",
  "idempotency_conflict",
  "insufficient_scope",
  "internal_error",
  "payload_too_large",
  "rate_limited",
  "unauthorized",
  "unavailable",
  "validation_error",
  "write_quota_exceeded"
]

it.each(Object.entries(own))("%s declares exactly the errors that it can return", (name, codes) => {
  const declared = errorsOf(operationByName.get(name as OperationName)!)
  const ofItsKind = ["org_access_denied", "preview_required", "preview_stale", "role_denied"]
  expect(
    declared.filter((code) => !ofEveryWrite.includes(code) && !ofItsKind.includes(code)).toSorted()
  ).toEqual(codes)
  expect(declared).toEqual(expect.arrayContaining(ofEveryWrite))
})
