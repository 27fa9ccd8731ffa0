import { fileURLToPath } from "node:url"
import { describe, expect, it } from "vitest"
import { bearerProxy } from "./support/bearer-proxy.ts"
import { useOurToolNames } from "./support/conformance-names.ts"
import { programOf, runExternalProgram } from "./support/external-program.ts"
import { startService } from "./support/service.ts"
import { tasksOf } from "./support/tasks.ts"

const service = await startService()
const running = await tasksOf(service.run).begin("northwind", "Sending")
const key = service.keys["northwind"]!.owner!
const url = await bearerProxy(service.url, key, useOurToolNames(running))
const program = programOf("@modelcontextprotocol/conformance", "conformance")
const expected = fileURLToPath(new URL("support/conformance-expected.yml", import.meta.url))

describe("MCP's conformance suite", () => {
  it("passes, except for features that are not offered", async () => {
    const { code, stdout } = await runExternalProgram(program, [
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
      "tools-call-simple-text": 1,
      "tools-call-error": 1,
      "tools-call-with-progress": 1,
      "prompts-list": 1,
      "prompts-get-simple": 1,
      "prompts-get-with-args": 1,
      "completion-complete": 1,
      "dns-rebinding-protection": 2
    })) {
      expect(stdout).toContain(`✓ ${scenario}: ${checks} passed, 0 failed`)
    }
  })
})
