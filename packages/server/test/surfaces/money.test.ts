import { type OperationName, operationByName } from "@adwarden/core/contract"
import * as SqlClient from "@effect/sql/SqlClient"
import { Effect } from "effect"
import { describe, expect, it } from "vitest"
import { restRequest, runSurfaces, toolRequest } from "./surfaces.ts"

type Values = Readonly<Record<string, unknown>>
type Body = Readonly<Record<string, unknown>>

/** Each surface has its own demo world, so that both start from the same state. */
describe.each(["rest", "mcp"] as const)("the rules on money over %s", async (surface) => {
  const service = await runSurfaces({ writeQuota: 30 })
  const query = <Row extends object>(text: string) =>
    service.run(Effect.flatMap(SqlClient.SqlClient, (sql) => sql.unsafe<Row>(text)))
  const write = async (org: string, name: OperationName, values: Values): Promise<Body> => {
    const key = service.keys[org]!.admin!
    const operation = operationByName.get(name)!
    const { body } = await (surface === "rest"
      ? service.sendRest(restRequest(operation, values, key))
      : service.tellTool(toolRequest(operation.tool!, values, key)))
    const result = body as { readonly error?: Body }
    return result.error ?? (body as Body)
  }
  const execute = (name: OperationName, values: Values, org = "northwind") =>
    write(org, name, { ...values, ...(name === "actions.undo" ? {} : { dry_run: false }) })
  const update = (slug: string, values: Values) => execute("campaigns.update", { slug, ...values })
  const set = (slug: string, state: string) => execute("campaigns.set_state", { slug, state })
  const undo = ({ action_id: id }: Body) => execute("actions.undo", { id })

  it("a suspended key gets an error that says so and where the suspension ends", async () => {
    await query("update organizations set access_suspended_at = now() where slug = 'fabrikam'")
    expect(await write("fabrikam", "campaigns.list", {})).toMatchObject({
      code: "org_access_denied",
      message: expect.stringMatching(/An owner of "fabrikam" suspended all API keys.*Settings › API keys/)
    })
    await query("update organizations set access_suspended_at = null where slug = 'fabrikam'")
    expect(await write("fabrikam", "campaigns.list", {})).toHaveProperty("campaigns")
  })

  it("a launched campaign keeps a budget", async () => {
    await query("update campaigns set budget = null where organization_id = 1 and slug = 'spring-offers'")
    const given = await update("spring-offers", { budget: 10 })
    expect(given).toMatchObject({ applied: true })
    expect(await set("spring-offers", "live")).toMatchObject({ accepted: true })
    expect(await undo(given)).toMatchObject({ code: "budget_cap_exceeded", allowed_min: 1 })
    expect(await update("spring-offers", { budget: 0 })).toMatchObject({
      code: "budget_cap_exceeded",
      allowed_min: 8,
      allowed_max: 12
    })
  })

  it("undoing a pause must stay within the cap, as a launch must", async () => {
    const paused = await set("boiler-repair", "paused")
    await query("update organizations set max_spend = 30 where id = 1")
    const refused = { code: "budget_cap_exceeded", monthly_cap: 30, allowed_max_daily: 0 }
    expect(await set("boiler-repair", "live")).toMatchObject(refused)
    const refusedUndo = await undo(paused)
    expect(refusedUndo).toMatchObject(refused)
    expect(refusedUndo["message"]).toContain("the undo would restore State of boiler-repair to live")
    expect(refusedUndo["message"]).not.toContain("Send a budget")
    await query("update organizations set max_spend = 20000 where id = 1")
    expect(await undo(paused)).toMatchObject({ undone: true })
  })

  it("a budget that exceeds both limits is reported with both, in the preview and in the error", async () => {
    const [spend] = await query<{ cap: number }>(
      "select 30 * (20 + sum(greatest(coalesce(budget, 0), case when conflict is not null then ceil(platform_budget) end))) + sum(coalesce(budget_left, 0)) as cap from campaigns where organization_id = 1"
    )
    await query(`update organizations set max_spend = ${spend!.cap} where id = 1`)
    const both = {
      allowed_min: 75,
      allowed_max: 125,
      monthly_cap: expect.any(Number),
      allowed_max_daily: 120
    }
    const values = { slug: "boiler-repair", budget: 400 }
    expect(await write("northwind", "campaigns.update", { ...values, dry_run: true })).toMatchObject({
      within_limits: false,
      ...both
    })
    const refused = await execute("campaigns.update", values)
    expect(refused).toMatchObject({ code: "budget_cap_exceeded", ...both })
    expect(refused["message"]).toContain("Send a budget between $75 and $120.")
    expect(await execute("campaigns.update", { ...values, budget: 126 })).toMatchObject(both)
    const perCallOnly = await execute("campaigns.update", { ...values, budget: 74 })
    expect(perCallOnly).toMatchObject({ allowed_min: 75, allowed_max: 120 })
    expect(perCallOnly).not.toHaveProperty("monthly_cap")
    await query("update organizations set max_spend = 20000 where id = 1")
  })

  it("a preview_hash is valid only for the previewed parameters", async () => {
    const values = { slug: "boiler-repair", budget: 110 }
    const { preview_hash } = await write("northwind", "campaigns.update", { ...values, dry_run: true })
    expect(await execute("campaigns.update", { ...values, budget: 110.2, preview_hash })).toMatchObject({
      code: "preview_stale"
    })
    expect(await execute("campaigns.update", { ...values, preview_hash })).toMatchObject({ applied: true })
  })

  it("a pending change is queued once, and the queue is limited", async () => {
    const ask = (name: string) => execute("campaigns.update", { slug: "boiler-repair", name }, "fabrikam")
    const first = await ask("One")
    expect(first).toMatchObject({ code: "approval_required" })
    expect((await ask("One"))["queued_recommendation_id"]).toBe(first["queued_recommendation_id"])
    const [waiting] = await query<{ count: number }>(
      `select count(*) as count from queued_writes q join organizations o on o.id = q.organization_id
       where o.slug = 'fabrikam' and q.status = 'pending'`
    )
    await query(`update organizations set approval_queue_limit = ${waiting!.count} where slug = 'fabrikam'`)
    expect(await ask("Two")).toMatchObject({ code: "approval_queue_full", limit: expect.any(Number) })
  })

  it("a used-up quota still allows changes that save money", async () => {
    await query("update write_quota set used = 30 where organization_id = 1")
    const spent = { code: "write_quota_exceeded", limit: 30 }
    expect(await update("emergency-plumber", { budget: 61 })).toMatchObject(spent)
    expect(await update("emergency-plumber", { name: "Renamed" })).toMatchObject(spent)
    expect(await update("emergency-plumber", { budget: 59 })).toMatchObject({ applied: true })
    expect(await set("emergency-plumber", "paused")).toMatchObject({ accepted: true })
  })
})
