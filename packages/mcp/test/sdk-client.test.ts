import { version } from "@adwarden/core"
import { Client } from "@modelcontextprotocol/sdk/client/index.js"
import { StreamableHTTPClientTransport } from "@modelcontextprotocol/sdk/client/streamableHttp.js"
import { afterAll, beforeAll, describe, expect, it } from "vitest"
import { startService } from "./support/service.ts"

const service = await startService()
const key = service.keys["northwind"]!.owner!
const client = new Client({ name: "test", version: "1.0.0" })

/** The client's own transport type allows what exactOptionalPropertyTypes does not. */
const connect = (to: Client, bearer: string) =>
  to.connect(
    new StreamableHTTPClientTransport(new URL(service.url), {
      requestInit: { headers: { Authorization: `Bearer ${bearer}` } }
    }) as Parameters<Client["connect"]>[0]
  )

const textOf = (result: Awaited<ReturnType<Client["callTool"]>>): string =>
  (result.content as Array<{ text: string }>)[0]!.text

describe("the SDK's client", () => {
  beforeAll(() => connect(client, key))
  afterAll(() => client.close())

  it("is welcomed and told how to begin", async () => {
    expect(client.getServerVersion()).toMatchObject({ name: "adwarden", version })
    expect(client.getServerCapabilities()).toEqual({ tools: {} })
    expect(client.getInstructions()).toContain("svc_list_organizations")
    expect(await client.ping()).toEqual({})
  })

  it("calls tools, and finds their answers as their schemas say", async () => {
    // Once listed, the client holds every answer against its tool's output schema.
    expect((await client.listTools()).tools).toHaveLength(25)
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

  it("reads errors of tools as text, with nothing structured", async () => {
    const result = await client.callTool({
      name: "svc_get_campaign",
      arguments: { org: "northwind", slug: "nothing-here" }
    })
    expect(result.isError).toBe(true)
    expect(result.structuredContent).toBeUndefined()
    expect(JSON.parse(textOf(result)).error.code).toBe("not_found")
  })

  it("is refused with invalid params for a tool that is not there", async () => {
    await expect(client.callTool({ name: "svc_delete_everything" })).rejects.toMatchObject({ code: -32602 })
  })

  it("cannot even begin without a credential that is known", async () => {
    const stranger = new Client({ name: "stranger", version: "1.0.0" })
    await expect(connect(stranger, `${key.slice(0, -1)}!`)).rejects.toThrow(/unauthorized/)
  })
})
