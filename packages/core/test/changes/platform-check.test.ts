import { Effect } from "effect"
import { afterEach, describe, expect, it } from "vitest"
import { Administration } from "../../src/administration.ts"
import { worstOf } from "../../src/changes/platform-check.ts"
import { approve } from "../support/approvals.ts"
import { asOperator, call } from "../support/call.ts"
import { changesNothing } from "../support/changes-nothing.ts"
import { actionOf, executedWrites } from "../support/executed-writes.ts"
import { runWithoutCheckLimit } from "../support/no-check-limit.ts"
import { runOnPlatform } from "../support/on-platform.ts"
import { campaignInDatabase } from "../support/workers.ts"

/* Previews of changes that reach the platform carry the verdict of its validate-only check. */

const platform = await runOnPlatform()
const demo = { ...platform, run: runWithoutCheckLimit(platform.runtime) }
const admin = demo.keys["northwind"]!.admin!
const { set, undo, update } = executedWrites(demo, admin)
const preview = (slug: string, values: Record<string, unknown>) => update(slug, { ...values, dry_run: true })
const launch = (slug: string, state = "live") => set(slug, state, { dry_run: true })
const fault = (what: object) => demo.control("POST", "faults", what)
const accepted = { platform_check: { verdict: "accepted", reason: null } }

afterEach(() => demo.control("DELETE", "faults"))

