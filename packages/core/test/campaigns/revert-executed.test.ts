import { demoWorld } from "@adwarden/google-ads-emulator"
import { Effect } from "effect"
import { afterAll, expect, it } from "vitest"
import { Sync } from "../../src/campaigns/sync/sync.ts"
import { call } from "../support/call.ts"
import { runOnPlatform } from "../support/on-platform.ts"
import { peopleWriteHelpers } from "../support/people-writes.ts"
import { campaignInDatabase, jobsSettled, startWorker } from "../support/workers.ts"

/*
 * Changes that others make in the ad platform are taken back, and the taking back is undone. Each step is read from
 * the platform itself.
 */

const demo = await runOnPlatform()
const admin = demo.keys["northwind"]!.admin!
const { customerId } = demoWorld.customers.find(({ slug }) => slug === "northwind")!
const { execute, preview } = peopleWriteHelpers(demo)
const stop = await startWorker(demo)
afterAll(stop)

const one = async <Row extends object>(text: string) => (await demo.query<Row>(text))[0]!
const adOf = (name: string) =>
  one<{ id: number; ref: string; textRef: string }>(
    `select id, platform_resource_name as ref, platform_ad_resource_name as "textRef" from ads
     where organization_id = 1 and name = '${name}' order by removed_at is not null, id desc limit 1`
  )
const refOf = async (table: "keywords" | "negative_keywords", text: string) =>
  (
    await one<{ ref: string }>(
      `select platform_resource_name as ref from ${table} where organization_id = 1 and text = '${text}'
       and removed_at is null`
    )
  ).ref

const status = (resourceName: string, to: "PAUSED" | "ENABLED") => ({
  update: { resourceName, status: to },
  updateMask: "status"
})
const campaignRef = async (slug: string) =>
  (await campaignInDatabase(demo, slug))["platform_resource_name"] as string

/** What the platform has of a kind, removed things left out. */
const there = async (collection: string) => {
  const { resources } = (await demo.state()) as { resources: Record<string, Record<string, unknown>> }
  return Object.entries(resources)
    .filter(
      ([ref, body]) =>
        ref.startsWith(`customers/${customerId}/${collection}/`) && body["status"] !== "REMOVED"
    )
    .map(([ref, body]) => ({ ref, ...body }) as Record<string, unknown> & { readonly ref: string })
}
const keywordsThere = async (collection: "adGroupCriteria" | "campaignCriteria", text: string) =>
  (await there(collection)).filter(
    (body) => (body["keyword"] as { text?: string } | undefined)?.text === text
  )
const statusThere = async (collection: string, ref: string) =>
  (await there(collection)).find((body) => body.ref === ref)?.["status"]
const adsThere = async (name: string) => (await there("adGroups")).filter((body) => body["name"] === name)

const changeOf = async (slug: string, what: string) =>
  (
    await one<{ id: string }>(
      `select p.id from platform_changes p join campaigns c on c.organization_id = p.organization_id
       and c.id = p.campaign_id where c.organization_id = 1 and c.slug = '${slug}' and p.what like '${what}%'
       order by p.at desc limit 1`
    )
  ).id

/** Takes a change back; returns the function that undoes that. */
const revert = async (slug: string, what: string) => {
  const change = await changeOf(slug, what)
  const done = await execute("external_changes.revert", { campaign: slug, change })
  expect(done, what).toMatchObject({ right: { applied: true, action_id: expect.any(String) } })
  await jobsSettled(demo)
  const { action_id } = (done as { right: { action_id: string } }).right
  return async () => {
    const undone = await demo.run(call("actions.undo", admin, { id: action_id }))
    expect(undone.output, what).toMatchObject({ undone: true })
    await jobsSettled(demo)
  }
}

