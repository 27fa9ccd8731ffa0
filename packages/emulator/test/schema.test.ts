import { execFileSync } from "node:child_process"
import { fileURLToPath } from "node:url"
import { expect, it } from "vitest"

it("the committed schema matches the protos", () => {
  const script = fileURLToPath(new URL("../scripts/generate-schema.ts", import.meta.url))
  expect(String(execFileSync(process.execPath, [script, "--check"]))).toContain("messages")
})
