import { describe, expect, it } from "vitest"
import { type Detector, detectors, type Output } from "../../../src/contract/index.ts"
import { call } from "../../support/call.ts"
import { runCore } from "../../support/running.ts"

const demo = await runCore()
const owner = demo.keys["northwind"]!.owner!
const run = (slug: string, detector: Detector, options: object = {}) =>
  demo.run(call("detectors.run", owner, { org: "northwind", slug, detector, options }))
const found = async (slug: string, detector: Detector, options?: object) =>
  (await run(slug, detector, options)).output as Output<"detectors.run">

describe("in boiler-repair", () => {
  it.each(detectors)("%s finds something", async (detector) => {
    const { findings } = await found("boiler-repair", detector)
    expect(findings.length).toBeGreaterThan(0)
  })

  it.each(detectors.filter((one) => one !== "keyword_count"))("%s can be applied", async (detector) => {
    const { findings } = await found("boiler-repair", detector)
    const ids = new Set(findings.flatMap(({ recommendation_id }) => recommendation_id ?? []))
    expect(ids.size).toBe(1)
    const again = await found("boiler-repair", detector)
    expect(again.findings.flatMap(({ recommendation_id }) => recommendation_id ?? [])).toContain([...ids][0])
  })

  it("keyword_count has nothing to apply", async () => {
    const { findings } = await found("boiler-repair", "keyword_count")
    for (const one of findings) expect(one).not.toHaveProperty("recommendation_id")
  })

  it("leaves alone what was added this week", async () => {
    const { findings } = await found("boiler-repair", "zero_impression")
    expect(findings.map((one) => one["text"])).toContain("boiler flue inspection ballard")
    expect(findings.map((one) => one["text"])).not.toContain("boiler health check")
  })
})

it("saves nothing for a draft", async () => {
  const { findings } = await found("spring-offers", "keyword_count", { threshold: 1 })
  for (const one of findings) expect(one).not.toHaveProperty("recommendation_id")
})

it("says which campaign was meant, and what an option may be", async () => {
  expect(await run("boiler-repairs", "hipo")).toMatchObject({
    status: 404,
    error: { _tag: "not_found", next: expect.stringContaining("Did you mean boiler-repair?") }
  })
  expect(await run("boiler-repair", "high_cpc", { threshold: 20 })).toMatchObject({
    status: 400,
    error: { fields: [{ path: "options.threshold", message: expect.stringContaining("from 1 to 10") }] }
  })
})
