import { execFileSync } from "node:child_process"
import { fileURLToPath } from "node:url"
import { expect, it } from "vitest"

it("the committed schema is what the protos give", () => {
  const script = fileURLToPath(new URL("../scripts/generate-schema.ts", import.meta.url))
  expect(String(execFileSync(process.execPath, [script, "--check"]))).toContain("messages")
})
