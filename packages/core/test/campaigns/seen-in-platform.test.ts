import { Effect } from "effect"
import { describe, expect, it } from "vitest"
import {
  readCampaignTroubles,
  readMaySpend,
  seenBudget,
  seenState
} from "../../src/campaigns/attention-rows.ts"
import { readUnfinishedIn } from "../../src/campaigns/campaign-reads.ts"
import { readPauseWaiting, readSpending } from "../../src/campaigns/emergency-stop.ts"
import { readCampaignTable, type TableRequest } from "../../src/campaigns/figures/campaign-table.ts"
import { readCampaigns, readRunningCampaigns } from "../../src/campaigns/rows/all-campaigns.ts"
import { readServing } from "../../src/campaigns/rows/serving.ts"
import { BudgetCommitments } from "../../src/changes/organization.ts"
import { type BoundStatement, Statements } from "../../src/storage/index.ts"
import { queryOn } from "../support/executed-writes.ts"
import { runCore } from "../support/run-core.ts"

const core = await runCore()
const query = queryOn(core)
const read = <Row extends object>(statement: BoundStatement<Row>) =>
  core.run(Effect.flatMap(Statements, (statements) => statements.read(statement)))
const slug = "emergency-plumber"
const set = (values: string) =>
  query(`update campaigns set ${values} where organization_id = 1 and slug = '${slug}' returning 1`)
const slugs = (rows: ReadonlyArray<{ readonly slug: string }>) => rows.map((row) => row.slug)
const tableOf = async (request: Partial<Pick<TableRequest, "state" | "channel" | "offset">>) =>
  await read(
    readCampaignTable(1, {
      days: { days: 7 },
      state: null,
      channel: null,
      order: "live first",
      limit: 50,
      offset: 0,
      recentDays: 1,
      ...request
    })
  )
const table = async (state: "live" | "paused") =>
  (await tableOf({ state })).flatMap((row) => (row.id === null ? [] : [row]))

describe("a campaign that is paused here and that the platform was last seen to run", () => {
  it("counts as live where figures say what runs, and not where a stop says what it would pause", async () => {
    await set(
      "state = 'paused', platform_state = 'live', unpushed = '{state}', budget = 50, platform_budget = 60"
    )
    await query(
      `insert into campaign_signals (organization_id, campaign_id, conversions_stopped_since)
       select organization_id, id, '2026-01-05' from campaigns where organization_id = 1 and slug = '${slug}'
       on conflict (organization_id, campaign_id) do update set conversions_stopped_since = '2026-01-05' returning 1`
    )
    const [account] = (await query(
      "select ad_account_id as id from campaigns where slug = 'emergency-plumber' and organization_id = 1"
    )) as [{ id: string }]
    expect((await read(readCampaigns(1))).find((one) => one.slug === slug)).toMatchObject({ state: "live" })
    expect(slugs(await read(readRunningCampaigns(1)))).toContain(slug)
    expect((await read(readServing(1))).map(({ campaign }) => campaign)).toContain(slug)
    expect((await read(readCampaignTroubles([1]))).find((one) => one.slug === slug)).toMatchObject({
      still_live: true,
      conversions_stopped_since: "2026-01-05"
    })
    const live = await table("live")
    expect(live.find((one) => one.slug === slug)).toMatchObject({ state: "paused", platform_state: "live" })
    expect(live[0]!.totals.budget).toBe(live.reduce((sum, row) => sum + seenBudget(row), 0))
    expect(slugs(await table("paused"))).not.toContain(slug)
    expect(await read(readPauseWaiting(1))).toEqual([expect.objectContaining({ slug, budget: 60 })])
    expect(slugs(await read(readSpending(1)))).not.toContain(slug)
    expect(await read(readUnfinishedIn(1, account.id))).toContainEqual({ slug, spends: false })
  })

  it("may spend even if no change of ours waits", async () => {
    const before = (await read(readMaySpend(1)))[0]!.campaigns
    await set("unpushed = '{}'")
    expect((await read(readMaySpend(1)))[0]!.campaigns).toBe(before)
    await set("platform_state = 'paused'")
    expect((await read(readMaySpend(1)))[0]!.campaigns).toBe(before - 1)
    expect(slugs(await table("paused"))).toContain(slug)
    // In error it may, whatever the platform was last seen to have.
    await set("state = 'error'")
    expect((await read(readMaySpend(1)))[0]!.campaigns).toBe(before)
    await set("state = 'paused'")
  })
})

