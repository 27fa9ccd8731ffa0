import { readFileSync } from "node:fs"
import { hostApp } from "@adwarden/http-host"
import { Ajv } from "ajv"
import { describe, expect, it } from "vitest"
import { assets } from "../../web/src/style/assets.ts"
import { mcpSender } from "./support/raw.ts"
import { modernHeaders, modernMessage } from "./support/revisions.ts"
import { startService } from "./support/service.ts"

const json = (path: string) => JSON.parse(readFileSync(new URL(path, import.meta.url), "utf8"))
const server = json("../../../server.json")

describe("server.json", () => {
  // A copy of the schema that its $id names, from github.com/modelcontextprotocol/static.
  const schema = json("support/server.schema.json")
  const validate = new Ajv({ strict: false, validateFormats: false }).compile(schema)

  it("follows the schema of the MCP registry", () => {
    expect(server.$schema).toBe(schema.$id)
    expect(validate(server), JSON.stringify(validate.errors)).toBe(true)
    expect(validate({ ...server, description: "x".repeat(101) })).toBe(false)
  })

  it("names the package that runs over stdio, in its version", () => {
    const cli = json("../../cli/package.json")
    expect(server).toMatchObject({
      name: cli.mcpName,
      version: cli.version,
      packages: [{ identifier: cli.name, version: cli.version, transport: { type: "stdio" } }]
    })
    expect(cli.bin).toHaveProperty("adwarden")
  })
})

describe("the icons of the server", async () => {
  const service = await startService()
  const sender = mcpSender(service.url, service.keys["northwind"]!.member!)
  const docs = await service.run(hostApp([]))

  it("are named where a client connects, and not in each result", async () => {
    const capabilities = {
      protocolVersion: "2025-11-25",
      capabilities: {},
      clientInfo: { name: "raw", version: "1" }
    }
    const { result } = (await sender.ask("initialize", capabilities)).body
    const { icons } = result!["serverInfo"] as { icons: ReadonlyArray<{ src: string; mimeType: string }> }
    expect(icons.map(({ mimeType }) => mimeType)).toEqual(["image/svg+xml", "image/png"])
    for (const { mimeType, src } of icons) {
      const response = await docs.request(new URL(src).pathname, {}, {})
      expect([src, response.status, response.headers.get("content-type")]).toEqual([src, 200, mimeType])
    }
    const call = { name: "svc_list_organizations" }
    const called = await sender.say(modernMessage("tools/call", call), modernHeaders("tools/call", call.name))
    expect(called.text).not.toContain("icons")
  })

  it("are the dashboard's", () => {
    const svg = readFileSync(new URL("../../../docs/pictures/icon.svg", import.meta.url), "utf8")
    expect(assets.filter(({ text }) => text === svg)).toHaveLength(1)
  })
})
