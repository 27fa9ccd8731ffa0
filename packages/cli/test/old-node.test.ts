import { spawnSync } from "node:child_process"
import { fileURLToPath } from "node:url"
import { expect, it } from "vitest"

/** What a Node that is too old does not have. */
const asOnAnOldNode = `data:text/javascript,${encodeURIComponent(
  'import module from "node:module"; delete module.enableCompileCache; module.syncBuiltinESMExports()'
)}`

it.each([
  ["../../server/adwarden.mjs", "npm run adwarden -- COMMAND"],
  ["../src/bin.ts", "https://nodejs.org"]
])("%s says what to do where Node is too old", (entry, next) => {
  const file = fileURLToPath(new URL(entry, import.meta.url))
  const args = ["--import", asOnAnOldNode, file, "--version"]
  const { status, stderr, stdout } = spawnSync(process.execPath, args, { encoding: "utf8" })
  expect([status, stdout]).toEqual([1, ""])
  expect(stderr).toContain(process.version)
  expect(stderr.trim().split("\n")).toEqual([expect.stringContaining(next)])
})