describe("the platform's own check", () => {
  it("accepts a valid change and changes nothing", async () => {
    await changesNothing(demo, async () => {
      expect((await preview("boiler-repair", { budget: 110 })).output).toMatchObject(accepted)
      // Several settings of one campaign are one operation in the platform.
      const whole = { name: "Emergency plumbers", budget: 62, target_cpa: 33.5 }
      expect((await preview("emergency-plumber", whole)).output).toMatchObject(accepted)
      expect((await launch("boiler-repair", "paused")).output).toMatchObject(accepted)
      expect((await launch("bathroom-fitting")).output).toMatchObject(accepted)
      const first = await launch("spring-offers")
      expect(first.output).toMatchObject({ blocked_by: null, ...accepted })
      const negatives = { slug: "boiler-repair", keywords: ["free repair"] }
      expect((await demo.run(call("keywords.add_negatives", admin, negatives))).output).toMatchObject(
        accepted
      )
    })
  })

  it("is absent if nothing reaches the platform, and unchecked if our own rules refuse", async () => {
    for (const { output } of [
      await preview("spring-offers", { name: "Offers of spring" }),
      await preview("boiler-repair", {
        name: String((await campaignInDatabase(demo, "boiler-repair"))["name"])
      })
    ]) {
      expect(output).not.toHaveProperty("platform_check")
    }
    await fault({ kind: "refused", method: "mutate", times: 1 })
    expect((await preview("boiler-repair", { budget: 900 })).output).toMatchObject({
      within_limits: false,
      platform_check: { verdict: "unchecked", reason: expect.stringContaining("refused here first") }
    })
    expect(JSON.stringify(await demo.control("GET", "faults"))).toContain('"timesLeft":1')
  })

  it("reports what only the platform refuses, also as a warning; execution does not check again", async () => {
    const { name } = await campaignInDatabase(demo, "boiler-repair")
    await demo.query(
      "update campaigns set name = 'Another' where organization_id = 1 and slug = 'boiler-repair' returning id"
    )
    await demo.query("delete from platform_campaign_names where organization_id = 1 returning name")
    const { output } = await preview("emergency-plumber", { name })
    const reason = expect.stringContaining("already being used by another campaign")
    expect(output).toMatchObject({ platform_check: { verdict: "refused", reason }, warnings: [reason] })
    expect(output).not.toHaveProperty("blocked_reason")
    // Of several steps on one account each is checked, whichever the platform refuses.
    const several = await preview("emergency-plumber", { name, budget: 62, target_cpa: 33.5 })
    expect(several.output).toMatchObject({ platform_check: { verdict: "refused", reason } })
    const { preview_hash } = output as { preview_hash: string }
    actionOf(await update("emergency-plumber", { name, preview_hash }))
    await demo.query(`update campaigns set name = case when slug = 'boiler-repair' then '${name}' else 'Emergency plumber' end
      where organization_id = 1 and slug in ('boiler-repair', 'emergency-plumber') returning id`)
  })

  it("blocks the preview of a launch that it refuses", async () => {
    await fault({ kind: "refused", method: "mutate", times: 1, message: "Not on a Sunday." })
    expect((await launch("spring-offers")).output).toMatchObject({
      blocked_by: "refused_by_platform",
      blocked_reason: expect.stringContaining("Not on a Sunday."),
      platform_check: { verdict: "refused", reason: "Not on a Sunday." },
      warnings: [expect.stringContaining("Not on a Sunday.")]
    })
    // It never blocks a pause.
    await fault({ kind: "refused", method: "mutate", times: 1, message: "Not on a Sunday." })
    expect((await launch("boiler-repair", "paused")).output).toMatchObject({
      blocked_by: null,
      platform_check: { verdict: "refused" }
    })
  })

  it("refuses the execution of such a launch for the same reason, and changes nothing", async () => {
    const why = { _tag: "launch_blocked", blocked_by: "refused_by_platform" }
    await changesNothing(demo, async () => {
      for (const slug of ["spring-offers", "bathroom-fitting"]) {
        await fault({ kind: "refused", method: "mutate", times: 1, message: "Not on a Sunday." })
        expect((await set(slug, "live")).error).toMatchObject({
          ...why,
          reason: expect.stringContaining("would refuse the launch: Not on a Sunday.")
        })
      }
      await fault({ kind: "refused", method: "mutate", times: 1, message: "Not on a Sunday." })
      const fabrikam = executedWrites(demo, demo.keys["fabrikam"]!.admin!)
      expect((await fabrikam.set("spring-offers", "live")).error).toMatchObject(why)
    })
  })

  it("refuses an undo that would launch a campaign again; pause and preview agree", async () => {
    await fault({ kind: "refused", method: "mutate", times: 1, message: "Not on a Sunday." })
    const paused = actionOf(await set("boiler-repair", "paused"))
    await demo.control("DELETE", "faults")
    await fault({ kind: "refused", method: "mutate", times: 1, message: "Not on a Sunday." })
    expect((await undo(paused)).error).toMatchObject({
      _tag: "launch_blocked",
      blocked_by: "refused_by_platform",
      reason: expect.stringMatching(/cannot be undone now: .*Not on a Sunday\./)
    })
    expect(await campaignInDatabase(demo, "boiler-repair")).toMatchObject({ state: "paused" })
    actionOf(await undo(paused))
  })

  it("does not block the retry of a launch whose creation is not confirmed", async () => {
    const creating = (as: string) =>
      demo.query(
        `update campaigns set creation_name = ${as} where organization_id = 1 and slug = 'spring-offers' returning id`
      )
    await creating("name")
    await fault({ kind: "refused", method: "mutate", times: 1, message: "Not on a Sunday." })
    const { output } = await launch("spring-offers")
    expect(output).toMatchObject({ blocked_by: null })
    expect(output).not.toHaveProperty("platform_check")
    await creating("null")
  })

  it("times out after two seconds", async () => {
    await fault({ kind: "slow", method: "mutate", delayMilliseconds: 600_000 })
    const limited = executedWrites(platform, admin)
    expect((await limited.update("boiler-repair", { budget: 111, dry_run: true })).output).toMatchObject({
      within_limits: true,
      platform_check: { verdict: "unchecked", reason: expect.stringContaining("within 2 seconds") }
    })
  })

  it("detects a revoked login, which blocks the launch in the same preview", async () => {
    await fault({ kind: "revoked", method: "mutate", times: 1 })
    expect((await launch("bathroom-fitting")).output).toMatchObject({
      blocked_by: "connection_broken",
      platform_check: { verdict: "unchecked", reason: expect.stringMatching(/refused here first/) }
    })
    await demo.query(
      "update ad_platform_logins set state = 'connected' where organization_id = 1 returning id"
    )
  })

  it("is shown to an approver, for a change and for an undo", async () => {
    const key = demo.keys["fabrikam"]!.admin!
    const fabrikam = executedWrites(demo, key)
    const organization = "fabrikam"
    const shown = async (id: string) => {
      const show = Effect.flatMap(Administration, (administration) =>
        asOperator(administration["approvals.show"](organization, { id }), null)
      )
      return (await demo.run(show)).preview
    }
    const queued = ({ error }: { readonly error: unknown }) => {
      expect(error).toMatchObject({ _tag: "approval_required" })
      return (error as { readonly queued_recommendation_id: string }).queued_recommendation_id
    }
    const first = queued(await fabrikam.update("boiler-repair", { budget: 101 }))
    expect(await shown(first)).toMatchObject({ ...accepted, would_change: { budget: { to: 101 } } })
    await fault({ kind: "refused", method: "mutate", times: 1, message: "Not on a Sunday." })
    const refused = queued(await fabrikam.update("boiler-repair", { budget: 102 }))
    expect(await shown(refused)).toMatchObject({
      platform_check: { verdict: "refused", reason: "Not on a Sunday." },
      warnings: [expect.stringContaining("Not on a Sunday.")]
    })
    await demo.run(approve({ organization, id: first, by: "olivia@northwind.test" }))
    const [action] = await demo.query<{ id: string }>(
      `select a.id from actions a join organizations o on o.id = a.organization_id
       where o.slug = 'fabrikam' and a.detail like 'Daily budget%to €101' order by a.at desc limit 1`
    )
    const undo = queued(await fabrikam.undo(action!.id))
    expect(await shown(undo)).toMatchObject({ ...accepted, would_undo: { action_id: action!.id } })
  })
})

it("refuses the whole plan if one account refuses", () => {
  const yes = { verdict: "accepted", reason: null } as const
  const no = { verdict: "refused", reason: "No." } as const
  const slow = { verdict: "unchecked", reason: "Slow." } as const
  expect(worstOf([yes, slow, no])).toBe(no)
  expect(worstOf([yes, slow])).toBe(slow)
  expect(worstOf([yes])).toBe(yes)
})
