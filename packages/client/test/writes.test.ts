import { describe, expect, it } from "vitest"
import { BudgetCapExceededError, PreviewStaleError, responseOf } from "../src/index.ts"
import { loseResponse, runRest } from "./support/host.ts"

const rest = await runRest()
const client = rest.clientOf("northwind", "owner")
const held = rest.clientOf("fabrikam", "admin")

const keysSent = (from: number) => rest.seen.slice(from).map(({ headers }) => headers["idempotency-key"])
const budgetOf = async (slug: string) => (await client.campaigns.get(slug)).budget

describe("a preview", () => {
  it("is returned unless dry_run is false, and changes nothing", async () => {
    const sent = rest.seen.length
    const preview = await client.campaigns.update("boiler-repair", { budget: 101 })
    expect(preview).toMatchObject({
      outcome: "previewed",
      dry_run: true,
      would_change: { budget: { to: 101 } }
    })
    expect(await budgetOf("boiler-repair")).toBe(100)
    expect(keysSent(sent)[0]).toBeUndefined()
  })

  it("executes exactly what it showed, with its hash and its own idempotency key", async () => {
    const preview = await client.campaigns.update("boiler-repair", { budget: 102 })
    const sent = rest.seen.length
    const done = await preview.execute()
    if (done.outcome === "held") throw new Error("Northwind wants no approvals")
    expect(done).toMatchObject({
      outcome: "executed",
      applied: true,
      changed: { budget: { from: 100, to: 102 } }
    })
    expect(responseOf(done).writeQuota).toMatchObject({ limit: expect.any(Number) })
    expect(keysSent(sent)[0]).toMatch(/^[0-9a-f-]{36}$/)
    const undone = await client.actions.undo(done.action_id!)
    expect(undone).toMatchObject({ outcome: "executed", undone: true })
    expect(await budgetOf("boiler-repair")).toBe(100)
  })

  it("is executed once, however often execute is called", async () => {
    const preview = await client.campaigns.update("boiler-repair", { budget: 103 })
    const [first, second] = [await preview.execute(), await preview.execute()]
    expect(second).toEqual(first)
    expect([responseOf(first).replayed, responseOf(second).replayed]).toEqual([false, true])
    await client.campaigns.update("boiler-repair", { budget: 100, dry_run: false })
  })

  it("is rejected with the current preview when the result would differ", async () => {
    const preview = await client.campaigns.update("boiler-repair", { budget: 104 })
    await client.campaigns.update("boiler-repair", { budget: 105, dry_run: false })
    const error = await preview.execute().catch((thrown: unknown) => thrown)
    expect(error).toBeInstanceOf(PreviewStaleError)
    expect(error).toMatchObject({ current: { would_change: { budget: { from: 105, to: 104 } } } })
    expect(await budgetOf("boiler-repair")).toBe(105)
    await client.campaigns.update("boiler-repair", { budget: 100, dry_run: false })
  })

  it("does not serialize its execute method", async () => {
    const preview = await client.campaigns.update("boiler-repair", { budget: 101 })
    expect(Object.keys(preview)).not.toContain("execute")
    expect(JSON.parse(JSON.stringify(preview))).toMatchObject({ outcome: "previewed" })
  })
})

describe("a write", () => {
  it("reports the accepted range when it exceeds a limit", async () => {
    const error = await client.campaigns
      .update("boiler-repair", { budget: 400, dry_run: false })
      .catch((thrown: unknown) => thrown)
    expect(error).toBeInstanceOf(BudgetCapExceededError)
    expect((error as BudgetCapExceededError).allowed_max).toBeGreaterThan(100)
  })

  it("returns an outcome, not an error, when it waits for approval", async () => {
    const [campaign] = await held.campaigns.list({ state: "live", limit: 1 }).all()
    const preview = await held.campaigns.update(campaign!.slug, { name: "Another name" })
    expect(preview.needs_approval).toBe(true)
    const outcome = await preview.execute()
    expect(outcome).toMatchObject({ outcome: "held", code: "approval_required", message: expect.any(String) })
    if (outcome.outcome !== "held") throw new Error("Fabrikam wants approvals")
    expect(await held.queuedWrites.get(outcome.queued_recommendation_id)).toMatchObject({ status: "pending" })
    expect(responseOf(outcome)).toMatchObject({ status: 202, requestId: expect.stringMatching(/^req_/) })
  })

  it("is retried with the same idempotency key after a lost response, and is executed once", async () => {
    const total = async () => (await client.actions.list({ limit: 1 }).page()).total
    const before = await total()
    rest.injectFaults(loseResponse, loseResponse)
    const sent = rest.seen.length
    const done = await client.campaigns.update("boiler-repair", { budget: 106, dry_run: false })
    expect(done).toMatchObject({ outcome: "executed", changed: { budget: { from: 100, to: 106 } } })
    const keys = keysSent(sent)
    expect(keys).toHaveLength(3)
    expect(new Set(keys).size).toBe(1)
    expect(responseOf(done)).toMatchObject({ attempts: 3, replayed: true })
    expect(await total()).toBe(before + 1)
  })

  it("has a new idempotency key for each call, or the given one", async () => {
    const sent = rest.seen.length
    const change = { name: "Boiler repair", dry_run: false } as const
    await client.campaigns.update("boiler-repair", change)
    await client.campaigns.update("boiler-repair", change)
    await client.campaigns.update("boiler-repair", change, { idempotencyKey: "night-run-7" })
    const [first, second, third] = keysSent(sent)
    expect(first).not.toBe(second)
    expect(third).toBe("night-run-7")
  })

  it("has an outcome that narrows its type", async () => {
    for (const dry_run of [true, false]) {
      const result = await client.campaigns.update("boiler-repair", { name: `Boilers ${dry_run}`, dry_run })
      expect(result.outcome).toBe(dry_run ? "previewed" : "executed")
    }
  })
})
