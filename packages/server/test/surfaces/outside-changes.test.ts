import { type OperationName, operationByName } from "@adwarden/core/contract"
import { demoWorld } from "@adwarden/google-ads-emulator"
import { mcpApp } from "@adwarden/mcp"
import { restApp } from "@adwarden/rest"
import { describe, expect, it } from "vitest"
import { runWithoutCheckLimit } from "../../../core/test/support/no-check-limit.ts"
import { runOnPlatform } from "../../../core/test/support/on-platform.ts"
import { campaignInDatabase, follow, jobsSettled, startWorker } from "../../../core/test/support/workers.ts"
import { restRequest, toolRequest } from "./surfaces.ts"

const { customerId } = demoWorld.customers.find(({ slug }) => slug === "northwind")!
const platform = await runOnPlatform()
const run = runWithoutCheckLimit(platform.runtime)
const admin = platform.keys["northwind"]!.admin!
const [rest, mcp] = [await run(restApp), await run(mcpApp)]

describe.each([
  ["rest", "boiler-repair"],
  ["mcp", "emergency-plumber"]
] as const)("a budget that others changed, over %s", (surface, slug) => {
  const ask = async (name: OperationName, values: Record<string, unknown>) => {
    const operation = operationByName.get(name)!
    if (surface === "rest") {
      const response = await rest.fetch(restRequest(operation, values, admin), {})
      const body = (await response.json()) as Record<string, unknown>
      return { status: response.status, ...((body["error"] as object | undefined) ?? body) }
    }
    const response = await mcp.fetch(toolRequest(operation.tool!, { org: "northwind", ...values }, admin), {})
    const { result } = (await response.json()) as {
      result: { isError?: boolean; content: ReadonlyArray<{ text: string }> }
    }
    const body = JSON.parse(result.content[0]!.text) as Record<string, unknown>
    return (body["error"] as Record<string, unknown> | undefined) ?? body
  }
  const settle = async () => {
    const stop = await startWorker(platform)
    await jobsSettled(platform)
    await stop()
  }

  it("is shown, not overwritten, and accepted by the same credential", async () => {
    const { budget, platform_budget_resource_name: resourceName } = await campaignInDatabase(platform, slug)
    const from = Number(budget)
    const [ours, theirs] = [from + 5, from + 15]
    const edit = { update: { resourceName, amountMicros: `${theirs}000000` }, updateMask: "amountMicros" }
    await platform.control("POST", "edits", {
      customerId,
      userEmail: "agency@else.test",
      mutateOperations: [{ campaignBudgetOperation: edit }]
    })
    expect(await ask("campaigns.update", { slug, budget: ours })).toMatchObject({
      would_change: { budget: { from, to: ours } },
      outside_change: [{ field: "budget", ours: from, theirs, by: "agency@else.test" }]
    })
    expect(await ask("campaigns.update", { slug, budget: ours, dry_run: false })).toMatchObject({
      sync: "pending"
    })
    await settle()
    const accepting = surface === "rest" ? "accept-changes" : "svc_accept_changes"
    expect(await ask("campaigns.get", { slug })).toMatchObject({
      budget: ours,
      platform_budget: theirs,
      platform_state: "live",
      sync: "conflict",
      sync_error: expect.stringContaining(accepting)
    })
    const rows = (await ask("campaigns.list", { limit: 100 })) as { campaigns?: ReadonlyArray<object> }
    expect(rows.campaigns).toContainEqual(
      expect.objectContaining({ slug, platform_state: "live", platform_budget: theirs, sync: "conflict" })
    )
    const refused = await ask("campaigns.update", { slug, budget: ours + 10, dry_run: false })
    expect(refused).toMatchObject({
      code: "sync_conflict",
      message: expect.stringContaining(accepting),
      changes: [{ by: "agency@else.test" }]
    })
    if (surface === "rest") expect(refused).toMatchObject({ status: 409 })
    const preview = await ask("campaigns.accept_changes", { slug })
    expect(preview).toMatchObject({ dry_run: true, would_change: { budget: { from: ours, to: theirs } } })
    const accepted = (await ask("campaigns.accept_changes", {
      slug,
      dry_run: false,
      preview_hash: (preview as Record<string, unknown>)["preview_hash"]
    })) as Record<string, unknown>
    expect(accepted).toMatchObject({ accepted: true, changed: { budget: { from: ours, to: theirs } } })
    const stop = await startWorker(platform)
    expect(await follow(platform, admin, Number(accepted["task_tracking_id"]))).toMatchObject({
      status: "completed"
    })
    await stop()
    expect(await ask("campaigns.get", { slug })).toMatchObject({
      budget: theirs,
      platform_budget: theirs,
      sync: "in_sync"
    })
  })
})
