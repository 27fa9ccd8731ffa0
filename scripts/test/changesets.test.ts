import { globSync, readFileSync } from "node:fs"
import { join } from "node:path"
import { expect, it } from "vitest"
import { published } from "../release/published.ts"
import { root } from "../root.ts"

it("every changeset names packages that exist", () => {
  const known = new Set(published().map(({ manifest }) => manifest.name))
  const unknown = globSync(".changeset/*.md", { cwd: root }).flatMap((file) =>
    [...readFileSync(join(root, file), "utf8").matchAll(/^"(@adwarden\/[^"]+)": (?:major|minor|patch)$/gm)]
      .map(([, name]) => name!)
      .filter((name) => !known.has(name))
  )
  expect(unknown).toEqual([])
})
