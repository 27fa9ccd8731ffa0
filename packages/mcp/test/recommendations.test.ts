import { execFile } from "node:child_process"
import { readFileSync } from "node:fs"
import { fileURLToPath } from "node:url"
import { promisify } from "node:util"
import type { Client } from "@modelcontextprotocol/sdk/client/index.js"
import { afterAll, expect, it } from "vitest"
import { clientOf } from "./support/client.ts"
import { startOnPlatform } from "./support/service.ts"

const service = await startOnPlatform()
const client: Client = await clientOf(service.url, service.keys["northwind"]!.admin!)
afterAll(() => client.close())

const use = async <Out>(name: string, given: Readonly<Record<string, unknown>>) => {
  const result = await client.callTool({ name, arguments: given })
  return { isError: result.isError === true, out: result.structuredContent as Out, content: result.content }
}

const guide = readFileSync(new URL("../../../docs/guides/waste-audit.md", import.meta.url), "utf8")
const blockOf = (kind: string): string =>
  new RegExp(`^\`\`\`${kind}\\n([\\s\\S]*?)^\`\`\`$`, "m").exec(guide)![1]!

// Comes before tests that change what it finds.
it("the waste audit guide works over MCP", async () => {
  const { stdout } = await promisify(execFile)(
    process.execPath,
    ["--input-type=module", "--eval", blockOf("ts")],
    {
      cwd: fileURLToPath(new URL("../", import.meta.url)),
      env: {
        PATH: process.env["PATH"] ?? "",
        MCP: service.url,
        KEY: service.keys["northwind"]!.admin!
      }
    }
  )
  expect(stdout).toBe(blockOf("text"))
})

it("a recommendation is found, previewed, applied and undone with tools alone", async () => {
  // Once the tools are listed, the client validates every result against the tool's output schema.
  await client.listTools()
  const campaign = { org: "northwind", slug: "boiler-repair" }
  const { out: found } = await use<{ findings: ReadonlyArray<{ recommendation_id?: string }> }>(
    "svc_run_detector",
    { ...campaign, detector: "negative_keywords", options: { days: 30 } }
  )
  const recommendation_id = found.findings.find((one) => one.recommendation_id !== undefined)!
    .recommendation_id!
  const { out: listed } = await use<{ recommendations: ReadonlyArray<object> }>("svc_list_recommendations", {
    org: "northwind"
  })
  expect(listed.recommendations).toContainEqual(expect.objectContaining({ id: recommendation_id }))

  const { out: preview } = await use<{ preview_hash: string; would_apply: ReadonlyArray<object> }>(
    "svc_apply_recommendation",
    { recommendation_id }
  )
  expect(preview).toMatchObject({
    dry_run: true,
    would_lose: { conversions: 0 },
    blocked_keywords: [],
    estimated_monthly_saving: expect.any(Number)
  })
  const { out: applied } = await use<{ action_id: string }>("svc_apply_recommendation", {
    recommendation_id,
    dry_run: false,
    preview_hash: preview.preview_hash
  })
  expect(applied).toMatchObject({ applied: true, action_ids: [applied.action_id] })
  const again = await use("svc_apply_recommendation", { recommendation_id, dry_run: false })
  expect(again.isError).toBe(true)
  expect(JSON.stringify(again.content)).toContain("recently_applied")

  const { out: undone } = await use("svc_undo_action", { action_id: applied.action_id })
  expect(undone).toMatchObject({ undone: true, action_id: applied.action_id })
  const gone = await use("svc_apply_recommendation", { recommendation_id })
  expect(JSON.stringify(gone.content)).toContain("recommendation_not_pending")
})
