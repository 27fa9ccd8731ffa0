import { spawnSync } from "node:child_process"
import { join } from "node:path"
import { expect, it } from "vitest"
import { root } from "../root.ts"

const run = (...args: ReadonlyArray<string>) =>
  spawnSync(process.execPath, [join(root, "scripts/command.mjs"), ...args], { encoding: "utf8" })

it.each([
  ["release", "rehears"],
  ["release", "constructor"],
  ["docs", "picture"],
  ["check", ""],
  ["check", "--all"]
])("npm run %s with %j runs nothing and lists the names", (kind, name) => {
  const { status, stderr, stdout } = run(kind, name)
  expect([status, stdout]).toEqual([1, ""])
  expect(stderr).toMatch(new RegExp(`^npm run ${kind} takes one of: \\w+`))
})
