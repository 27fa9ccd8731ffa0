import { ManagedRuntime } from "effect"
import { afterAll, beforeAll, describe, expect, it } from "vitest"
import { resendWaiting } from "../../src/campaigns/push/jobs.ts"
import { call } from "../support/call.ts"
import { coreOnPlatform } from "../support/core-on-platform.ts"
import { actionOf, executedWrites } from "../support/executed-writes.ts"
import { runWithoutCheckLimit } from "../support/no-check-limit.ts"
import { runOnPlatform } from "../support/on-platform.ts"
import { rounds, staggered } from "../support/staggered.ts"
import {
  campaignInDatabase,
  campaignInEmulator,
  follow,
  jobsSettled,
  startWorker
} from "../support/workers.ts"

/*
 * With a revoked login a launch is refused; every other change executes, waits and reports that. So does a
 * change while the platform cannot be reached.
 */

const platform = await runOnPlatform()
const demo = { ...platform, run: runWithoutCheckLimit(platform.runtime) }
const admin = demo.keys["northwind"]!.admin!
const { set, undo, update } = executedWrites(demo, admin)

const login = (state: "broken" | "connected") =>
  demo.query(`update ad_platform_logins set state = '${state}', broken_reason = 'It was revoked.'
    where organization_id = 1 returning id`)
const waits = expect.stringMatching(/waits to be sent to the ad platform.*connect it again in the dashboard/i)
const blocked = {
  blocked_by: "connection_broken",
  reason: expect.stringMatching(/connect it again in the dashboard/i)
}
const detail = async (slug: string) => (await demo.run(call("campaigns.get", admin, { slug }))).output
const taskOf = (answer: { readonly output: unknown }) =>
  (answer.output as { readonly task_tracking_id: number }).task_tracking_id

let stop = async () => {}
beforeAll(async () => {
  stop = await startWorker(demo)
})
afterAll(() => stop())

