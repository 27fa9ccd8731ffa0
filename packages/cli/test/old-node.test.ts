import { spawnSync } from "node:child_process"
import { fileURLToPath } from "node:url"
import { expect, it } from "vitest"

/** Removes what an old Node lacks. */
const asOnAnOldNode = `data:text/javascript,${encodeURIComponent(
  'import module from "node:module"; delete module.enableCompileCache; module.syncBuiltinESMExports()'
)}`

it.each([
  ["../../server/adwarden.mjs", "npm run adwarden -- COMMAND"],
  ["../src/bin.ts", "https://nodejs.org"]
])("%s states what to do if Node is too old", (entry, next) => {
  const file = fileURLToPath(new URL(entry, import.meta.url))
  const args = ["--import", asOnAnOldNode, file, "--version"]
  const { status, stderr, stdout } = spawnSync(process.execPath, args, { encoding: "utf8" })
  expect([status, stdout]).toEqual([1, ""])
  expect(stderr).toContain(process.version)
  expect(stderr.trim().split("\n")).toEqual([expect.stringContaining(next)])
})
