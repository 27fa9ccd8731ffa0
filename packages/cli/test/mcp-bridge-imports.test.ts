import { readdirSync, readFileSync } from "node:fs"
import { join } from "node:path"
import { expect, it } from "vitest"

it("the bridge loads only Node's own modules, so that it starts fast", () => {
  const folder = join(import.meta.dirname, "../src/mcp-bridge")
  const imported = readdirSync(folder).flatMap((name) =>
    [...readFileSync(join(folder, name), "utf8").matchAll(/from "([^"]+)"/g)].map((match) => match[1]!)
  )
  expect(imported.length).toBeGreaterThan(4)
  expect(imported.filter((module) => !/^(node:|\.\/)/.test(module))).toEqual([])
})
