import { Effect } from "effect"
import { describe, expect, it } from "vitest"
import type { Output } from "../../../src/contract/index.ts"
import { accuracyWarning } from "../../../src/insight/savings/accuracy.ts"
import { Accuracy } from "../../../src/pages/index.ts"
import type { OrganizationClearance } from "../../../src/request/clearance.ts"
import { call } from "../../support/call.ts"
import { runOnPlatform } from "../../support/on-platform.ts"
import { reportBefore } from "../documents/support/report-before.ts"

const demo = await runOnPlatform()
const admin = demo.keys["northwind"]!.admin!
const detect = async () =>
  (await demo.run(call("detectors.run", admin, { slug: "boiler-repair", detector: "negative_keywords" })))
    .output as Output<"detectors.run">
const preview = async (id: string) =>
  (await demo.run(call("recommendations.apply", admin, { id }))).output as {
    readonly warnings?: ReadonlyArray<string>
  }

/** Inserts applied recommendations that were estimated at 100 a month each. */
const applied = (type: string, count: number, realised: number, at = "2026-09-15", status = "applied") =>
  demo.query(`insert into recommendations (organization_id, campaign_id, id, type, summary, details, discriminator, status,
      applied_at, created_at, updated_at, estimated_monthly_saving, realised_saving_14d, realised_saving_30d)
    select 1, (select min(id) from campaigns where organization_id = 1), 'rec_acc_${type}_${at}_' || n, '${type}', 'x',
      '{"version": 1, "findings": [], "operations": [{"op": "set_budget", "from": 1, "to": 2}]}', '', '${status}', '${at}',
      '${at}', '${at}', 100, 999, ${realised} from generate_series(1, ${count}) n`)

const warning =
  "Estimates of this kind are unreliable: over 20 applications, 40% of the estimated saving was realised."

describe("estimates", () => {
  it.each([
    [{ measured: 19, estimated: 100, realised: 0 }, false],
    [{ measured: 20, estimated: 100, realised: 49 }, true],
    [{ measured: 20, estimated: 100, realised: 50 }, false],
    [{ measured: 20, estimated: 100, realised: 151 }, true],
    [{ measured: 20, estimated: 100, realised: -10 }, true]
  ])("%j are unreliable: %s", (accuracy, is) => expect(accuracyWarning(accuracy) !== null).toBe(is))

  it("that are off by more than half over 20 applications are marked in findings and previews", async () => {
    await applied("negative_keywords", 19, 40)
    const before = await detect()
    expect(before).not.toHaveProperty("note")
    const id = before.findings[0]!.recommendation_id!
    expect((await preview(id)).warnings ?? []).not.toContain(warning)
    await applied("negative_keywords", 1, 40, "2026-09-16")
    expect(await detect()).toMatchObject({ note: warning })
    expect((await preview(id)).warnings).toContain(warning)
    const all = await demo.run(call("detectors.run", admin, { slug: "boiler-repair", detector: "all" }))
    expect(all.output).toMatchObject({ note: expect.stringContaining(`negative_keywords: ${warning}`) })
  })

  it("are compared with results by kind in the strategic report, up to the end of its quarter", async () => {
    await applied("high_cpc", 3, 90)
    await applied("high_cpc", 5, 0, "2026-10-05")
    // What was undone saved nothing, and says nothing about the estimate.
    await applied("high_cpc", 7, 0, "2026-09-20", "undone")
    const { facts, markdown } = await demo.run(reportBefore(1, "strategic", "2026-11-16"))
    expect(facts).toMatchObject({
      accuracy: [
        { label: "Expensive keywords", measured: 3, estimated: 300, realised: 270, unreliable: false },
        { label: "Searches to exclude", measured: 20, estimated: 2000, realised: 800, unreliable: true }
      ]
    })
    expect(markdown).toMatch(
      /\| Searches to exclude +\| +20 \| +\$2,000\.00 \| +\$800\.00 \| +40% \| unreliable/
    )
    const all = await demo.run(
      Effect.flatMap(Accuracy, ({ of }) => of({ organization: { id: 1 } } as OrganizationClearance))
    )
    expect(all.map(({ label, measured, realised }) => [label, measured, realised])).toEqual([
      ["Expensive keywords", 8, 270],
      ["Searches to exclude", 20, 800]
    ])
  })
})
