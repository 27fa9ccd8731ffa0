import { Effect } from "effect"
import { describe, expect, it } from "vitest"
import { type LaunchCheckList, LaunchChecks } from "../../src/campaigns/launch/launch-checks.ts"
import { locationEndpoints } from "../../src/campaigns/suggest-locations.ts"
import { launchBlockers, type OperationName, type PeopleWriteName } from "../../src/contract/index.ts"
import { asOperator, call } from "../support/call.ts"
import { changesNothing } from "../support/changes-nothing.ts"
import { runOnPlatform } from "../support/on-platform.ts"
import { peopleWriteHelpers } from "../support/people-writes.ts"
import {
  campaignInDatabase,
  campaignInEmulator,
  jobsSettled,
  setAndFollow,
  startWorker
} from "../support/workers.ts"
import { lockTriggerSql } from "./support/lock-trigger.ts"

const demo = await runOnPlatform()
// A write of campaigns without the organization's lock fails here.
await demo.query(lockTriggerSql)
const { admin } = demo.keys["northwind"]! as { admin: string }
const { execute, preview } = peopleWriteHelpers(demo)
const asOwner = peopleWriteHelpers(demo, "olivia@northwind.test")
const campaign = "radiators-draft"
const website = "http://northwind.test/"

interface Done {
  readonly action_id: string
  readonly summary: string
  readonly changed: ReadonlyArray<{ readonly from: string | null; readonly to: string | null }>
}
const right = <A>(either: unknown): A => {
  expect(either).toMatchObject({ _tag: "Right" })
  return (either as { right: A }).right
}
/** Previews a write without a change, executes exactly that, and compares both. */
const make = async (name: PeopleWriteName, input: object, writes = { execute, preview }): Promise<Done> => {
  const shown = right<{ preview_hash: string; summary: string; would_change: unknown }>(
    await changesNothing(demo, () => writes.preview(name, input))
  )
  const done = right<Done>(await writes.execute(name, input, { previewHash: shown.preview_hash }))
  expect(done).toMatchObject({ summary: shown.summary, changed: shown.would_change })
  return done
}
const undo = async (id: string) => (await demo.run(call("actions.undo", admin, { id }))).output
const checks = () =>
  demo.run(
    Effect.flatMap(LaunchChecks, ({ show }) => asOperator(show("northwind", campaign), "mia@northwind.test"))
  ) as Promise<LaunchCheckList>
const failed = async () => (await checks()).checks.flatMap(({ check, passes }) => (passes ? [] : [check]))
const radiators = () => campaignInDatabase(demo, campaign)
const adOf = async (slug: string) =>
  (
    await demo.query<{ id: number }>(
      `select a.id from ads a join campaigns c on c.organization_id = a.organization_id and c.id = a.campaign_id
       where c.slug = '${slug}' and c.organization_id = 1 and a.removed_at is null order by a.id limit 1`
    )
  )[0]!.id

