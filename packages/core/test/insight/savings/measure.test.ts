import { Effect } from "effect"
import { describe, expect, it } from "vitest"
import { recommendationEndpoints } from "../../../src/insight/recommendations/apply.ts"
import { measureSavings } from "../../../src/insight/savings/measure.ts"
import { asOperator } from "../../support/call.ts"
import { holdTransaction, untilBlocked } from "../../support/hold-transaction.ts"
import { runOnPlatform } from "../../support/on-platform.ts"
import { recommendationHelpers } from "../support/recommendations.ts"

const demo = await runOnPlatform()
const slug = "boiler-repair"
const { apply, recommend, undo } = recommendationHelpers(demo, slug)
const measure = () => demo.run(measureSavings)
const savings = async (id: string) =>
  (
    await demo.run(
      Effect.flatMap(recommendationEndpoints, (endpoints) =>
        asOperator(endpoints.savings("northwind"), "mia@northwind.test")
      )
    )
  ).find((one) => one.id === id)

/** As if it had been applied this many days before the latest day with data. */
const appliedBefore = async (id: string, days: number) => {
  const [row] = await demo.query<{ at: string }>(
    `select (latest - ${days})::text as at from search_term_windows where organization_id = 1`
  )
  await demo.query(`update recommendations set applied_at = '${row!.at}', realised_saving_14d = null
    where organization_id = 1 and id = '${id}'`)
}
/** Sums the cost of its keywords or searches within days of its application. */
const cost = async (id: string, from: number, to: number, of: "keyword" | "term") => {
  const rows =
    of === "keyword"
      ? `keyword_days d join recommendations r on r.organization_id = 1 and r.id = '${id}' and d.organization_id = 1
           join lateral jsonb_array_elements(r.details -> 'operations') o
             on d.keyword_id = (o ->> 'keyword')::bigint`
      : `search_term_days d join recommendations r on r.organization_id = 1 and r.id = '${id}' and d.organization_id = 1
           and d.campaign_id = r.campaign_id
           join search_terms s on s.organization_id = 1 and s.id = d.term_id
             and exists (select from jsonb_array_elements(r.details -> 'operations') o
               where case o ->> 'match' when 'exact' then lower(s.term) = lower(o ->> 'text')
                 else ' ' || lower(s.term) || ' ' like '% ' || lower(o ->> 'text') || ' %' end)`
  const [sum] = await demo.query<{ cost: number }>(
    `select coalesce(sum(d.cost_micros), 0)::float8 / 1000000 as cost from ${rows}
     where d.date between r.applied_at::date + (${from}) and r.applied_at::date + (${to})`
  )
  return sum!.cost
}

describe("paused keywords", () => {
  it("report after 14 and 30 days the monthly saving; not before, and not after an undo", async () => {
    const id = await recommend("no_conversion_keywords")
    const { action_id } = await apply(id)
    await measure()
    expect(await savings(id)).toMatchObject({ realised_saving_14d: null, realised_saving_30d: null })
    await appliedBefore(id, 13)
    await measure()
    expect(await savings(id)).toMatchObject({ realised_saving_14d: null })

    await appliedBefore(id, 14)
    await measure()
    const expected = ((await cost(id, -14, -1, "keyword")) - (await cost(id, 1, 14, "keyword"))) * (30 / 14)
    expect((await savings(id))?.realised_saving_14d).toBeCloseTo(expected, 1)
    expect(await savings(id)).toMatchObject({
      campaign: slug,
      type: "no_conversion_keywords",
      estimated_monthly_saving: expect.any(Number),
      realised_saving_30d: null
    })
    await appliedBefore(id, 30)
    await measure()
    const month = (await cost(id, -30, -1, "keyword")) - (await cost(id, 1, 30, "keyword"))
    expect((await savings(id))?.realised_saving_30d).toBeCloseTo(month, 1)

    await appliedBefore(id, 14)
    await undo(action_id)
    await measure()
    expect(await savings(id)).toBeUndefined()
    const [kept] = await demo.query(`select realised_saving_14d from recommendations where id = '${id}'`)
    expect(kept).toEqual({ realised_saving_14d: null })
  })
})

it("a recommendation that is undone while it is measured gets no saving", async () => {
  const id = await recommend("no_conversion_keywords")
  await apply(id)
  await appliedBefore(id, 14)
  const own = `where organization_id = 1 and id = '${id}'`
  const commit = await holdTransaction(demo, `update recommendations set status = 'undone' ${own}`)
  const measured = measure()
  await untilBlocked(demo, 1)
  await commit()
  await measured
  expect(await demo.query(`select status, realised_saving_14d from recommendations ${own}`)).toEqual([
    { status: "undone", realised_saving_14d: null }
  ])
})

describe("excluded searches", () => {
  it("count everything that the exclusions stop", async () => {
    const id = await recommend("negative_keywords", { days: 30 })
    await apply(id)
    await appliedBefore(id, 14)
    await measure()
    const expected = ((await cost(id, -14, -1, "term")) - (await cost(id, 1, 14, "term"))) * (30 / 14)
    expect(expected).not.toBe(0)
    expect((await savings(id))?.realised_saving_14d).toBeCloseTo(expected, 1)
  })
})

it("a recommendation without stops reports no saving", async () => {
  const id = await recommend("tcpa")
  await apply(id)
  await appliedBefore(id, 40)
  await measure()
  expect(await savings(id)).toMatchObject({ realised_saving_14d: null, realised_saving_30d: null })
})
