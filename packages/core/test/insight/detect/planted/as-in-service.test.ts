import { describe, expect, it } from "vitest"
import type { Detector, Output } from "../../../../src/contract/index.ts"
import { detect } from "../../../../src/insight/detect/detect.ts"
import { call } from "../../../support/call.ts"
import { runOnPlatform } from "../../../support/on-platform.ts"
import { readReports } from "./reported-view.ts"

describe("the measured views equal those of the service", async () => {
  const demo = await runOnPlatform()
  const [latest] = await demo.query<{ today: string }>(
    `select (max(date) + 1)::text as today from campaign_days d join organizations o on o.id = d.organization_id
     where o.slug = 'northwind'`
  )
  const { viewOf } = await readReports(demo.emulator, latest!.today)
  const cases: ReadonlyArray<readonly [Detector, 7 | 30]> = [
    ["negative_keywords", 7],
    ["negative_keywords", 30],
    ["high_cpc", 30],
    ["no_conversion_keywords", 30],
    ["new_keywords", 30]
  ]

  it.each(cases)("%s, over %i days", async (detector, days) => {
    const options = detector === "negative_keywords" ? { days } : {}
    const key = demo.keys["northwind"]!.owner!
    const { output } = await demo.run(
      call("detectors.run", key, { org: "northwind", slug: "boiler-repair", detector, options })
    )
    const told = (output as Output<"detectors.run">).findings.map(
      ({ recommendation_id, ...fields }) => fields
    )
    expect(told.length).toBeGreaterThan(0)
    expect(told).toEqual(detect(detector, viewOf(days), options).findings.map(({ fields }) => fields))
  })
})
