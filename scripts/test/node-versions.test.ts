import { readFileSync } from "node:fs"
import { join } from "node:path"
import { describe, expect, it } from "vitest"
import { published } from "../release/published.ts"
import { root } from "../root.ts"

const read = (file: string) => readFileSync(join(root, file), "utf8")

describe("the versions of Node", () => {
  it("are the same sentences everywhere, and those of the manifests and messages", () => {
    const sentences =
      "A clone needs Node 20 or later with npm on Linux, where it installs its own Node 24, and Node 22.18 or later on macOS; on Windows, use WSL. The packages need Node 22.18 or later, and the client alone Node 20. Only Linux is tested."
    for (const file of [
      "README.md",
      "CONTRIBUTING.md",
      "docs/operations.md",
      ...["cli", "client", "server"].map((name) => `packages/${name}/README.md`)
    ])
      expect([file, read(file).replaceAll(/\s+/g, " ")]).toEqual([file, expect.stringContaining(sentences)])
    const needs = (file: string) => (JSON.parse(read(file)) as { engines: { node: string } }).engines.node
    expect([needs("package.json"), needs("packages/client/package.json")]).toEqual([">=20", ">=20"])
    const others = published().filter(({ manifest }) => manifest.name !== "@adwarden/client")
    expect(new Set(others.map(({ manifest }) => manifest.engines.node))).toEqual(new Set([">=22.18"]))
    expect(read("packages/cli/src/bin.ts")).toContain("needs Node 22.18 or later")
    expect(read("scripts/lib/runtime.mjs")).toContain("needs Node 22.18 or later")
    expect(read("scripts/lib/old-node.mjs")).toContain("or later on Linux, and 22.18 or later elsewhere")
  })
})