describe("a conflict that a push found", () => {
  it("waits for a decision like the changes that a sync has read", async () => {
    const waiting = async () =>
      (await read(readCampaignTroubles([1]))).flatMap(({ changes, id }) => (changes > 0 ? id : []))
    const before = await waiting()
    const found = { field: "budget", ours: 50, theirs: 70, by: null, at: null }
    const conflict = { found_at: "2026-01-05T09:00:00.000Z", found_by: "push", settings: [found], version: 1 }
    await set(`conflict = '${JSON.stringify(conflict)}'`)
    const [campaign] = (await query(
      `select id::int as id from campaigns where organization_id = 1 and slug = '${slug}'`
    )) as [{ id: number }]
    expect((await waiting()).toSorted()).toEqual([...before, campaign.id].toSorted())
  })
})

describe("the table of campaigns", () => {
  it("counts campaigns of each channel in the state of the filter, also where none is listed", async () => {
    await query(
      `update campaigns set channel = 'shopping', budget = 0, platform_budget = 0, budget_total = 2000, budget_left = 864.2,
         ends_on = '2999-12-08', ends_at = '2999-12-09' where organization_id = 1 and slug = 'boiler-repair' returning 1`
    )
    const [all] = await tableOf({})
    const { channels } = all!
    expect(Object.values(channels).reduce((sum, n) => sum + n)).toBe(all!.totals.rows)
    // The demo world has one more.
    expect(channels).toMatchObject({ shopping: 2, performance_max: 1, display: 1 })
    const [paused] = await tableOf({ state: "paused" })
    expect(paused!.channels).toMatchObject({ display: 1, shopping: 0 })
    const [nothing, ...others] = await tableOf({ state: "paused", channel: "shopping" })
    expect([nothing, others]).toMatchObject([
      { id: null, channels: paused!.channels, totals: { rows: 0 } },
      []
    ])
    const beyond = await tableOf({ offset: 50 })
    expect(beyond).toMatchObject([{ id: null, totals: { rows: all!.totals.rows } }])
  })

  it("adds up what is left of total budgets that have not ended, beside the daily ones", async () => {
    const shopping = async () =>
      (await tableOf({ channel: "shopping" })).flatMap((row) =>
        row.id !== null && row.slug === "boiler-repair" ? [row] : []
      )[0]!
    const [others] = (await query(
      `select coalesce(sum(budget_left), 0)::float8 as left from campaigns
       where organization_id = 1 and channel = 'shopping' and slug <> 'boiler-repair'`
    )) as [{ left: number }]
    expect(others.left).toBeGreaterThan(0)
    const { totals, ...row } = await shopping()
    expect(row).toMatchObject({ budget_left: 864.2, has_ended: false })
    expect(totals).toMatchObject({ live: 2, budget: 0, total_budgets: 2 })
    expect(totals.budget_left).toBeCloseTo(864.2 + others.left)
    await query(
      "update campaigns set ends_at = '2020-01-01' where organization_id = 1 and slug = 'boiler-repair' returning 1"
    )
    expect(await shopping()).toMatchObject({
      budget_left: 0,
      has_ended: true,
      totals: { budget: 0, total_budgets: 1, budget_left: others.left }
    })
  })

  it("counts a budget that campaigns share once, as the cap does", async () => {
    const sums = async () => {
      const [first] = await tableOf({})
      const { budgets } = await core.run(
        Effect.gen(function* () {
          const statements = yield* Statements
          const commitments = yield* BudgetCommitments
          return { budgets: yield* statements.read(commitments.readUnreserved(1)) }
        })
      )
      expect(first!.all_budgets).toBe(first!.totals.budget)
      return [first!.totals.budget, budgets[0]!.daily]
    }
    await query(
      "update campaigns set conflict = null, unpushed = '{}', budget = 10, platform_budget = 10 where organization_id = 1 and budget_total is null returning 1"
    )
    const before = await sums()
    expect(before[0]).toBe(before[1])
    await query(
      `update campaigns set platform_budget_shared = true, platform_budget_resource_name = 'shared' where id in (
         select id from campaigns where organization_id = 1 and removed_at is null and budget_total is null limit 3) returning 1`
    )
    expect(await sums()).toEqual(before.map((sum) => sum! - 20))
  })
})

it("a state and a budget are those of the platform where it has others, but for drafts, errors and fractions", () => {
  expect(seenState({ state: "paused", platform_state: "live" })).toBe("live")
  expect(seenState({ state: "live", platform_state: "paused" })).toBe("paused")
  expect(seenState({ state: "live", platform_state: null })).toBe("live")
  expect(seenState({ state: "draft", platform_state: "paused" })).toBe("draft")
  expect(seenState({ state: "draft", platform_state: "live" })).toBe("live")
  expect(seenState({ state: "error", platform_state: "live" })).toBe("error")
  expect(seenBudget({ budget: 11, platform_budget: 10.4 })).toBe(11)
  expect(seenBudget({ budget: 10, platform_budget: 14 })).toBe(14)
  expect(seenBudget({ budget: 10, platform_budget: null })).toBe(10)
})
