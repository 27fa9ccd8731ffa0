import { operations } from "@adwarden/core/contract"
import { describe, expect, it } from "vitest"
import { insertKey } from "../../core/test/support/keys.ts"
import { auditOf } from "./support/audit.ts"
import { mcpSender, toolError } from "./support/raw.ts"
import { connectClient } from "./support/revisions.ts"
import { startService } from "./support/service.ts"

const service = await startService()
const key = service.keys["northwind"]!.owner!

const listed = async (bearer: string, query = ""): Promise<ReadonlyArray<string>> => {
  const response = await mcpSender(`${service.url}${query}`, bearer).ask("tools/list")
  expect(response.status).toBe(200)
  return (response.body.result!["tools"] as ReadonlyArray<{ name: string }>).map(({ name }) => name)
}
const toolsWhere = (select: (operation: (typeof operations)[number]) => boolean) =>
  operations.flatMap((operation) => (operation.tool !== null && select(operation) ? [operation.tool] : []))

describe("the list of tools", () => {
  it("has those that read, if the address asks for them", async () => {
    const reads = toolsWhere(({ hints }) => hints.readOnly)
    expect(await listed(key, "?tools=read")).toEqual(reads)
    expect(reads).not.toContain("svc_set_campaign_state")
    const client = await connectClient("modern", { url: `${service.url}?tools=read`, key })
    expect((await client.listTools()).tools.map(({ name }) => name)).toEqual(reads)
  })

  it("has those that the caller has a scope for; any other stays callable, and says what is missing", async () => {
    const narrow = await service.run(
      insertKey({
        organization: "northwind",
        email: "olivia@northwind.test",
        scopes: ["organizations:read", "campaigns:write"]
      })
    )
    const tools = await listed(narrow)
    expect(tools).toEqual(
      toolsWhere(({ scope }) => scope === null || ["organizations:read", "campaigns:write"].includes(scope))
    )
    expect(tools).toContain("svc_set_campaign_state")
    expect(tools).not.toContain("svc_list_campaigns")
    const called = await mcpSender(service.url, narrow).call("svc_list_campaigns", { org: "_" })
    expect(toolError(called)).toMatchObject({ code: "insufficient_scope" })
    const both = await listed(narrow, "?tools=read")
    expect(both).toEqual(tools.filter((name) => toolsWhere(({ hints }) => hints.readOnly).includes(name)))
  })

  it("has those that the role of a key's creator allows", async () => {
    const member = service.keys["northwind"]!.member!
    const tools = await listed(member)
    expect(tools).toContain("svc_list_campaigns")
    expect(tools).not.toContain("svc_set_campaign_state")
  })

  it("is refused for a choice that is not offered", async () => {
    const response = await mcpSender(`${service.url}?tools=write`, key).ask("tools/list")
    expect(response.body).toMatchObject({
      id: 1,
      error: { code: -32602, data: { fields: [{ path: "tools" }] } }
    })
    expect(await auditOf(service.run, response)).toMatchObject([
      { operation: "mcp.tools/list", error_code: "validation_error" }
    ])
  })
})
