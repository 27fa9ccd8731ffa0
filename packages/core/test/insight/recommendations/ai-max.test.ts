import { expect, it } from "vitest"
import { call } from "../../support/call.ts"
import { runOnPlatform } from "../../support/on-platform.ts"
import { jobsSettled, startWorker } from "../../support/workers.ts"
import { recommendationHelpers } from "../support/recommendations.ts"

/* Waste that AI Max matched: one change of the setting, which is applied and undone. */

const demo = await runOnPlatform()
const slug = "emergency-plumber"
const { admin, apply, preview, send, statusOf, undo } = recommendationHelpers(demo, slug)
const campaign = "(select id from campaigns where organization_id = 1 and slug = 'emergency-plumber')"

const aiMax = async () =>
  (await demo.run(call("campaigns.get", admin, { slug }))).output as { readonly ai_max: boolean }

it("switching off AI Max is recommended, applied whole and undone", async () => {
  // Everything that did not convert came through AI Max, and cost ten times as much.
  await demo.query(`
    update search_term_days d set cost_micros = cost_micros * 10, ai_max_cost_micros = cost_micros * 10,
      ai_max_clicks = clicks, ai_max_conversions = 0
    where organization_id = 1 and campaign_id = ${campaign} and clicks > 0 and not exists (
      select 1 from search_term_days o where o.organization_id = 1 and o.campaign_id = d.campaign_id
        and o.term_id = d.term_id and o.conversions > 0)`)
  const { output } = await demo.run(
    call("detectors.run", admin, { slug, detector: "negative_keywords", options: { days: 30 } })
  )
  const { findings } = output as {
    readonly findings: ReadonlyArray<{ term: string; action: string; recommendation_id?: string }>
  }
  const through = findings.filter(({ action }) => action === "switch_off_ai_max")
  expect(through.length).toBeGreaterThan(0)
  const id = through[0]!.recommendation_id!

  const { would_apply, would_lose } = await preview(id)
  expect(would_apply).toContainEqual({
    op: "switch_off_ai_max",
    summary: expect.stringContaining("from on to off")
  })
  expect(would_lose!["cost_30d"]).toBeGreaterThan(0)
  const { error } = await send(id, { only: [through[0]!.term] })
  expect(error).toMatchObject({
    fields: [{ path: "only.0", message: expect.stringContaining("applied as a whole") }]
  })

  const { action_id } = await apply(id)
  expect(await aiMax()).toMatchObject({ ai_max: false })
  expect(await statusOf(id)).toBe("applied")
  expect(await undo(action_id)).toMatchObject({ undone: true })
  expect(await aiMax()).toMatchObject({ ai_max: true })
  const stop = await startWorker(demo)
  await jobsSettled(demo)
  await stop()
})
