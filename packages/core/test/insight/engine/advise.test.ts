import { expect, it } from "vitest"
import type { Output } from "../../../src/contract/index.ts"
import { adviseOrganization } from "../../../src/insight/engine/advise.ts"
import { call } from "../../support/call.ts"
import { runOnPlatform } from "../../support/on-platform.ts"

const demo = await runOnPlatform()
const admin = demo.keys["northwind"]!.admin!
const advise = () => demo.run(adviseOrganization(1))
const pending = async () =>
  (
    (await demo.run(call("recommendations.list", admin, { org: "northwind", limit: 100 })))
      .output as Output<"recommendations.list">
  ).recommendations

it("brand searches in boiler-repair are recommended for exclusion, once", async () => {
  await advise()
  const [leak, ...more] = (await pending()).filter(
    ({ campaign, type }) => type === "brand_leak" && campaign === "boiler-repair"
  )
  expect(leak?.summary).toMatch(/^Leave \d+ search terms? of the brand/)
  expect(more).toEqual([])
  await advise()
  expect((await pending()).filter(({ id }) => id === leak?.id)).toHaveLength(1)
  expect((await pending()).some(({ campaign }) => campaign === "northwind-brand")).toBe(false)

  const applied = await demo.run(call("recommendations.apply", admin, { id: leak!.id, dry_run: false }))
  expect(applied.error).toBeNull()
  await advise()
  expect((await pending()).filter(({ type }) => type === "brand_leak")).toEqual([])
})

it("removes a recommendation whose reason no longer applies", async () => {
  await demo.query(
    `update campaigns set budget = 1000 where organization_id = 1 and slug = 'emergency-plumber'`
  )
  await advise()
  const lowered = (await pending()).find(
    ({ campaign, type }) => type === "budget" && campaign === "emergency-plumber"
  )
  expect(lowered?.summary).toMatch(/^Lower the daily budget from \D?1,000 to \D?750/)
  await demo.query(
    `update campaigns set state = 'paused' where organization_id = 1 and slug = 'emergency-plumber'`
  )
  await advise()
  expect((await pending()).some(({ id }) => id === lowered?.id)).toBe(false)
  const late = await demo.run(call("recommendations.apply", admin, { id: lowered!.id, dry_run: false }))
  expect(late).toMatchObject({ status: 409, error: { _tag: "recommendation_not_pending" } })
})

it("recommends no budget for a campaign that went live minutes ago", async () => {
  await demo.query(`update campaigns set state = 'live', budget = 1000
    where organization_id = 1 and slug = 'emergency-plumber'`)
  const advised = async () =>
    (await pending()).some(({ campaign, type }) => type === "budget" && campaign === "emergency-plumber")
  await advise()
  expect(await advised()).toBe(true)
  const of = `organization_id = 1 and campaign_id = (select id from campaigns
    where organization_id = 1 and slug = 'emergency-plumber')`
  await demo.query(`update campaign_days set impressions = 0, clicks = 0, cost_micros = 0, conversions = 0
    where ${of} and date > (select max(date) from campaign_days where organization_id = 1) - 3`)
  await advise()
  expect(await advised()).toBe(false)
  await demo.query(`delete from campaign_days where ${of}`)
  await advise()
  expect(await advised()).toBe(false)
})
