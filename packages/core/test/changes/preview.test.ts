import { expect, it } from "vitest"
import type { OperationName } from "../../src/contract/index.ts"
import { call } from "../support/call.ts"
import { changesNothing } from "../support/changes-nothing.ts"
import { runOnPlatform } from "../support/on-platform.ts"

const demo = await runOnPlatform()

const previews: ReadonlyArray<readonly [OperationName, Record<string, unknown>]> = [
  ["campaigns.update", { slug: "boiler-repair", budget: 110, name: "Boilers", target_cpa: 30 }],
  ["campaigns.update", { slug: "spring-offers", budget: 9000 }],
  ["keywords.add_negatives", { slug: "boiler-repair", keywords: ["free", "boiler repair"] }],
  ["keywords.add_negatives", { slug: "spring-offers", keywords: ["free"], match_type: "broad" }],
  ["campaigns.set_state", { slug: "bathroom-fitting", state: "live" }],
  ["campaigns.set_state", { slug: "radiators-draft", state: "live" }]
]

it.each(previews)("a preview of %s changes nothing, here or in the platform: %j", async (name, values) => {
  for (const given of [values, { ...values, dry_run: true, idempotency_key: "preview" }]) {
    const answer = await changesNothing(demo, () =>
      demo.run(call(name, demo.keys["northwind"]!.admin!, given))
    )
    expect(answer).toMatchObject({ error: null, output: { dry_run: true } })
  }
})

it("detects an execution, so the comparison is meaningful", async () => {
  const executed = changesNothing(demo, () =>
    demo.run(
      call("keywords.add_negatives", demo.keys["northwind"]!.admin!, {
        slug: "boiler-repair",
        keywords: ["noticed"],
        dry_run: false
      })
    )
  )
  await expect(executed).rejects.toThrow()
})
