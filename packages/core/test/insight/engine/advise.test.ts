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

it("the brand's searches in boiler-repair are recommended to be left to the brand, once", async () => {
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

it("a recommendation whose reason is gone is taken off the list", async () => {
  await demo.query(
    `update campaigns set budget = 1000 where organization_id = 1 and slug = 'emergency-plumber'`
  )
  await advise()
  const lowered = (await pending()).find(
    ({ campaign, type }) => type === "budget" && campaign === "emergency-plumber"
  )
  expect(lowered?.summary).toMatch(/^Lower the daily budget from 1000 to 750/)
  await demo.query(
    `update campaigns set state = 'paused' where organization_id = 1 and slug = 'emergency-plumber'`
  )
  await advise()
  expect((await pending()).some(({ id }) => id === lowered?.id)).toBe(false)
  const late = await demo.run(call("recommendations.apply", admin, { id: lowered!.id, dry_run: false }))
  expect(late).toMatchObject({ status: 409, error: { _tag: "recommendation_not_pending" } })
})
