import { version } from "@adwarden/core"
import type { Client } from "@modelcontextprotocol/sdk/client/index.js"
import { afterAll, describe, expect, it } from "vitest"
import { operations } from "../../core/src/contract/index.ts"
import { clientOf } from "./support/client.ts"
import { startService } from "./support/service.ts"

const service = await startService()
const key = service.keys["northwind"]!.owner!
const client = await clientOf(service.url, key)

const textOf = (result: Awaited<ReturnType<Client["callTool"]>>): string =>
  (result.content as Array<{ text: string }>)[0]!.text

describe("the SDK's client", () => {
  afterAll(() => client.close())

  it("initializes and receives the instructions", async () => {
    expect(client.getServerVersion()).toMatchObject({ name: "adwarden", version })
    expect(client.getServerCapabilities()).toEqual({ tools: {}, prompts: {}, completions: {} })
    expect(client.getInstructions()).toContain("svc_list_organizations")
    expect(await client.ping()).toEqual({})
  })

  it("calls tools, and their results match their schemas", async () => {
    // Once the tools are listed, the client validates every result against the tool's output schema.
    expect((await client.listTools()).tools).toHaveLength(
      operations.filter(({ tool }) => tool !== null).length
    )
    const organizations = await client.callTool({ name: "svc_list_organizations" })
    expect(organizations.structuredContent).toMatchObject({
      total: 1,
      organizations: [{ slug: "northwind" }]
    })
    const campaigns = await client.callTool({
      name: "svc_list_campaigns",
      arguments: { org: "northwind", limit: 2 }
    })
    expect(campaigns.isError).toBeUndefined()
    const { campaigns: rows } = campaigns.structuredContent as { campaigns: Array<{ slug: string }> }
    expect(rows).toHaveLength(2)
    expect(JSON.parse(textOf(campaigns))).toEqual(campaigns.structuredContent)
    const slug = rows[0]!.slug
    const campaign = await client.callTool({ name: "svc_get_campaign", arguments: { org: "_", slug } })
    expect(campaign.structuredContent).toMatchObject({ slug })
  })

  it("reads tool errors as text, without structured content", async () => {
    const result = await client.callTool({
      name: "svc_get_campaign",
      arguments: { org: "northwind", slug: "nothing-here" }
    })
    expect(result.isError).toBe(true)
    expect(result.structuredContent).toBeUndefined()
    expect(JSON.parse(textOf(result)).error.code).toBe("not_found")
  })

  it("gets invalid params for an unknown tool", async () => {
    await expect(client.callTool({ name: "svc_delete_everything" })).rejects.toMatchObject({ code: -32602 })
  })

  it("cannot connect without a valid credential", async () => {
    await expect(clientOf(service.url, `${key.slice(0, -1)}!`)).rejects.toThrow(/unauthorized/)
  })
})