describe("behind a broken login", () => {
  it("refuses launches in preview and execution: first launches, resumes and undone pauses", async () => {
    const paused = actionOf(await set("boiler-repair", "paused"))
    await jobsSettled(demo)
    await login("broken")
    for (const slug of ["spring-offers", "bathroom-fitting", "boiler-repair"]) {
      const preview = await set(slug, "live", { dry_run: true })
      expect(preview.output).toMatchObject({
        blocked_by: "connection_broken",
        blocked_reason: blocked.reason
      })
      const { error, status } = await set(slug, "live")
      expect(status).toBe(422)
      expect(error).toMatchObject({ _tag: "launch_blocked", ...blocked })
    }
    expect((await undo(paused)).error).toMatchObject({
      _tag: "launch_blocked",
      blocked_by: "connection_broken",
      reason: expect.stringContaining("the undo would restore State of boiler-repair to live")
    })
    await login("connected")
    expect((await set("boiler-repair", "live")).error).toBeNull()
    await jobsSettled(demo)
  })

  it("executes a pause and a lower budget, warns, and sends them once the login works again", async () => {
    await login("broken")
    const lowered = await update("boiler-repair", { budget: 90 })
    expect(lowered.output).toMatchObject({ applied: true, sync: "pending", warnings: [waits] })
    const paused = await set("emergency-plumber", "paused")
    expect(paused.output).toMatchObject({ accepted: true, sync: "pending", warnings: [waits] })
    const task = await follow(demo, admin, taskOf(paused))
    expect(task).toMatchObject({ status: "failed", error: { reason: "google_ads_connection_broken" } })
    await jobsSettled(demo)

    // Neither is in error: both have the requested state here, and wait.
    expect(await detail("boiler-repair")).toMatchObject({ state: "live", budget: 90, sync: "failed" })
    expect(await detail("emergency-plumber")).toMatchObject({ state: "paused", sync: "failed" })
    const old = "updated_at = now() - interval '3 minutes' where organization_id = 1"
    await demo.query(`update campaigns set ${old} returning id`)
    expect(await demo.run(resendWaiting)).toEqual({ sent: 0 })

    await login("connected")
    expect(await detail("boiler-repair")).toMatchObject({ sync: "pending" })
    expect(await demo.run(resendWaiting)).toEqual({ sent: 2 })
    await jobsSettled(demo)
    const { name, platform_budget } = await campaignInDatabase(demo, "emergency-plumber")
    expect(platform_budget).not.toBeNull()
    expect(await campaignInEmulator(demo, String(name))).toMatchObject([{ status: "PAUSED" }])
    expect(await campaignInDatabase(demo, "boiler-repair")).toMatchObject({
      platform_budget: 90,
      unpushed: []
    })
    expect(await detail("emergency-plumber")).toMatchObject({ state: "paused", sync: "in_sync" })
    await demo.query(`update campaigns set ${old} returning id`)
    expect(await demo.run(resendWaiting)).toEqual({ sent: 0 })
  })

  it("sends waiting changes once if two workers find them, with the current values", async () => {
    const elsewhere = ManagedRuntime.make(coreOnPlatform(demo.url, demo.emulator))
    const stopOther = await startWorker({ ...demo, run: elsewhere.runPromise })
    await rounds(3, async (round) => {
      await login("broken")
      actionOf(await update("boiler-repair", { budget: 88 - round, name: `Boilers ${round}` }))
      await jobsSettled(demo)
      await login("connected")
      await demo.query(
        "update campaigns set updated_at = now() - interval '3 minutes' where organization_id = 1 returning id"
      )
      const sent = await staggered(
        [() => demo.run(resendWaiting), () => elsewhere.runPromise(resendWaiting)],
        round
      )
      // The second may find the first one's push in progress, or done.
      expect(Math.max(...sent.map((one) => one.sent))).toBe(1)
      await jobsSettled(demo)
      expect(await campaignInDatabase(demo, "boiler-repair")).toMatchObject({
        state: "live",
        platform_budget: 88 - round,
        unpushed: [],
        active_push_ids: [],
        state_error: null
      })
      expect(await campaignInEmulator(demo, `Boilers ${round}`)).toMatchObject([{ status: "ENABLED" }])
    })
    await stopOther()
    await elsewhere.dispose()
  })

  it("does not send a change that would set a campaign live later", async () => {
    const launched = await set("bathroom-fitting", "live")
    await login("broken")
    await jobsSettled(demo)
    const here = await campaignInDatabase(demo, "bathroom-fitting")
    await login("connected")
    await demo.query(
      "update campaigns set updated_at = now() - interval '3 minutes' where organization_id = 1 returning id"
    )
    // The push and the revocation race: the campaign is live, or in error and must be requested again.
    expect(await demo.run(resendWaiting)).toEqual({ sent: 0 })
    expect(["live", "error"]).toContain(here["state"])
    expect(launched.error).toBeNull()
  })
})

describe("a login that was just revoked", () => {
  it("is detected before a first launch is accepted", async () => {
    const [account] = await demo.query<{ email: string }>(
      "select email from ad_platform_logins where organization_id = 1"
    )
    expect(account).toBeDefined()
    await demo.control("POST", "faults", { kind: "revoked", times: 20 })
    const { error } = await set("spring-offers", "live")
    await demo.control("DELETE", "faults")
    expect(error).toMatchObject({ _tag: "launch_blocked", blocked_by: "connection_broken" })
    await login("connected")
  })
})

