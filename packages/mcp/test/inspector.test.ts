import { describe, expect, it } from "vitest"
import { programOf, runExternalProgram } from "./support/external-program.ts"
import { startService } from "./support/service.ts"

const service = await startService()
const program = programOf("@modelcontextprotocol/inspector", "mcp-inspector")

const inspect = (...args: ReadonlyArray<string>) =>
  runExternalProgram(program, [
    ...["--cli", service.url, "--transport", "http", "--format", "json"],
    ...["--header", `Authorization: Bearer ${service.keys["northwind"]!.owner!}`, ...args]
  ])

describe("the Inspector", () => {
  it("finds every tool, and no schema that a client cannot handle", async () => {
    const { code, stderr, stdout } = await inspect("--method", "tools/list", "--strict")
    expect(code).toBe(0)
    // It warns about values of any type, such as the result of a task.
    expect(stderr).toContain("0 errors")
    expect(stderr).not.toContain("inputSchema")
    expect(stdout).toContain("svc_get_queued_write")
  })

  it("calls a tool", async () => {
    const { code, stdout } = await inspect(
      ...[
        "--method",
        "tools/call",
        "--tool-name",
        "svc_list_campaigns",
        "--tool-arg",
        "org=northwind",
        "limit=1"
      ]
    )
    expect(code).toBe(0)
    expect(stdout).toContain('"next_cursor"')
  })
})
