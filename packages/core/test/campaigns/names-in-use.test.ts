import { demoWorld } from "@adwarden/google-ads-emulator"
import { Effect, Layer } from "effect"
import { describe, expect, it } from "vitest"
import { replacePlatformNames } from "../../src/campaigns/names-in-use.ts"
import { Sync } from "../../src/campaigns/sync/sync.ts"
import { actionOf, executedWrites } from "../support/executed-writes.ts"
import { runWithoutCheckLimit } from "../support/no-check-limit.ts"
import { runOnPlatform } from "../support/on-platform.ts"
import { accountsOn, googleAds } from "../support/platforms.ts"
import { campaignInDatabase, jobsSettled, startWorker } from "../support/workers.ts"

/* The platform accepts a name once per ad account: the plan also refuses one that only the platform has. */

const onPlatform = await runOnPlatform()
const demo = { ...onPlatform, run: runWithoutCheckLimit(onPlatform.runtime) }
const { set, update } = executedWrites(demo, demo.keys["northwind"]!.admin!)
const { customerId } = demoWorld.customers.find(({ slug }) => slug === "northwind")!
const account = String((await campaignInDatabase(demo, "boiler-repair"))["ad_account_id"])
const platform = await demo.run(googleAds)
const sync = (on = platform) =>
  Effect.flatMap(Sync, (sync) => sync.account(1, account)).pipe(
    Effect.provide(Sync.layer({ historyDays: 1 }).pipe(Layer.provide(accountsOn(on)))),
    demo.run
  )
const edit = async (...mutateOperations: ReadonlyArray<object>) => {
  const { resourceNames } = await demo.control("POST", "edits", {
    customerId,
    userEmail: "agency@else.test",
    mutateOperations
  })
  return resourceNames as ReadonlyArray<string>
}
const displayCampaign = async (name: string) => {
  const campaignBudget = `customers/${customerId}/campaignBudgets/-1`
  const [, campaign] = await edit(
    {
      campaignBudgetOperation: {
        create: { resourceName: campaignBudget, amountMicros: "3000000", explicitlyShared: false }
      }
    },
    {
      campaignOperation: {
        create: {
          name,
          status: "PAUSED",
          advertisingChannelType: "DISPLAY",
          campaignBudget,
          maximizeConversions: {},
          containsEuPoliticalAdvertising: "DOES_NOT_CONTAIN_EU_POLITICAL_ADVERTISING"
        }
      }
    }
  )
  return campaign!
}

/** Expects the same refusal in preview and execution, with nothing stored. */
const refused = async (slug: string, name: string, why: RegExp) => {
  const before = await campaignInDatabase(demo, slug)
  const preview = await update(slug, { name, dry_run: true })
  expect(preview.output).toMatchObject({ dry_run: true, blocked_reason: expect.stringMatching(why) })
  expect((await update(slug, { name })).error).toMatchObject({
    _tag: "validation_error",
    fields: [{ path: "name", message: expect.stringMatching(why) }]
  })
  expect(await campaignInDatabase(demo, slug)).toEqual(before)
}

describe("a campaign on another channel", () => {
  it("blocks its name for renames and first launches after a sync, until it is removed", async () => {
    const there = await displayCampaign("Banners everywhere")
    expect(await sync()).toMatchObject({ outcome: "synced" })
    const taken = /already the name of the campaign banners-everywhere in the same ad account/
    await refused("boiler-repair", "banners EVERYWHERE", taken)

    const { name } = await campaignInDatabase(demo, "spring-offers")
    actionOf(await update("spring-offers", { name: "Banners everywhere" }))
    const launch = await set("spring-offers", "live", { dry_run: true })
    expect(launch.output).toMatchObject({
      blocked_by: "refused_by_platform",
      blocked_reason: expect.stringMatching(taken)
    })
    expect((await set("spring-offers", "live")).error).toMatchObject({
      _tag: "launch_blocked",
      blocked_by: "refused_by_platform"
    })
    actionOf(await update("spring-offers", { name: String(name) }))

    await edit({ campaignOperation: { remove: there } })
    expect(await sync()).toMatchObject({ outcome: "synced" })
    const preview = await update("boiler-repair", { name: "Banners everywhere", dry_run: true })
    expect(preview.output).not.toHaveProperty("blocked_reason")
  })
})

describe("a campaign whose new name is not pushed yet", () => {
  it.each(["before", "after"])("blocks its old name %s the first sync, until the push", async (when) => {
    if (when === "before") await demo.query("delete from platform_campaign_names")
    const old = String((await campaignInDatabase(demo, "boiler-repair"))["name"])
    const other = String((await campaignInDatabase(demo, "emergency-plumber"))["name"])
    actionOf(await update("boiler-repair", { name: `Boilers ${when}` }))
    await refused("emergency-plumber", old, /of the campaign boiler-repair in the ad platform, which has not/)
    await refused(
      "emergency-plumber",
      `Boilers ${when}`,
      /of the campaign boiler-repair in the same ad account/
    )
    // A sync that skips the campaign, because its change is in progress, stores the name too.
    expect(await sync()).toMatchObject({ outcome: "synced" })
    await refused("emergency-plumber", old, /of the campaign boiler-repair in the ad platform, which has not/)

    const stop = await startWorker(demo)
    await jobsSettled(demo)
    actionOf(await update("emergency-plumber", { name: old }))
    await jobsSettled(demo)
    for (const slug of ["boiler-repair", "emergency-plumber"]) {
      expect(await campaignInDatabase(demo, slug)).toMatchObject({ state_error: null, unpushed: [] })
    }
    actionOf(await update("emergency-plumber", { name: other }))
    await jobsSettled(demo)
    actionOf(await update("boiler-repair", { name: old }))
    await jobsSettled(demo)
    await stop()
  })

  it("can take its old name back at once", async () => {
    const old = String((await campaignInDatabase(demo, "boiler-repair"))["name"])
    actionOf(await update("boiler-repair", { name: "Boilers for a moment" }))
    actionOf(await update("boiler-repair", { name: old }))
  })
})

it("a sync that read the platform before a push does not change the name that the push stored", async () => {
  const names = () =>
    demo.query<{ name: string }>(
      "select name from platform_campaign_names where organization_id = 1 order by platform_resource_name"
    )
  await sync()
  const before = await names()
  expect(before.length).toBeGreaterThan(3)
  const earlier = new Date(Date.now() - 3_600_000).toISOString()
  await demo.run(replacePlatformNames(1, account, [], earlier))
  expect(await names()).toEqual(before)
})
