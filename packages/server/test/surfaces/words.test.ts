import { type AnyOperation, type OperationName, operationByName } from "@adwarden/core/contract"
import * as SqlClient from "@effect/sql/SqlClient"
import { Effect } from "effect"
import { describe, expect, it } from "vitest"
import { restRequest, runSurfaces, toolRequest } from "./surfaces.ts"

const { fetchMcp, fetchRest, keys, run } = await runSurfaces()
const owner = keys["northwind"]!.owner!

type Values = Record<string, unknown>
interface Result {
  readonly isError?: boolean
  readonly content: ReadonlyArray<{ readonly text: string }>
  readonly structuredContent?: Values
  readonly _meta?: Values
}

const rest = async (name: OperationName, values: Values, key = owner) => {
  const response = await fetchRest(restRequest(operationByName.get(name) as AnyOperation, values, key))
  return { status: response.status, headers: response.headers, body: (await response.json()) as Values }
}
const mcp = async (name: OperationName, values: Values, key = owner): Promise<Result> => {
  const response = await fetchMcp(toolRequest(operationByName.get(name)!.tool!, values, key))
  return ((await response.json()) as { result: Result }).result
}
const errorOf = (of: Values | Result) =>
  ("content" in of ? JSON.parse((of as Result).content[0]!.text) : of).error as Values

const update = { slug: "boiler-repair", dry_run: false }

describe("a change that waits for approval", () => {
  const key = keys["fabrikam"]!.owner!

  it("is an error with 202 over REST and a result over MCP, each with its own next step", async () => {
    const [campaign] = (await rest("campaigns.list", {}, key)).body["campaigns"] as Array<{ slug: string }>
    const asked = { slug: campaign!.slug, dry_run: false }
    const over = await rest("campaigns.update", { ...asked, name: "Over REST" }, key)
    expect(over.status).toBe(202)
    expect(errorOf(over.body)["message"]).toMatch(/GET \/queued-writes\/qw_\w+/)
    expect(errorOf(over.body)["message"]).toMatch(
      /under Optimizations \(http\S+\/o\/fabrikam\/optimizations\/qw_\w+\)/
    )

    const held = await mcp("campaigns.update", { ...asked, name: "Over MCP" }, key)
    expect(held.isError).toBeUndefined()
    expect(held.structuredContent).toMatchObject({ code: "approval_required" })
    expect(held.structuredContent!["message"]).toContain("svc_get_queued_write (queued_id qw_")
    const { queued_recommendation_id } = held.structuredContent!
    // The tool accepts the id under the name of the response.
    const followed = await mcp("queued_writes.get", { queued_recommendation_id }, key)
    expect(followed.structuredContent).toMatchObject({ id: queued_recommendation_id, status: "pending" })
  })
})

describe("a stored response", () => {
  it("is marked over REST and over MCP", async () => {
    const asked = { ...update, name: "Boiler repair today", idempotency_key: "once" }
    const first = await rest("campaigns.update", asked)
    expect([first.status, first.headers.get("idempotency-replayed")]).toEqual([200, null])
    const again = await rest("campaigns.update", asked)
    expect(again.headers.get("idempotency-replayed")).toBe("true")
    const told = await mcp("campaigns.update", asked)
    expect(told.structuredContent).toMatchObject(first.body)
    expect(told._meta).toEqual({ idempotency_replayed: true })
    expect(told.content[1]!.text).toContain("Nothing was executed again")
  })
})

