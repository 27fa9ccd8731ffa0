import { describe, expect, it } from "vitest"
import { actionOf, campaignOf, executedWrites, queryOn } from "../support/executed-writes.ts"
import { runCore } from "../support/run-core.ts"

/*
 * No worker runs here, so accepted changes stay in progress. Most of these rules once failed in that state,
 * because the campaign looked as if it had never been launched.
 */
const demo = await runCore({ writeQuota: 200 })
const query = queryOn(demo)
const { set, undo, update } = executedWrites(demo, demo.keys["northwind"]!.admin!)

const write = (slug: string, what: string) =>
  query(`update campaigns set ${what} where organization_id = 1 and slug = '${slug}' returning id`)
const organization = (what: string) => query(`update organizations set ${what} where id = 1 returning id`)
const budgetOf = async (slug: string) => (await campaignOf(demo, slug))["budget"]
/** Returns what the cap counts a day, a total budget with a thirtieth of what is left. */
const committed = async (but = "") => {
  const [row] = await query<{ sum: number }>(`select coalesce(sum(greatest(coalesce(budget, 0),
      case when 'budget' = any(unpushed) or conflict is not null then ceil(platform_budget) end)
      + coalesce(budget_left, 0) / 30), 0) as sum
    from campaigns where organization_id = 1 and slug <> '${but}'`)
  return Number(row!.sum)
}
const atLeastOne = { _tag: "budget_cap_exceeded", allowed_min: 1 }

describe("a launched campaign keeps a budget", () => {
  it("from the moment its launch is accepted, on every path", async () => {
    await write("spring-offers", "budget = null")
    const given = actionOf(await update("spring-offers", { budget: 10 }))
    actionOf(await set("spring-offers", "live"))
    expect(await campaignOf(demo, "spring-offers")).toMatchObject({ state: "live", first_launched_at: null })

    expect((await undo(given)).error).toMatchObject(atLeastOne)
    expect((await update("spring-offers", { budget: 0 })).error).toMatchObject({
      allowed_min: 8,
      allowed_max: 12
    })
    await organization("api_budget_change_limit_pct = 100")
    expect((await update("spring-offers", { budget: 0 })).error).toMatchObject({
      ...atLeastOne,
      allowed_max: 20
    })
    expect((await update("spring-offers", { budget: 5000 })).error).toMatchObject(atLeastOne)
    expect(await budgetOf("spring-offers")).toBe(10)
    await organization("api_budget_change_limit_pct = 25")
  })

  it.each([
    ["while its creation in the platform is in progress", "state = 'draft', creation_name = 'Spring offers'"],
    ["once it is in the platform", "state = 'draft', creation_name = null, platform_resource_name = 'x'"],
    ["while it is in error after a refused launch", "state = 'error', wanted_state = 'live'"],
    ["after a return to draft", "state = 'draft', first_launched_at = now()"]
  ])("%s", async (_, what) => {
    await organization("api_budget_change_limit_pct = 100")
    await write("spring-offers", `budget = 10, ${what}`)
    const { error } = await update("spring-offers", { budget: 0 })
    expect(error).toMatchObject({ ...atLeastOne, allowed_max: 20 })
    expect(await budgetOf("spring-offers")).toBe(10)
    await write(
      "spring-offers",
      "state = 'draft', wanted_state = null, platform_resource_name = null, first_launched_at = null"
    )
    await organization("api_budget_change_limit_pct = 25")
  })

  it("with a limit of 100 percent, it cannot become 0 directly or through a draft", async () => {
    await organization("api_budget_change_limit_pct = 100")
    await write("northwind-brand", "budget = 22")
    const range = { ...atLeastOne, allowed_max: 44 }
    expect((await update("northwind-brand", { budget: 0 })).error).toMatchObject(range)
    actionOf(await set("northwind-brand", "draft"))
    expect((await update("northwind-brand", { budget: 0 })).error).toMatchObject(range)
    expect((await update("northwind-brand", { budget: 5000 })).error).toMatchObject(range)
    // Even without a budget, it can only get a first one.
    await write("northwind-brand", "budget = 0")
    expect((await update("northwind-brand", { budget: 5000 })).error).toMatchObject({
      allowed_min: 1,
      allowed_max: 1
    })
    await write("northwind-brand", "budget = 22, state = 'live'")
  })

  it("a campaign that was never launched is limited by the cap only", async () => {
    await organization("max_spend = null")
    await write("radiators-draft", "budget = 22")
    actionOf(await update("radiators-draft", { budget: 0 }))
    actionOf(await update("radiators-draft", { budget: 5000 }))
    await write("radiators-draft", "budget = null")
    await organization("max_spend = 12000, api_budget_change_limit_pct = 25")
  })
})

describe("undoing a pause", () => {
  it("is refused above the cap, with the figures of a refused launch", async () => {
    const paused = actionOf(await set("boiler-repair", "paused"))
    const others = await committed("boiler-repair")
    const cap = Math.ceil((others + 40) * 30)
    await organization(`max_spend = ${cap}`)
    const refused = {
      _tag: "budget_cap_exceeded",
      monthly_cap: cap,
      allowed_max_daily: 40
    }
    expect((await set("boiler-repair", "live")).error).toMatchObject(refused)
    expect((await undo(paused)).error).toMatchObject(refused)
    expect(await campaignOf(demo, "boiler-repair")).toMatchObject({ state: "paused" })
    await organization("max_spend = 12000")
    expect((await undo(paused)).output).toMatchObject({ undone: true })
  })

  it("is refused if no account of the caller is linked, or without a budget", async () => {
    const paused = actionOf(await set("boiler-repair", "paused"))
    const { ad_account_id } = await campaignOf(demo, "boiler-repair")
    await write("boiler-repair", "ad_account_id = null")
    expect((await undo(paused)).error).toMatchObject({ _tag: "ad_account_not_linked" })
    await write("boiler-repair", `ad_account_id = '${ad_account_id}', budget = 0`)
    expect((await undo(paused)).error).toMatchObject({
      _tag: "launch_blocked",
      blocked_by: "budget_missing"
    })
    expect(await campaignOf(demo, "boiler-repair")).toMatchObject({ state: "paused" })
    await write("boiler-repair", "budget = 100")
    expect((await undo(paused)).output).toMatchObject({ undone: true })
  })
})

describe("the write quota", () => {
  it("stops writes that can increase spend, and none that reduce it", async () => {
    await query(
      "insert into write_quota (organization_id, day, used) values (1, (now() at time zone 'UTC')::date, 200) on conflict (organization_id, day) do update set used = 200"
    )
    const spent = { _tag: "write_quota_exceeded", limit: 200 }
    expect((await update("emergency-plumber", { budget: 61 })).error).toMatchObject(spent)
    expect((await update("emergency-plumber", { name: "Renamed" })).error).toMatchObject(spent)
    expect((await update("emergency-plumber", { budget: 59, name: "Renamed" })).error).toMatchObject(spent)
    expect((await set("bathroom-fitting", "live")).error).toMatchObject(spent)
    expect((await update("emergency-plumber", { budget: 59 })).output).toMatchObject({
      applied: true,
      changed: { budget: { from: 60, to: 59 } }
    })
    expect((await set("emergency-plumber", "paused")).output).toMatchObject({ accepted: true })
    expect((await set("emergency-plumber", "draft")).output).toMatchObject({ accepted: true })
    expect(await campaignOf(demo, "emergency-plumber")).toMatchObject({ budget: 59, state: "draft" })
  })
})
