import { describe, expect, it } from "vitest"
import { directionOf } from "../../../src/campaigns/edits/field.ts"
import { randomId } from "../../../src/contract/index.ts"
import { call } from "../../support/call.ts"
import { campaignOf, queryOn } from "../../support/executed-writes.ts"
import { runCore } from "../../support/run-core.ts"

const slug = "boiler-repair"
const demo = await runCore()
const query = queryOn(demo)
const admin = demo.keys["northwind"]!.admin!

const own = "organization_id = 1"
const setCampaign = (values: string) =>
  query(`update campaigns set ${values} where ${own} and slug = '${slug}' returning id`)
const campaign = () => campaignOf(demo, slug)
/** Creates a pending recommendation with these operations; returns its id. */
const recommended = async (type: string, ...operations: ReadonlyArray<object>) => {
  const id = randomId("rec")
  await query(
    `delete from recommendations where ${own} and type = '${type}' and status = 'pending' returning id`
  )
  const [found] = await query<{ id: number }>(`select id from campaigns where ${own} and slug = '${slug}'`)
  await query(`insert into recommendations (organization_id, id, campaign_id, type, summary, details)
    values (1, '${id}', ${found!.id}, '${type}', 'Made by a test',
      '${JSON.stringify({ version: 1, findings: [], operations })}')`)
  return id
}
const budget = (from: number, to: number) => recommended("budget", { op: "set_budget", from, to })
const target = (from: number | null, to: number) => recommended("tcpa", { op: "set_target_cpa", from, to })
const preview = async (id: string) =>
  (await demo.run(call("recommendations.apply", admin, { id }))).output as Record<string, unknown>
const apply = (id: string, more = {}) =>
  demo.run(call("recommendations.apply", admin, { id, dry_run: false, ...more }))
const statusOf = async (id: string) =>
  (await query<{ status: string }>(`select status from recommendations where id = '${id}'`))[0]!.status
const used = async () =>
  (
    await query<{ used: number }>(`select coalesce(sum(used), 0)::int as used from write_quota where ${own}`)
  )[0]?.used ?? 0
const logged = async () => (await query(`select id from actions where ${own}`)).length

it.each([
  [100, 115, "raise"],
  [100, 85, "lower"],
  [100, 100, "none"],
  [null, 30, "set"],
  [30, null, "set"],
  [null, null, "none"]
] as const)("a change from %s to %s has the direction: %s", (from, to, way) => {
  expect(directionOf(from, to)).toBe(way)
})

describe("a recommendation whose value moved since", () => {
  it("is stale if it would lower a budget that a person raised", async () => {
    await setCampaign("budget = 130")
    const id = await budget(100, 115)
    const [spent, actions] = [await used(), await logged()]
    const shown = await preview(id)
    const why =
      "Daily budget of boiler-repair is $130 now. The change from $100 to $115 no longer applies. Send the value that you want with"
    expect(shown["blocked_reason"]).toContain(why)
    const { error, status } = await apply(id)
    expect(status).toBe(409)
    expect(error).toMatchObject({ _tag: "preview_stale", because: expect.stringContaining(why) })
    expect((error as unknown as { current: object }).current).toMatchObject({
      recommendation_id: id,
      blocked_reason: expect.stringContaining(why)
    })
    expect(await campaign()).toMatchObject({ budget: 130 })
    expect([await used(), await logged(), await statusOf(id)]).toEqual([spent, actions, "pending"])
  })

  it("is stale if it would raise a budget that a person lowered", async () => {
    await setCampaign("budget = 80")
    expect((await apply(await budget(100, 90))).error).toMatchObject({ _tag: "preview_stale" })
    expect(await campaign()).toMatchObject({ budget: 80 })
  })

  it("is applied if it keeps its direction", async () => {
    await setCampaign("budget = 105")
    expect((await apply(await budget(100, 115))).output).toMatchObject({ applied: true })
    expect(await campaign()).toMatchObject({ budget: 115 })
  })

  it("stays applied if its undo has nothing left to restore", async () => {
    await setCampaign("budget = 100")
    const id = await budget(100, 115)
    const { action_id } = (await apply(id)).output as { action_id: string }
    await setCampaign("budget = 120")
    const undone = await demo.run(call("actions.undo", admin, { id: action_id }))
    expect(undone.output).toMatchObject({ undone: false, restored: [], not_restored: [{}] })
    expect(await statusOf(id)).toBe("applied")
  })

  it("does not replace a target that a person has set since", async () => {
    await setCampaign("target_cpa = 40")
    expect((await apply(await target(null, 34))).error).toMatchObject({ _tag: "preview_stale" })
    expect((await apply(await target(30, 34))).error).toMatchObject({ _tag: "preview_stale" })
    expect(Number((await campaign())["target_cpa"])).toBe(40)
    expect((await apply(await target(44, 36))).output).toMatchObject({ applied: true })
    expect(Number((await campaign())["target_cpa"])).toBe(36)
  })
})

describe("a recommendation with nothing left to do", () => {
  const keyword = async () =>
    (
      await query<{ id: number; text: string; match: string }>(
        `update keywords set state = 'paused' where ${own} and id = (select min(k.id) from keywords k join campaigns c
           on c.organization_id = k.organization_id and c.id = k.campaign_id where k.${own} and c.slug = '${slug}' and k.removed_at is null)
         returning id, text, match_type as match`
      )
    )[0]!

  it.each([
    [
      "budget",
      async () => {
        await setCampaign("budget = 115")
        return budget(100, 115)
      }
    ],
    [
      "keyword",
      async () => {
        const { id, match, text } = await keyword()
        return recommended("high_cpc", { op: "pause_keyword", keyword: Number(id), text, match })
      }
    ]
  ])("returns no action, uses no quota and logs nothing: a %s", async (_, make) => {
    const id = await make()
    const [spent, actions] = [await used(), await logged()]
    expect(await preview(id)).toMatchObject({ would_apply: [] })
    for (const key of ["first", "second"]) {
      const { error, output } = await apply(id, { idempotency_key: `${id}-${key}` })
      expect(error).toBeNull()
      expect(output).toEqual({ applied: true, action_id: null, action_ids: [] })
    }
    expect([await used(), await logged()]).toEqual([spent, actions])
    expect(await statusOf(id)).toBe("pending")
  })
})
