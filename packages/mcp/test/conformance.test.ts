import { fileURLToPath } from "node:url"
import { describe, expect, it } from "vitest"
import { bearerProxy } from "./support/bearer-proxy.ts"
import { programOf, runOutside } from "./support/outside.ts"
import { startService } from "./support/service.ts"

const service = await startService()
const url = await bearerProxy(service.url, service.keys["northwind"]!.owner!)
const program = programOf("@modelcontextprotocol/conformance", "conformance")
const expected = fileURLToPath(new URL("support/conformance-expected.yml", import.meta.url))

describe("MCP's conformance suite", () => {
  it("finds nothing wrong beyond what is not offered here", async () => {
    const { code, stdout } = await runOutside(program, [
      "server",
      "--url",
      url,
      "--suite",
      "all",
      "--expected-failures",
      expected
    ])
    expect(code, stdout).toBe(0)
    for (const [scenario, checks] of Object.entries({
      "server-initialize": 1,
      ping: 1,
      "tools-list": 1,
      "dns-rebinding-protection": 2
    })) {
      expect(stdout).toContain(`✓ ${scenario}: ${checks} passed, 0 failed`)
    }
  })
})
