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
const slug = "boiler-repair"

/** Each surface has its own demo world and platform. */
describe.each(["rest", "mcp"] as const)("a budget that others changed, over %s", async (surface) => {
  const platform = await runOnPlatform()
  const demo = { ...platform, run: runWithoutCheckLimit(platform.runtime) }
  const admin = demo.keys["northwind"]!.admin!
  const [rest, mcp] = [await demo.run(restApp), await demo.run(mcpApp)]

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
    const { platform_budget_resource_name: resourceName } = await campaignInDatabase(platform, slug)
    const edit = { update: { resourceName, amountMicros: "140000000" }, updateMask: "amountMicros" }
    await platform.control("POST", "edits", {
      customerId,
      userEmail: "agency@else.test",
      mutateOperations: [{ campaignBudgetOperation: edit }]
    })
    expect(await ask("campaigns.update", { slug, budget: 110 })).toMatchObject({
      would_change: { budget: { from: 100, to: 110 } },
      outside_change: [{ field: "budget", ours: 100, theirs: 140, by: "agency@else.test" }]
    })
    expect(await ask("campaigns.update", { slug, budget: 110, dry_run: false })).toMatchObject({
      sync: "pending"
    })
    await settle()
    const accepting = surface === "rest" ? "accept-changes" : "svc_accept_changes"
    expect(await ask("campaigns.get", { slug })).toMatchObject({
      budget: 110,
      platform_budget: 140,
      platform_state: "live",
      sync: "conflict",
      sync_error: expect.stringContaining(accepting)
    })
    const rows = (await ask("campaigns.list", { limit: 100 })) as { campaigns?: ReadonlyArray<object> }
    expect(rows.campaigns).toContainEqual(
      expect.objectContaining({ slug, platform_state: "live", platform_budget: 140, sync: "conflict" })
    )
    const refused = await ask("campaigns.update", { slug, budget: 120, dry_run: false })
    expect(refused).toMatchObject({
      code: "sync_conflict",
      message: expect.stringContaining(accepting),
      changes: [{ by: "agency@else.test" }]
    })
    if (surface === "rest") expect(refused).toMatchObject({ status: 409 })
    const preview = await ask("campaigns.accept_changes", { slug })
    expect(preview).toMatchObject({ dry_run: true, would_change: { budget: { from: 110, to: 140 } } })
    const accepted = (await ask("campaigns.accept_changes", {
      slug,
      dry_run: false,
      preview_hash: (preview as Record<string, unknown>)["preview_hash"]
    })) as Record<string, unknown>
    expect(accepted).toMatchObject({ accepted: true, changed: { budget: { from: 110, to: 140 } } })
    const stop = await startWorker(platform)
    expect(await follow(platform, admin, Number(accepted["task_tracking_id"]))).toMatchObject({
      status: "completed"
    })
    await stop()
    expect(await ask("campaigns.get", { slug })).toMatchObject({
      budget: 140,
      platform_budget: 140,
      sync: "in_sync"
    })
  })
})