it("reverts each kind of change in the platform, and its undo brings the change of the others back", async () => {
  const boilers = await campaignRef("boiler-repair")
  const [emergency, brand] = [await campaignRef("emergency-plumber"), await campaignRef("northwind-brand")]
  const [fix, parts] = [await refOf("keywords", "boiler fix"), await refOf("keywords", "boiler parts")]
  const rental = await refOf("negative_keywords", "boiler rental")
  const [repair, service, emergencyAd] = [
    await adOf("Boiler repair"),
    await adOf("Boiler service"),
    await adOf("Emergency")
  ]
  const keyword = (text: string) => ({ text, matchType: "EXACT" })
  await demo.control("POST", "edits", {
    customerId,
    mutateOperations: [
      {
        campaignOperation: {
          update: { resourceName: emergency, maximizeConversions: { targetCpaMicros: "42000000" } },
          updateMask: "maximize_conversions.target_cpa_micros"
        }
      },
      { campaignOperation: status(brand, "PAUSED") },
      { adGroupCriterionOperation: status(fix, "PAUSED") },
      { adGroupCriterionOperation: { remove: parts } },
      { adGroupCriterionOperation: { create: { adGroup: repair.ref, keyword: keyword("boiler tune up") } } },
      { campaignCriterionOperation: { remove: rental } },
      {
        campaignCriterionOperation: {
          create: { campaign: boilers, negative: true, keyword: keyword("boiler cover") }
        }
      },
      { adGroupOperation: status(emergencyAd.ref, "PAUSED") },
      { adGroupAdOperation: status(repair.textRef, "PAUSED") },
      { adGroupOperation: { remove: service.ref } },
      { adGroupOperation: { create: { campaign: emergency, name: "Added outside" } } }
    ]
  })
  const account = (await campaignInDatabase(demo, "boiler-repair"))["ad_account_id"] as string
  const synced = await demo.run(Effect.flatMap(Sync, (sync) => sync.account(1, account)))
  expect(synced).toMatchObject({ outcome: "synced" })
  // The platform's times have whole seconds: a change in the second of the sync would count as made after it.
  await demo.query("update campaigns set last_synced_at = now() + interval '1 second'")

  const target = async () =>
    (await there("campaigns")).find(({ ref }) => ref === emergency)!["maximizeConversions"]
  const undoTarget = await revert("emergency-plumber", "Target CPA")
  expect(await target()).toEqual({ targetCpaMicros: "35500000" })
  await undoTarget()
  expect(await target()).toEqual({ targetCpaMicros: "42000000" })

  const undoState = await revert("northwind-brand", "Campaign paused")
  expect(await statusThere("campaigns", brand)).toBe("ENABLED")
  await undoState()
  expect(await statusThere("campaigns", brand)).toBe("PAUSED")

  const undoKeywordState = await revert("boiler-repair", "Keyword paused")
  expect(await statusThere("adGroupCriteria", fix)).toBe("ENABLED")
  await undoKeywordState()
  expect(await statusThere("adGroupCriteria", fix)).toBe("PAUSED")

  const undoAddedAgain = await revert("boiler-repair", "Keyword removed")
  expect(await keywordsThere("adGroupCriteria", "boiler parts")).toMatchObject([{ status: "ENABLED" }])
  await undoAddedAgain()
  expect(await keywordsThere("adGroupCriteria", "boiler parts")).toEqual([])

  const undoRemovedKeyword = await revert("boiler-repair", 'Keyword "boiler tune up" added')
  expect(await keywordsThere("adGroupCriteria", "boiler tune up")).toEqual([])
  await undoRemovedKeyword()
  expect(await keywordsThere("adGroupCriteria", "boiler tune up")).toHaveLength(1)

  const undoExcluded = await revert("boiler-repair", "Targeting removed")
  expect(await keywordsThere("campaignCriteria", "boiler rental")).toMatchObject([{ negative: true }])
  await undoExcluded()
  expect(await keywordsThere("campaignCriteria", "boiler rental")).toEqual([])

  const undoRemovedNegative = await revert("boiler-repair", 'Negative keyword "boiler cover" added')
  expect(await keywordsThere("campaignCriteria", "boiler cover")).toEqual([])
  await undoRemovedNegative()
  expect(await keywordsThere("campaignCriteria", "boiler cover")).toMatchObject([{ negative: true }])

  const undoAdState = await revert("emergency-plumber", "Ad paused")
  expect(await statusThere("adGroups", emergencyAd.ref)).toBe("ENABLED")
  expect(await one(`select state from ads where organization_id = 1 and id = ${emergencyAd.id}`)).toEqual({
    state: "enabled"
  })
  await undoAdState()
  expect(await statusThere("adGroups", emergencyAd.ref)).toBe("PAUSED")

  const undoTextState = await revert("boiler-repair", "Ad text paused")
  expect(await statusThere("adGroupAds", repair.textRef)).toBe("ENABLED")
  await undoTextState()
  expect(await statusThere("adGroupAds", repair.textRef)).toBe("PAUSED")

  const lines = async () =>
    (
      await one<{ n: number }>(
        `select count(*) as n from keywords where organization_id = 1 and ad_id = ${service.id} and removed_at is null`
      )
    ).n
  const change = await changeOf("boiler-repair", "Ad removed")
  expect(await preview("external_changes.revert", { campaign: "boiler-repair", change })).toMatchObject({
    right: { warnings: [expect.stringContaining("creates a new ad with the same texts")] }
  })
  const undoNewAd = await revert("boiler-repair", "Ad removed")
  const [again] = await adsThere("Boiler service")
  expect(again).toMatchObject({ status: "ENABLED" })
  expect(again!.ref).not.toBe(service.ref)
  const services = await keywordsThere("adGroupCriteria", "annual boiler service")
  expect(services.filter((body) => body["adGroup"] === again!.ref)).toMatchObject([{ status: "ENABLED" }])
  expect(await lines()).toBe(4)
  await undoNewAd()
  expect(await adsThere("Boiler service")).toEqual([])

  expect(await adsThere("Added outside")).toHaveLength(1)
  const added = await changeOf("emergency-plumber", "Ad added")
  expect(
    await preview("external_changes.revert", { campaign: "emergency-plumber", change: added })
  ).toMatchObject({ right: { warnings: [expect.stringContaining("this change has no undo")] } })
  await execute("external_changes.revert", { campaign: "emergency-plumber", change: added })
  await jobsSettled(demo)
  expect(await adsThere("Added outside")).toEqual([])
})
