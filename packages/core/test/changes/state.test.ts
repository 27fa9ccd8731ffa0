import * as SqlClient from "@effect/sql/SqlClient"
import { Effect } from "effect"
import { describe, expect, it } from "vitest"
import { Sync } from "../../src/campaigns/sync/sync.ts"
import { launchBlockers } from "../../src/contract/index.ts"
import { call } from "../support/call.ts"
import { changesNothing } from "../support/changes-nothing.ts"
import { runWithoutCheckLimit } from "../support/no-check-limit.ts"
import { runOnPlatform } from "../support/on-platform.ts"
import { campaignInDatabase, setState } from "../support/workers.ts"

const platform = await runOnPlatform({ writeQuota: 50 })
const demo = { ...platform, run: runWithoutCheckLimit(platform.runtime) }
const admin = demo.keys["northwind"]!.admin!
const set = setState(demo, admin)
const quota = async () => (await set("boiler-repair", "live")).quota?.remaining

describe("setting a campaign's state", () => {
  it("previews without a change in database or platform, and executes the preview", async () => {
    const preview = await changesNothing(demo, () => set("bathroom-fitting", "live"))
    expect(preview.output).toEqual({
      dry_run: true,
      campaign: "bathroom-fitting",
      would_change: { state: { from: "paused", to: "live" } },
      blocked_by: null,
      needs_approval: false,
      platform_check: { verdict: "accepted", reason: null },
      preview_hash: expect.any(String)
    })
    const { preview_hash } = preview.output as { preview_hash: string }
    const done = await set("bathroom-fitting", "live", { dry_run: false, preview_hash })
    expect(done.output).toEqual({
      accepted: true,
      task_tracking_id: expect.any(Number),
      action_id: expect.stringMatching(/^act_/),
      sync: "pending"
    })
    const { action_id, task_tracking_id } = done.output as { action_id: string; task_tracking_id: number }
    expect((await campaignInDatabase(demo, "bathroom-fitting"))["state"]).toBe("live")
    const [action] = await demo.query(
      `select op, detail, state, steps from actions where id = '${action_id}'`
    )
    expect(action).toMatchObject({
      op: "set_state",
      detail: "Set live, from paused",
      state: "executed",
      steps: [{ kind: "campaign.state", trace: { was: "paused", set: "live" } }]
    })
    const jobs = await demo.query("select data from pgboss.job where name = 'task' and state = 'created'")
    expect(jobs).toMatchObject([{ data: { organization: 1, task: task_tracking_id, version: 1 } }])
    const task = await demo.run(call("tasks.get", admin, { id: task_tracking_id }))
    expect(task.output).toEqual({ task_tracking_id, type: "campaign_state", status: "running", progress: 0 })
    const stale = await set("bathroom-fitting", "paused", { dry_run: false, preview_hash })
    expect(stale.error?._tag).toBe("preview_stale")
  })

  it("does nothing and uses no quota if the state is already set", async () => {
    const before = await quota()
    const preview = await set("boiler-repair", "live")
    expect(preview.output).toMatchObject({ would_change: {}, blocked_by: null })
    const done = await set("boiler-repair", "live", { dry_run: false })
    expect(done.output).toEqual({ accepted: true, task_tracking_id: null, action_id: null })
    // It is not linked, but it is a draft already.
    const draft = await set("radiators-draft", "draft", { dry_run: false })
    expect(draft.output).toMatchObject({ accepted: true, action_id: null })
    expect(await quota()).toBe(before)
  })

  it("returns the same response for an idempotency key, without another platform call", async () => {
    const key = { dry_run: false, idempotency_key: "pause-1" }
    const once = await set("emergency-plumber", "paused", key)
    await demo.control("POST", "faults", { kind: "refused", method: "searchStream" })
    const twice = await set("emergency-plumber", "paused", key)
    await demo.control("DELETE", "faults")
    expect(twice.output).toEqual(once.output)
    expect(twice.replayed).toBe(true)
    expect((await set("emergency-plumber", "live", key)).error?._tag).toBe("idempotency_conflict")
  })

  it("requires a linked account, which every member can use", async () => {
    expect((await set("boiler-repair", "paused")).output).toMatchObject({ blocked_by: null })
    await demo.query("update ad_accounts set status = 'not_linked' where organization_id = 1")
    const preview = await set("boiler-repair", "paused")
    expect(preview.output).toMatchObject({
      would_change: { state: { from: "live", to: "paused" } },
      blocked_by: "ad_account_not_linked",
      blocked_reason: expect.stringContaining("Link one in the dashboard")
    })
    const refused = await set("boiler-repair", "paused", { dry_run: false })
    expect(refused).toMatchObject({ status: 409, error: { _tag: "ad_account_not_linked" } })
    expect((await set("boiler-repair", "draft", { dry_run: false })).error?._tag).toBe(
      "ad_account_not_linked"
    )
    await demo.query("update ad_accounts set status = 'linked' where organization_id = 1")
    expect((await set("no-such-campaign", "paused")).error?._tag).toBe("not_found")
  })

  it("reports each launch blocker in turn while radiators-draft is fixed", async () => {
    const own = `where organization_id = 1 and campaign_id = (select id from campaigns where slug = 'radiators-draft' and organization_id = 1)`
    const campaign = (what: string) =>
      demo.query(`update campaigns set ${what} where organization_id = 1 and slug = 'radiators-draft'`)
    const { website_url: website } = await campaignInDatabase(demo, "radiators-draft")
    const links = ["Prices", "Contact"].map((text) => ({ text, url: `${website}${text}` }))
    const stored = (list: ReadonlyArray<object>) => JSON.stringify({ version: 1, list })
    const mending: Record<(typeof launchBlockers)[number], () => Promise<unknown>> = {
      connection_broken: () =>
        demo.query("update ad_platform_logins set state = 'connected' where organization_id = 1"),
      refused_by_platform: () => campaign("name = 'Radiators', ad_account_id = null"),
      budget_missing: () => campaign("budget = 5000"),
      budget_over_cap: () => campaign("budget = 20"),
      ad_account_not_linked: () =>
        campaign("ad_account_id = (select id from ad_accounts where organization_id = 1)"),
      location_missing: () =>
        campaign(`locations = '${stored([{ name: "Boston", geo_target: "geoTargetConstants/1018127" }])}'`),
      sitelinks_invalid: () => campaign(`sitelinks = '${stored(links)}'`),
      callouts_invalid: () => campaign("callouts = '{Fixed prices,Same-day visits}'"),
      ads_missing: () => demo.query(`update ads set removed_at = null ${own}`),
      headlines_invalid: () =>
        demo.query(
          `update ads set headlines = '{Radiators fitted and balanced,Fixed prices,Same-day visits}' ${own}`
        ),
      descriptions_invalid: () =>
        demo.query(
          `update ads set descriptions = '{"A balanced system heats every room evenly.",Same-day visits}' ${own}`
        ),
      keywords_missing: () =>
        demo.query(`insert into keywords (organization_id, campaign_id, ad_id, text, match_type)
          select organization_id, campaign_id, id, 'new radiators', 'phrase' from ads ${own}`)
    }
    await demo.query(`update ads set removed_at = now() ${own}`)
    await demo.query("update ad_platform_logins set state = 'broken' where organization_id = 1")
    await campaign(`name = (select upper(name) from campaigns
        where organization_id = 1 and slug = 'boiler-repair'),
      ad_account_id = (select id from ad_accounts where organization_id = 1)`)
    for (const by of launchBlockers) {
      const preview = await set("radiators-draft", "live")
      expect(preview.output).toMatchObject({
        would_change: { state: { from: "draft", to: "live" } },
        blocked_by: by,
        blocked_reason: expect.stringMatching(/\w/)
      })
      const { blocked_reason } = preview.output as { blocked_reason: string }
      const { error, status } = await set("radiators-draft", "live", { dry_run: false })
      if (by === "ad_account_not_linked") {
        expect([status, error?._tag]).toEqual([409, "ad_account_not_linked"])
      } else if (by === "budget_over_cap") {
        expect(error).toMatchObject({
          _tag: "budget_cap_exceeded",
          monthly_cap: 12_000,
          allowed_max_daily: Math.floor(400 - (await others()))
        })
      } else {
        expect(status).toBe(422)
        expect(error).toMatchObject({ _tag: "launch_blocked", blocked_by: by, reason: blocked_reason })
      }
      await mending[by]()
    }
    expect((await set("radiators-draft", "live")).output).toMatchObject({ blocked_by: null })
    expect((await set("radiators-draft", "live", { dry_run: false })).output).toMatchObject({
      accepted: true
    })
  })

  /** Returns what the cap counts a day for the others, a total budget with a thirtieth of what is left. */
  const others = async () => {
    const [row] = await demo.query<{ sum: number }>(
      `select sum(greatest(coalesce(budget, 0), case when conflict is not null then ceil(platform_budget) end)
         + coalesce(budget_left, 0) / 30)::float as sum from campaigns where organization_id = 1 and slug <> 'radiators-draft'`
    )
    return row!.sum
  }

  it("reports external changes in the platform", async () => {
    expect((await changesNothing(demo, () => set("old-sync", "live"))).output).toMatchObject({
      blocked_by: null,
      blocked_reason: expect.stringContaining("{campaigns.accept_changes}"),
      outside_change: [{ field: "budget", ours: 10, theirs: 14 }]
    })
    const before = await quota()
    const { error, status } = await changesNothing(demo, () => set("old-sync", "live", { dry_run: false }))
    expect(status).toBe(409)
    expect(error).toMatchObject({
      _tag: "sync_conflict",
      changes: [{ by: "agency@northwind.test", what: expect.stringContaining("budget") }]
    })
    expect(await quota()).toBe(before)
    // Our own refusal comes first, without a platform call.
    await demo.query("update campaigns set budget = 0 where organization_id = 1 and slug = 'old-sync'")
    expect((await set("old-sync", "live", { dry_run: false })).error?._tag).toBe("launch_blocked")
    await demo.query("update campaigns set budget = 10 where organization_id = 1 and slug = 'old-sync'")
    // Stopping is always possible.
    expect((await set("old-sync", "draft", { dry_run: false })).output).toMatchObject({ accepted: true })
    expect((await set("old-sync", "live", { dry_run: false })).error?._tag).toBe("sync_conflict")
    // What a sync has read needs no platform. Otherwise an unreadable platform does not prevent a launch.
    await demo.control("POST", "faults", { kind: "refused", method: "search" })
    expect((await set("old-sync", "live", { dry_run: false })).error?._tag).toBe("sync_conflict")
    await demo.query("update campaigns set conflict = null where organization_id = 1 and slug = 'old-sync'")
    expect((await set("old-sync", "live", { dry_run: false })).output).toMatchObject({ accepted: true })
    await demo.control("DELETE", "faults")
  })

  it("is not reverted by a sync before the platform has followed", async () => {
    const changed = { slug: "northwind-brand", budget: 22, name: "Northwind by name", dry_run: false }
    expect((await demo.run(call("campaigns.update", admin, changed))).error).toBeNull()
    expect((await set("northwind-brand", "paused", { dry_run: false })).error).toBeNull()
    await demo.query("update tasks set status = 'completed' where status = 'queued'")
    const synced = Effect.flatMap(Sync, (sync) =>
      Effect.flatMap(SqlClient.SqlClient, (sql) =>
        Effect.flatMap(
          sql<{ id: string }>`select id from ad_accounts where organization_id = 1`,
          ([account]) => sync.account(1, account!.id)
        )
      )
    )
    // As if it was changed long before the sync reads the platform.
    await demo.query(
      "update campaigns set updated_at = now() - interval '1 hour' where slug = 'northwind-brand' returning id"
    )
    await demo.run(Effect.provide(synced, Sync.layer({ historyDays: 1 })))
    expect(await campaignInDatabase(demo, "northwind-brand")).toMatchObject({
      name: "Northwind by name",
      budget: 22,
      state: "paused",
      unpushed: ["budget", "name", "state"]
    })
  })

  it("waits for approval if the organization requires it, after the guardrails", async () => {
    const femi = setState(demo, demo.keys["fabrikam"]!.admin!)
    expect((await femi("radiators-draft", "live", { dry_run: false })).error?._tag).toBe("launch_blocked")
    expect(await femi("boiler-repair", "paused", { dry_run: false })).toMatchObject({
      status: 202,
      error: { _tag: "approval_required" }
    })
    expect((await campaignInDatabase(demo, "boiler-repair", "fabrikam"))["state"]).toBe("live")
  })
})