describe("a draft with every blocker", () => {
  it("lists all launch checks, each failed one with what fixes it", async () => {
    const list = await checks()
    expect(list).toMatchObject({ campaign, first_launch: true, passes: false })
    expect(list.checks.map(({ check }) => check)).toEqual([...launchBlockers])
    for (const { fixes, passes, reason } of list.checks) {
      expect(passes).toBe(reason === null)
      expect(reason ?? "").not.toContain("{")
      expect(fixes.length).toBeGreaterThan(0)
    }
    expect(await failed()).toEqual(
      expect.arrayContaining(["budget_missing", "location_missing", "keywords_missing"])
    )
  })

  it("is fixed by people's writes, undone one by one, fixed again, launched, and then stays as it is", async () => {
    const ad = await adOf(campaign)
    const linking = await make("drafts.use_account", { campaign })
    const locations = await demo.run(
      Effect.flatMap(locationEndpoints, ({ suggest }) =>
        asOperator(suggest("northwind", campaign, "Boston"), "adam@northwind.test")
      )
    )
    expect(locations[0]).toMatchObject({ name: expect.stringContaining("Boston"), type: "City" })
    const { geo_target, name } = locations[0]!
    const fixes: ReadonlyArray<readonly [PeopleWriteName, object]> = [
      ["campaigns.set_budget", { campaign, budget: 20 }],
      ["drafts.use_account", { campaign }],
      ["drafts.set_locations", { campaign, locations: [{ name, geo_target }] }],
      ["drafts.set_language", { campaign, language: "es" }]
    ]
    const contents: ReadonlyArray<readonly [OperationName, object]> = [
      ["keywords.update", { keywords: [{ op: "add", text: "new radiators", ad_id: ad }] }],
      [
        "assets.update",
        {
          sitelinks: ["Prices", "Contact"].map((text) => ({ text, url: `${website}${text.toLowerCase()}` })),
          callouts: ["Fixed prices", "Same-day visits"]
        }
      ],
      [
        "ads.update",
        {
          ad_id: ad,
          headlines: ["Radiators fitted and balanced", "Fixed prices", "Same-day visits"],
          descriptions: [
            "Radiators fitted, moved and balanced.",
            "A balanced system heats every room evenly."
          ],
          paths: ["radiators"],
          url: `${website}radiators`
        }
      ]
    ]
    const writeContents = async () => {
      const done: Array<Done> = []
      for (const [name, values] of contents) {
        const input = { slug: campaign, ...values, dry_run: false }
        const { error, output } = await demo.run(call(name, admin, input))
        expect(error).toBeNull()
        done.push(output as unknown as Done)
      }
      return done
    }
    expect(await undo(linking.action_id)).toMatchObject({ undone: true })
    const before = await radiators()
    const made: Array<Done> = []
    for (const [write, input] of fixes) made.push(await make(write, input))
    made.push(...(await writeContents()))
    expect(await failed()).toEqual([])
    for (const { action_id } of made.toReversed()) {
      expect(await undo(action_id)).toMatchObject({ undone: true })
    }
    expect({ ...(await radiators()), updated_at: 0 }).toEqual({ ...before, updated_at: 0 })
    expect(await failed()).toContain("location_missing")
    const again: Array<Done> = []
    for (const [write, input] of fixes) again.push(await make(write, input))
    await writeContents()
    for (const [write, input] of fixes) {
      expect(await execute(write, input)).toMatchObject({ right: { applied: true, action_id: null } })
    }
    const stop = await startWorker(demo)
    await setAndFollow(demo, admin)(campaign, "live")
    await jobsSettled(demo)
    await stop()
    expect(await radiators()).toMatchObject({ state: "live", language: "es" })
    expect(await campaignInEmulator(demo, (await radiators()).name as string)).toBeDefined()
    for (const [write, input] of fixes.slice(1)) {
      const outcome = await execute(write, "language" in input ? { ...input, language: "de" } : input)
      if (write === "drafts.set_language") {
        expect(outcome).toMatchObject({
          left: { _tag: "validation_error", fields: [{ message: expect.stringContaining("launched") }] }
        })
      }
    }
    expect(await undo(again[3]!.action_id)).toMatchObject({
      undone: false,
      not_restored: [{ reason: expect.stringContaining("launched since") }]
    })
  })

  it("rejects what a launch would reject, by field, and stores nothing", async () => {
    const draft = "spring-offers"
    const ad = await adOf(draft)
    const lines: ReadonlyArray<readonly [OperationName, object, string, RegExp]> = [
      [
        "assets.update",
        { sitelinks: [{ text: "Free boilers", url: `${website}boiler-repair/` }] },
        "sitelinks",
        /fails the check “evidence”/
      ],
      ["assets.update", { callouts: ["Fixed prices", "Cheapest in town"] }, "callouts", /“Cheapest in town”/],
      [
        "ads.update",
        { ad_id: ad, headlines: ["Annual boiler service", "Fixed prices", "Lifetime guarantee"] },
        "headlines",
        /nearest sentence is “12-month guarantee”/
      ]
    ]
    await changesNothing(demo, async () => {
      for (const [name, values, path, message] of lines) {
        const { error } = await demo.run(call(name, admin, { slug: draft, ...values, dry_run: false }))
        expect(error).toMatchObject({ fields: [{ path, message: expect.stringMatching(message) }] })
      }
    })
    const rejected: ReadonlyArray<readonly [PeopleWriteName, object, string, RegExp]> = [
      [
        "drafts.set_locations",
        { campaign: draft, locations: [{ name: "X", geo_target: "x" }] },
        "locations",
        /not know/
      ]
    ]
    await changesNothing(demo, async () => {
      for (const [write, input, path, message] of rejected) {
        expect(await preview(write, input)).toMatchObject({
          right: { blocked_fields: [{ path, message: expect.stringMatching(message) }] }
        })
        expect(await execute(write, input)).toMatchObject({
          left: { _tag: "validation_error", fields: [{ path, message: expect.stringMatching(message) }] }
        })
      }
      for (const [write, input, path] of [
        ["drafts.set_language", { campaign: draft, language: "xx" }, "language"],
        ["drafts.use_account", { campaign: draft, ad_account: "1" }, "ad_account"]
      ] as const) {
        expect(await execute(write, input)).toMatchObject({
          left: { _tag: "validation_error", fields: [{ path }] }
        })
      }
    })
  })
})

describe("a budget past the per-call limit", () => {
  const input = { campaign: "northwind-brand", budget: 40 }

  it("is refused without an owner's confirmation", async () => {
    expect(await asOwner.preview("campaigns.set_budget", input)).toMatchObject({
      right: { within_limits: false, allowed_min: 15, allowed_max: 25, blocked_reason: expect.any(String) }
    })
    expect(await asOwner.execute("campaigns.set_budget", input)).toMatchObject({
      left: { _tag: "budget_cap_exceeded", allowed_max: 25 }
    })
    for (const work of [preview, execute]) {
      expect(await work("campaigns.set_budget", { ...input, past_limit: true })).toMatchObject({
        left: { _tag: "role_denied", required_role: "owner" }
      })
    }
  })

  it("is set when an owner confirms it, and undone; the cap holds for owners too", async () => {
    const done = await make("campaigns.set_budget", { ...input, past_limit: true }, asOwner)
    expect(done.changed).toMatchObject([{ from: "$20", to: "$40" }])
    expect(await undo(done.action_id)).toMatchObject({ undone: true })
    expect(
      await asOwner.execute("campaigns.set_budget", { ...input, budget: 5000, past_limit: true })
    ).toMatchObject({ left: { _tag: "budget_cap_exceeded", monthly_cap: 12_000 } })
    expect(
      await asOwner.execute("campaigns.set_budget", { ...input, budget: 0, past_limit: true })
    ).toMatchObject({ left: { _tag: "budget_cap_exceeded", allowed_min: 1 } })
    expect(await campaignInDatabase(demo, "northwind-brand")).toMatchObject({ budget: 20 })
  })
})
