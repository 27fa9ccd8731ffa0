import { type OperationName, operationByName } from "@adwarden/core/contract"
import { mcpApp } from "@adwarden/mcp"
import { restApp } from "@adwarden/rest"
import { afterAll, beforeAll, describe, expect, it } from "vitest"
import { runOnPlatform } from "../../../core/test/support/on-platform.ts"
import { until } from "../../../core/test/support/until.ts"
import { startWorker } from "../../../core/test/support/workers.ts"
import { restRequest, toolRequest } from "./surfaces.ts"

const demo = await runOnPlatform()
const key = demo.keys["northwind"]!.admin!
const rest = await demo.run(restApp)
const mcp = await demo.run(mcpApp)

type Told = Record<string, unknown> & { readonly error?: { readonly code: string; readonly message: string } }
const overRest = async (name: OperationName, values: Record<string, unknown>) => {
  const response = await rest.fetch(restRequest(operationByName.get(name)!, values, key), {})
  return { status: response.status, body: (await response.json()) as Told }
}
const asTool = async (name: OperationName, values: Record<string, unknown>) => {
  const response = await mcp.fetch(toolRequest(operationByName.get(name)!.tool!, values, key), {})
  const { result } = (await response.json()) as {
    result: { structuredContent?: Told; content: Array<{ text: string }> }
  }
  return result.structuredContent ?? (JSON.parse(result.content[0]!.text) as Told)
}
/** Follows a task as a script would. */
const followed = async (id: unknown) => {
  let task: Told = {}
  await until("the task is over", async () => {
    task = (await overRest("tasks.get", { id, wait_seconds: 5 })).body
    return task["status"] !== "running"
  })
  return task
}

let stop: () => Promise<void>
beforeAll(async () => {
  stop = await startWorker(demo)
})
afterAll(() => stop())

const websites = {
  prospecting: ["northwind", "contoso", "wingtip", "tailspin", "litware"],
  brand: ["northwind", "fabrikam", "litware"]
}

describe("over REST", () => {
  describe.each(["prospecting", "brand"] as const)("a %s draft", (type) => {
    it.each(websites[type])(
      "of the demo website %s launches without an edit, and is in the ad platform",
      async (site) => {
        const created = await overRest("campaigns.create", {
          website_url: `http://${site}.test/`,
          type,
          budget: 1
        })
        expect(created).toMatchObject({ status: 202, body: { status: "queued" } })
        const { campaign: slug, task_tracking_id } = created.body
        expect(await followed(task_tracking_id)).toMatchObject({
          status: "completed",
          result: { campaign: slug }
        })
        const preview = await overRest("campaigns.set_state", { slug, state: "live" })
        expect(preview.body).toMatchObject({ blocked_by: null })
        const launched = await overRest("campaigns.set_state", { slug, state: "live", dry_run: false })
        expect(await followed(launched.body["task_tracking_id"])).toMatchObject({
          status: "completed",
          result: { state: "live" }
        })
        const detail = await overRest("campaigns.get", { slug })
        expect(detail.body).toMatchObject({ state: "live", type, sync: "in_sync" })
        expect(detail.body["ads_count"]).toBeGreaterThan(0)
        expect(detail.body["keywords_count"]).toBeGreaterThan(3)
      }
    )
  })

  it("a draft of another plumber's website has no ad, and names the campaigns that bid on its searches", async () => {
    const values = { website_url: "http://fabrikam.test/", type: "prospecting", budget: 1 }
    const { task_tracking_id } = (await overRest("campaigns.create", values)).body
    expect(await followed(task_tracking_id)).toMatchObject({
      status: "completed",
      result: {
        warnings: expect.arrayContaining([expect.stringMatching(/No ad was made.*its other searches are in/)])
      }
    })
  })
})

describe("as tools", () => {
  it("a draft and its ad are created, returned and followed alike", async () => {
    // A brand campaign bids on the name, so its ads may lead to pages whose searches other campaigns have.
    const created = await asTool("campaigns.create", {
      website_url: "http://contoso.test/",
      type: "brand",
      name: "By an agent"
    })
    expect(created).toMatchObject({ status: "queued", campaign: "by-an-agent" })
    expect(await followed(created["task_tracking_id"])).toMatchObject({ status: "completed" })
    const ad = await asTool("campaigns.create_ad", {
      slug: "by-an-agent",
      url: "http://contoso.test/implants/"
    })
    expect(ad).toMatchObject({ status: "queued", ad_id: expect.any(Number) })
    const task = await asTool("tasks.get", { id: ad["task_tracking_id"], wait_seconds: 20 })
    expect(task).toMatchObject({ type: "campaign_ad" })
    expect(await followed(ad["task_tracking_id"])).toMatchObject({
      status: "completed",
      result: { ad_id: ad["ad_id"] }
    })
  })

  it("errors state what to do next in the surface's terms", async () => {
    await demo.query(
      "update business_profiles set status = 'analysing', analysing_url = url where organization_id = 1"
    )
    const values = { website_url: "http://contoso.test/" }
    const [byTool, byRest] = [
      await asTool("campaigns.create", values),
      await overRest("campaigns.create", values)
    ]
    expect(byTool.error!.message).toContain("svc_get_business_profile")
    expect(byRest.body.error!.message).toContain("GET /organizations/{org}/business-profile")
    await demo.query("delete from business_profiles where organization_id = 1")
    const without = await overRest("campaigns.create", values)
    expect(without.body.error!.code).toBe("business_profile_not_ready")
    expect(without.body.error!.message).not.toBe(byRest.body.error!.message)
    const other = await asTool("campaigns.create_ad", {
      slug: "imported-legacy",
      url: "http://northwind.test/"
    })
    expect(other.error).toMatchObject({
      code: "ad_not_supported",
      message: expect.stringContaining("imported")
    })
    const rival = await asTool("campaigns.create_ad", { slug: "rival-names", url: "http://northwind.test/" })
    expect(rival.error).toMatchObject({
      code: "ad_not_supported",
      message: expect.stringContaining("competitor")
    })
  })
})
