import { beforeEach, describe, expect, it } from "vitest"
import { amountProblem, biddingProblem, nameProblem, smallestUnit } from "../../src/campaigns/edits/field.ts"
import { actionOf, campaignOf, executedWrites, queryOn } from "../support/executed-writes.ts"
import { runCore } from "../support/run-core.ts"

/* Settings that the ad platform would refuse are refused before anything is stored. */

describe("the rules", () => {
  it.each([
    ["USD", 0.01],
    ["EUR", 0.01],
    ["JPY", 1],
    ["KRW", 1],
    ["KWD", 0.01],
    ["nonsense", 0.01]
  ])("know the smallest unit of %s", (currency, unit) => expect(smallestUnit(currency)).toBe(unit))

  it.each([
    [1234.56, "JPY", "1234.56 is not an amount in JPY, whose smallest unit is 1; send 1234 or 1235"],
    [0.4, "JPY", "0.4 is not an amount in JPY, whose smallest unit is 1; send 1"],
    [1234, "JPY", null],
    [35.55, "USD", null],
    [0.29, "USD", null],
    [1.1, "EUR", null]
  ])("check %d %s", (amount, currency, problem) => expect(amountProblem(amount, currency)).toBe(problem))

  it.each([
    [null, null],
    ["MAXIMIZE_CONVERSIONS", null],
    ["TARGET_CPA", null],
    ["MANUAL_CPC", /bidding strategy \(manual CPC\) takes no target CPA/],
    ["TARGET_ROAS", /target ROAS/],
    ["PORTFOLIO_TARGET_CPA", /portfolio strategy/],
    ["PORTFOLIO_MANUAL_CPC", /portfolio strategy/]
  ])("know whether bidding by %s accepts a target CPA", (strategy, problem) => {
    const found = biddingProblem({ platform_bidding_strategy: strategy })
    if (problem === null) expect(found).toBeNull()
    else expect(found).toMatch(problem)
  })

  it("name the campaign that has a name", () => {
    expect(nameProblem("Boilers", null)).toBeNull()
    expect(nameProblem("Boilers", "the campaign boiler-repair")).toContain(
      '"Boilers" is already the name of the campaign boiler-repair'
    )
  })
})

describe("a setting that the platform would refuse", async () => {
  const demo = await runCore()
  const query = queryOn(demo)
  const { undo, update } = executedWrites(demo, demo.keys["northwind"]!.admin!)
  const used = async () =>
    (await query<{ used: number }>("select coalesce(sum(used), 0)::int as used from write_quota"))[0]!.used
  const campaign = (what: string, slug = "emergency-plumber") =>
    query(`update campaigns set ${what} where organization_id = 1 and slug = '${slug}' returning id`)

  /** Expects the same refusal in preview and execution, with nothing stored. */
  const refused = async (slug: string, values: Record<string, unknown>, path: string, why: RegExp) => {
    const before = [await campaignOf(demo, slug), await used()]
    const preview = await update(slug, { ...values, dry_run: true })
    expect(preview.output).toMatchObject({ dry_run: true, blocked_reason: expect.stringMatching(why) })
    const { error, status } = await update(slug, values)
    expect(status).toBe(400)
    expect(error).toMatchObject({
      _tag: "validation_error",
      fields: [{ path, message: expect.stringMatching(why) }]
    })
    expect([await campaignOf(demo, slug), await used()]).toEqual(before)
  }

  beforeEach(() => query("update organizations set currency = 'USD' where id = 1 returning id"))

  it("is a name in use in the ad account, ignoring case", async () => {
    const { name } = await campaignOf(demo, "boiler-repair")
    for (const same of [String(name), String(name).toUpperCase(), ` ${String(name)} `]) {
      await refused(
        "emergency-plumber",
        { name: same },
        "name",
        /already the name of the campaign boiler-repair/
      )
    }
    // Its own name in another case is free for it.
    const own = String((await campaignOf(demo, "emergency-plumber"))["name"])
    const renamed = actionOf(await update("emergency-plumber", { name: own.toUpperCase() }))
    actionOf(await undo(renamed))
  })

  it("is not a name that is used only outside the ad account", async () => {
    await campaign("name = 'Taken by a draft'", "radiators-draft")
    await campaign("name = 'Taken before', platform_budget = null, state = 'error'", "rival-names")
    for (const name of ["Taken by a draft", "Taken before"]) {
      actionOf(await undo(actionOf(await update("emergency-plumber", { name }))))
    }
  })

  it("is an old name that another campaign took since, also for an undo", async () => {
    const { name } = await campaignOf(demo, "boiler-repair")
    const renamed = actionOf(await update("boiler-repair", { name: "Boilers" }))
    // As after its push: until then the platform still has its old name.
    await query("delete from platform_campaign_names where organization_id = 1 returning name")
    const taken = actionOf(await update("emergency-plumber", { name: String(name) }))
    expect((await undo(renamed)).error).toMatchObject({
      _tag: "validation_error",
      fields: [{ path: "name" }]
    })
    actionOf(await undo(taken))
    actionOf(await undo(renamed))
  })

  it.each(["MANUAL_CPC", "PORTFOLIO_TARGET_CPA"])(
    "is a target CPA if the campaign bids by %s",
    async (bids) => {
      const set = actionOf(await update("emergency-plumber", { target_cpa: 34 }))
      await campaign(`platform_bidding_strategy = '${bids}'`)
      await refused("emergency-plumber", { target_cpa: 30 }, "target_cpa", /cannot be set: the campaign/)
      // Others changed its bidding meanwhile: the undo reports what it cannot restore.
      expect((await undo(set)).output).toMatchObject({
        undone: false,
        not_restored: [{ reason: expect.stringContaining("no longer accepts a target CPA") }]
      })
      await campaign("platform_bidding_strategy = 'MAXIMIZE_CONVERSIONS'")
      actionOf(await undo(set))
    }
  )

  it("is an amount below the currency's smallest unit", async () => {
    await query("update organizations set currency = 'JPY' where id = 1 returning id")
    await refused("emergency-plumber", { target_cpa: 1234.56 }, "target_cpa", /send 1234 or 1235/)
    await refused("spring-offers", { target_cpa: 1234.56 }, "target_cpa", /send 1234 or 1235/)
    actionOf(await update("emergency-plumber", { target_cpa: 1234 }))
  })
})