describe("while the platform cannot be reached", () => {
  const sinceLastAttempt = (interval: string) =>
    demo.query(`update campaigns set updated_at = now() - interval '${interval}'
      where organization_id = 1 and unpushed <> '{}' returning id`)
  const attempts = (limit: number) =>
    demo.query(`update pgboss.queue set retry_limit = ${limit} where name in ('task', 'campaign-push')`)
  const onPlatform = async (slug: string) => {
    const { platform_budget_resource_name: budget, platform_resource_name: ref } = await campaignInDatabase(
      demo,
      slug
    )
    const { resources } = await demo.state()
    const campaign = resources[String(ref)] as { readonly name: string; readonly status: string }
    const { amountMicros } = resources[String(budget)] as { readonly amountMicros?: string }
    return [campaign.status, Number(amountMicros) / 1_000_000, campaign.name] as const
  }
  const [raised, lowered, renamed] = ["boiler-repair", "northwind-brand", "emergency-plumber"] as const
  const [paused, inError] = ["imported-legacy", "rival-names"] as const

  it("keeps every change that starts no spend, and reports it", async () => {
    await demo.query(`update campaigns set state = 'error', wanted_state = 'live', state_error = 'It was refused.'
      where organization_id = 1 and slug = '${inError}' returning id`)
    await attempts(0)
    await demo.control("POST", "faults", { kind: "quota", retryDelaySeconds: 0 })
    const [, budget] = await onPlatform(raised)
    expect((await update(raised, { budget: budget + 1 })).error).toBeNull()
    expect((await update(renamed, { name: "Plumber by night" })).error).toBeNull()
    expect((await update(lowered, { budget: (await onPlatform(lowered))[1] - 1 })).error).toBeNull()
    for (const slug of [paused, inError]) {
      const task = await follow(demo, admin, taskOf(await set(slug, "paused")))
      expect(task).toMatchObject({
        status: "failed",
        error: { reason: "task_error", message: expect.stringMatching(/is sent again every few minutes/) }
      })
    }
    await jobsSettled(demo)
    for (const slug of [raised, lowered, renamed, paused, inError]) {
      expect(await detail(slug)).toMatchObject({
        state: [paused, inError, renamed].some((one) => one === slug) ? "paused" : "live",
        sync: "failed",
        sync_error: expect.stringMatching(/could not be reached.*sent again/)
      })
    }
    await attempts(5)
  })

  it("sends pauses and lower budgets first when it is back, and the rest once they have arrived", async () => {
    await stop()
    await demo.control("DELETE", "faults")
    // Not right after an attempt.
    await sinceLastAttempt("-1 hour")
    expect(await demo.run(resendWaiting)).toEqual({ sent: 0 })
    await sinceLastAttempt("3 minutes")
    expect(await demo.run(resendWaiting)).toEqual({ sent: 3 })
    // Their jobs wait.
    expect(await demo.run(resendWaiting)).toEqual({ sent: 0 })
    const jobs = await demo.query(
      "select priority from pgboss.job where state = 'created' and name = 'campaign-push'"
    )
    expect(jobs).toEqual([{ priority: 10 }, { priority: 10 }, { priority: 10 }])
    const before = await onPlatform(raised)
    stop = await startWorker(demo)
    await jobsSettled(demo)
    expect((await onPlatform(paused))[0]).toBe("PAUSED")
    expect((await onPlatform(inError))[0]).toBe("PAUSED")
    expect((await onPlatform(lowered))[1]).toBe((await campaignInDatabase(demo, lowered))["budget"])
    expect(await onPlatform(raised)).toEqual(before)

    expect(await demo.run(resendWaiting)).toEqual({ sent: 2 })
    await jobsSettled(demo)
    expect((await onPlatform(raised))[1]).toBe(before[1] + 1)
    expect((await onPlatform(renamed))[2]).toBe("Plumber by night")
    for (const slug of [raised, lowered, renamed, paused, inError]) {
      expect(await detail(slug)).toMatchObject({ sync: "in_sync", sync_error: null })
    }
  })

  it("does not let a pause that never arrives hold other changes back for long", async () => {
    await stop()
    await set(lowered, "paused")
    await update(raised, { name: "Boilers at last" })
    await demo.query("delete from pgboss.job where name in ('task', 'campaign-push')")
    await demo.query(`update campaigns set active_push_ids = '{lost}' where slug = '${lowered}' returning id`)
    await sinceLastAttempt("9 minutes")
    expect(await demo.run(resendWaiting)).toEqual({ sent: 0 })
    await sinceLastAttempt("11 minutes")
    expect(await demo.run(resendWaiting)).toEqual({ sent: 1 })
    stop = await startWorker(demo)
    await jobsSettled(demo)
    expect((await onPlatform(raised))[2]).toBe("Boilers at last")
  })
})
