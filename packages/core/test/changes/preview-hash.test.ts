import { describe, expect, it } from "vitest"
import { previewHash } from "../../src/changes/preview.ts"
import type { PlannedWrite, WriteRequest } from "../../src/changes/write.ts"
import { type OperationName, operationByName } from "../../src/contract/index.ts"
import { call } from "../support/call.ts"
import { campaignOf } from "../support/executed-writes.ts"
import { runCore } from "../support/run-core.ts"

type Values = Readonly<Record<string, unknown>>

const demo = await runCore()
const admin = demo.keys["northwind"]!.admin!

const preview = async (name: OperationName, values: Values) => {
  const { output } = await demo.run(call(name, admin, { ...values, dry_run: true }))
  return output as { readonly preview_hash: string }
}
const execute = (name: OperationName, values: Values, preview_hash: string) =>
  demo.run(call(name, admin, { ...values, dry_run: false, preview_hash }))

const slug = "boiler-repair"
const draft = "spring-offers"

/** The second input differs from the first, but leads to the same plan. */
const sameToRead: ReadonlyArray<readonly [OperationName, Values, Values]> = [
  ["campaigns.update", { slug, budget: 110 }, { slug, budget: 110.2 }],
  ["campaigns.update", { slug, name: "Boilers" }, { slug, name: "Boilers " }],
  ["keywords.add_negatives", { slug: draft, keywords: ["gratis"] }, { slug: draft, keywords: ["gratis "] }]
]

describe("a preview_hash", () => {
  it.each(sameToRead)("of %s %j is invalid for %j, although the plan is equal", async (name, one, two) => {
    const { preview_hash: hash, ...shown } = await preview(name, one)
    const { preview_hash: other, ...alike } = await preview(name, two)
    expect(alike).toEqual(shown)
    const before = await campaignOf(demo, slug)
    const stale = await execute(name, two, hash)
    expect(stale).toMatchObject({
      status: 409,
      error: { _tag: "preview_stale", current: { preview_hash: other } }
    })
    expect(await campaignOf(demo, slug)).toEqual(before)
    expect((await execute(name, one, hash)).error).toBeNull()
  })

  it("is valid for the same call, by id or slug of the organization", async () => {
    const { preview_hash } = await preview("campaigns.update", { slug, target_cpa: 31, org: "northwind" })
    expect((await preview("campaigns.update", { slug, target_cpa: 31, org: "_" })).preview_hash).toBe(
      preview_hash
    )
    expect((await execute("campaigns.update", { slug, target_cpa: 31 }, preview_hash)).error).toBeNull()
  })

  it("is invalid once the campaign or the conflicts change", async () => {
    const { preview_hash } = await preview("campaigns.update", { slug, budget: 100 })
    await demo.run(call("campaigns.update", admin, { slug, budget: 105, dry_run: false }))
    expect((await execute("campaigns.update", { slug, budget: 100 }, preview_hash)).error).toMatchObject({
      _tag: "preview_stale",
      current: { would_change: { budget: { from: 105, to: 100 } } }
    })
  })

  it("covers operation and organization, but no advisory figures", () => {
    const nothing: PlannedWrite = {
      actions: [],
      limits: null,
      refusal: null,
      codedWarnings: [],
      stopsSpend: false
    }
    const asking = (name: OperationName, organization: number, parameters: Values = {}) =>
      ({
        operation: operationByName.get(name)!,
        clearance: { organization: { id: organization } },
        parameters
      }) as unknown as WriteRequest
    const hashes = [
      asking("campaigns.update", 1),
      asking("campaigns.set_state", 1),
      asking("campaigns.update", 2),
      asking("campaigns.update", 1, { slug })
    ].map((one) => previewHash(one, nothing))
    expect(new Set(hashes).size).toBe(4)
    expect(previewHash(asking("campaigns.update", 1), nothing)).toBe(hashes[0])
  })
})