describe("input errors are the same on both surfaces, each in its own terms", () => {
  it("a slug with a typo", async () => {
    for (const name of ["campaigns.get", "keywords.list", "campaigns.update"] as const) {
      const values = { slug: "boiler-repairs", ...(name === "campaigns.update" ? { budget: 100 } : {}) }
      const over = errorOf((await rest(name, values)).body)["message"]
      expect(over).toContain("Did you mean boiler-repair?")
      expect(over).toContain("GET /organizations/{org}/campaigns")
      const told = errorOf(await mcp(name, values))["message"]
      expect(told).toContain("Did you mean boiler-repair?")
      expect(told).toContain("svc_list_campaigns")
    }
  })

  it.each<[string, OperationName, Values, string, RegExp]>([
    ["nothing to change", "campaigns.update", update, "input", /at least one of/],
    ["a name that turns around", "campaigns.update", { ...update, name: "a\u202Eb" }, "name", /direction/],
    ["an invisible name", "campaigns.update", { ...update, name: "\u200B" }, "name", /seen/],
    [
      "a text instead of a list",
      "keywords.add_negatives",
      { slug: "boiler-repair", keywords: "x" },
      "keywords",
      /a list of texts/
    ],
    [
      "a period that ends before it begins",
      "actions.list",
      { from: "2026-02-02", to: "2026-02-01" },
      "from",
      /after to/
    ],
    ["a field nearly right", "campaigns.update", { ...update, budgte: 5 }, "budgte", /did you mean budget\?/]
  ])("%s", async (_, name, values, path, message) => {
    const fields = [{ path, message: expect.stringMatching(message) }]
    const over = await rest(name, values)
    expect([over.status, errorOf(over.body)]).toMatchObject([400, { code: "validation_error", fields }])
    expect(errorOf(await mcp(name, values))).toMatchObject({ code: "validation_error", fields })
  })

  it("a missing role or scope names the role, and who can grant it", async () => {
    const member = keys["northwind"]!.member!
    for (const told of [
      errorOf((await rest("actions.list", {}, member)).body),
      errorOf(await mcp("actions.list", {}, member)),
      errorOf((await rest("audit.export", {}, member)).body)
    ]) {
      expect(told["message"]).toMatch(/role owner.*owner.*give/is)
    }
  })
})

describe("the blocker of a launch", () => {
  const launch = { slug: "radiators-draft", state: "live" }
  const next: Record<string, string> = { rest: "(PATCH /organizations/", mcp: "(svc_update_campaign)" }

  it("names the next call in the surface's terms, in previews, errors and stale previews", async () => {
    const shown = (await rest("campaigns.set_state", launch)).body
    expect(shown).toMatchObject({
      campaign: launch.slug,
      blocked_by: "budget_missing",
      needs_approval: false
    })
    expect(shown["blocked_reason"]).toContain(next["rest"])
    const preview = (await mcp("campaigns.set_state", launch)).structuredContent!
    expect(preview["blocked_reason"]).toContain(next["mcp"])

    const execute = { ...launch, dry_run: false }
    expect(errorOf((await rest("campaigns.set_state", execute)).body)["message"]).toContain(next["rest"])
    expect(errorOf(await mcp("campaigns.set_state", execute))["message"]).toContain(next["mcp"])

    const stale = { ...execute, preview_hash: "0".repeat(32) }
    const over = errorOf((await rest("campaigns.set_state", stale)).body)
    const told = errorOf(await mcp("campaigns.set_state", stale))
    expect([over["code"], told["code"]]).toEqual(["preview_stale", "preview_stale"])
    expect((over["current"] as Values)["blocked_reason"]).toContain(next["rest"])
    expect((told["current"] as Values)["blocked_reason"]).toContain(next["mcp"])
  })
})

describe("waiting for a task", () => {
  const newTask = () =>
    run(
      Effect.flatMap(
        SqlClient.SqlClient,
        (sql) => sql<{ id: number }>`
          insert into tasks (organization_id, type, status)
          select id, 'campaign_state', 'running' from organizations where slug = 'northwind' returning id`
      )
    ).then(([row]) => row!.id)
  const complete = (id: number) =>
    run(
      Effect.flatMap(
        SqlClient.SqlClient,
        (sql) => sql`update tasks set status = 'completed', finished_at = now() where id = ${id}`
      )
    )

  it("ends when the task does, on both surfaces", async () => {
    const id = await newTask()
    const waiting = Promise.all([
      rest("tasks.get", { id, wait_seconds: 20 }),
      mcp("tasks.get", { task_tracking_id: id, wait_seconds: "20" })
    ])
    await complete(id)
    const [over, told] = await waiting
    expect(over.body).toMatchObject({ task_tracking_id: id, status: "completed" })
    expect(told.structuredContent).toMatchObject({ task_tracking_id: id, status: "completed" })
  })

  it("ends at the time limit, and not before", async () => {
    const id = await newTask()
    const began = performance.now()
    expect((await rest("tasks.get", { id, wait_seconds: 1 })).body).toMatchObject({ status: "running" })
    expect(performance.now() - began).toBeGreaterThan(990)
  })
})
