import { demoWorld } from "@adwarden/google-ads-emulator"
import { Effect, Layer } from "effect"
import { afterAll, beforeAll, describe, expect, it } from "vitest"
import { Push } from "../../src/campaigns/push/push.ts"
import { Sync } from "../../src/campaigns/sync/sync.ts"
import type { PipelineResponse } from "../../src/request/pipeline-request.ts"
import { actionOf, executedWrites } from "../support/executed-writes.ts"
import { runWithoutCheckLimit } from "../support/no-check-limit.ts"
import { runOnPlatform } from "../support/on-platform.ts"
import { accountsOn, googleAds } from "../support/platforms.ts"
import { campaignInDatabase, follow, startWorker } from "../support/workers.ts"

const onPlatform = await runOnPlatform()
const demo = { ...onPlatform, run: runWithoutCheckLimit(onPlatform.runtime) }
const admin = demo.keys["northwind"]!.admin!
const { set, undo, update } = executedWrites(demo, admin)
const northwind = demoWorld.customers.find(({ slug }) => slug === "northwind")!
const platform = await demo.run(googleAds)

const organization = (what: string) =>
  demo.query(`update organizations set ${what} where id = 1 returning id`)
/** Returns what the cap counts a day, a total budget with a thirtieth of what is left. */
const daily = async (but: string) => {
  const [row] = await demo.query<{ sum: number }>(
    `select sum(greatest(coalesce(budget, 0), case when conflict is not null then ceil(platform_budget) end)
       + coalesce(budget_left, 0) / 30)::float as sum from campaigns where organization_id = 1 and slug <> '${but}'`
  )
  return row!.sum
}
const push = async (slug: string) =>
  demo.run(
    Effect.either(
      Effect.flatMap(Push, (push) => push.campaign(1, Number(idOf.get(slug)), "by hand", ["budget"]))
    )
  )
const idOf = new Map<string, unknown>()
const editInPlatform = (resourceName: unknown, amountMicros: string) =>
  demo.control("POST", "edits", {
    customerId: northwind.customerId,
    userEmail: "agency@else.test",
    mutateOperations: [
      { campaignBudgetOperation: { update: { resourceName, amountMicros }, updateMask: "amountMicros" } }
    ]
  })
const taskOf = ({ error, output }: PipelineResponse): number => {
  expect(error).toBeNull()
  return (output as { readonly task_tracking_id: number }).task_tracking_id
}

beforeAll(async () => {
  const rows = await demo.query<{ slug: string; id: number }>(
    "select slug, id from campaigns where organization_id = 1"
  )
  for (const { id, slug } of rows) idOf.set(slug, id)
})
afterAll(() => demo.control("DELETE", "faults"))

describe("a lower budget that the platform has not applied", () => {
  it("frees no headroom, even after a refusal; all of it is free once applied", async () => {
    await organization(`max_spend = ${Math.ceil(((await daily("")) + 2) * 30)}`)
    actionOf(await update("boiler-repair", { budget: 90 }))
    const raise = () => update("emergency-plumber", { budget: 70 })
    const tight = { _tag: "budget_cap_exceeded", allowed_max_daily: 62 }
    expect((await raise()).error).toMatchObject(tight)
    await demo.control("POST", "faults", { kind: "refused", method: "mutate", times: 1 })
    expect(await push("boiler-repair")).toMatchObject({ _tag: "Left" })
    expect((await raise()).error).toMatchObject(tight)
    // Raising it again needs no headroom: its earlier budget still counts.
    expect((await update("boiler-repair", { budget: 100, dry_run: true })).output).toMatchObject({
      within_limits: true
    })
    expect(await push("boiler-repair")).toMatchObject({ _tag: "Right" })
    expect((await raise()).output).toMatchObject({ applied: true, changed: { budget: { to: 70 } } })
    await organization("max_spend = 20000")
  })

  it("counts the platform's fractional budget rounded up", async () => {
    await push("emergency-plumber")
    await demo.query(
      "update campaigns set platform_budget = 70.01, budget = 60, unpushed = '{budget}' where organization_id = 1 and slug = 'emergency-plumber' returning id"
    )
    const others = (await daily("boiler-repair")) + 11
    await organization(`max_spend = ${Math.ceil((others + 95) * 30)}`)
    expect((await update("boiler-repair", { budget: 96 })).error).toMatchObject({ allowed_max_daily: 95 })
    actionOf(await update("boiler-repair", { budget: 95 }))
    await organization("max_spend = 20000")
  })
})

describe("a sync in progress", () => {
  it("blocks neither a pause nor a lower budget", async () => {
    const meanwhile: Array<PipelineResponse> = []
    const slow = {
      ...platform,
      structure: (account: Parameters<typeof platform.structure>[0]) =>
        Effect.tap(platform.structure(account), () =>
          Effect.promise(async () => {
            meanwhile.push(await set("bathroom-fitting", "draft"), await update("old-sync", { budget: 9 }))
          })
        )
    }
    const { ad_account_id } = await campaignInDatabase(demo, "boiler-repair")
    await Effect.flatMap(Sync, (sync) => sync.account(1, String(ad_account_id))).pipe(
      Effect.provide(Sync.layer({ historyDays: 2 }).pipe(Layer.provide(accountsOn(slow)))),
      demo.run
    )
    expect(meanwhile).toMatchObject([{ error: null }, { error: null }])
    expect(await campaignInDatabase(demo, "bathroom-fitting")).toMatchObject({ state: "draft" })
    expect(await campaignInDatabase(demo, "old-sync")).toMatchObject({ budget: 9 })
  })
})

describe("undoing a pause", () => {
  it("is refused like a launch if others changed the campaign in the platform", async () => {
    const paused = actionOf(await set("boiler-repair", "paused"))
    const { platform_budget_resource_name: budget } = await campaignInDatabase(demo, "boiler-repair")
    await editInPlatform(budget, "97000000")
    const conflict = {
      status: 409,
      error: { _tag: "sync_conflict", changes: [{ by: "agency@else.test" }] }
    }
    expect(await set("boiler-repair", "live")).toMatchObject(conflict)
    expect(await undo(paused)).toMatchObject(conflict)
    expect(await campaignInDatabase(demo, "boiler-repair")).toMatchObject({ state: "paused" })
  })
})

describe("a first launch that the platform has applied", () => {
  it("leaves no way to remove the budget", async () => {
    const none = "budget = null where organization_id = 1 and slug = 'spring-offers'"
    await demo.query(`update campaigns set ${none} returning id`)
    const given = actionOf(await update("spring-offers", { budget: 10 }))
    const stop = await startWorker(demo)
    const launched = await follow(demo, admin, taskOf(await set("spring-offers", "live")))
    expect(launched.status).toBe("completed")
    const refused = { _tag: "budget_cap_exceeded", allowed_min: 1 }
    expect((await undo(given)).error).toMatchObject(refused)
    expect((await follow(demo, admin, taskOf(await set("spring-offers", "draft")))).status).toBe("completed")
    expect((await undo(given)).error).toMatchObject(refused)
    expect((await update("spring-offers", { budget: 0 })).error).toMatchObject({ allowed_min: 8 })
    expect(await campaignInDatabase(demo, "spring-offers")).toMatchObject({ budget: 10, platform_budget: 10 })
    await stop()
  })
})
