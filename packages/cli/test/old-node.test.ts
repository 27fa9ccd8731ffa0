import { spawnSync } from "node:child_process"
import { fileURLToPath } from "node:url"
import { expect, it } from "vitest"
import manifest from "../package.json" with { type: "json" }

/** Removes what an old Node lacks, and states its version. */
const asOnNode = (version: string) =>
  `data:text/javascript,${encodeURIComponent(
    `import module from "node:module"; delete module.enableCompileCache; module.syncBuiltinESMExports()
const versions = { ...process.versions, node: "${version}" }
Object.defineProperties(process, { version: { value: "v${version}" }, versions: { value: versions } })`
  )}`

const needed = manifest.engines.node.replace(">=", "")

it.each([
  ["../../server/adwarden.mjs", "20.9.0", "npm run adwarden -- COMMAND"],
  ["../src/bin.ts", "20.9.0", `needs Node ${needed} or later`],
  ["../src/bin.ts", "22.17.1", `needs Node ${needed} or later`]
])("%s on Node %s states what to do", (entry, version, next) => {
  const file = fileURLToPath(new URL(entry, import.meta.url))
  const args = ["--import", asOnNode(version), file, "--version"]
  const { status, stderr, stdout } = spawnSync(process.execPath, args, { encoding: "utf8" })
  expect([status, stdout]).toEqual([1, ""])
  expect(stderr).toContain(`v${version}`)
  expect(stderr.trim().split("\n")).toEqual([expect.stringContaining(next)])
})
