import { execFile } from "node:child_process"
import { readFileSync } from "node:fs"
import { fileURLToPath } from "node:url"
import { promisify } from "node:util"
import { expect, it } from "vitest"
import { startOnPlatform } from "./support/service.ts"

const guide = readFileSync(new URL("../../../docs/guides/waste-audit.md", import.meta.url), "utf8")
const blockOf = (kind: string): string =>
  new RegExp(`^\`\`\`${kind}\\n([\\s\\S]*?)^\`\`\`$`, "m").exec(guide)![1]!

const { keys, url } = await startOnPlatform()

it("the waste audit guide works over MCP", async () => {
  const { stdout } = await promisify(execFile)(
    process.execPath,
    ["--input-type=module", "--eval", blockOf("ts")],
    {
      cwd: fileURLToPath(new URL("../", import.meta.url)),
      env: {
        PATH: process.env["PATH"] ?? "",
        MCP: url,
        KEY: keys["northwind"]!.admin!
      }
    }
  )
  expect(stdout).toBe(blockOf("text"))
})
