/**
 * `pnpm release` builds from scratch, checks every package as it would be published, and publishes those with
 * a new version. With `--dry-run`, it prints what it would publish.
 */
import { globSync, rmSync } from "node:fs"
import { createRequire } from "node:module"
import { join } from "node:path"
import { parseArgs } from "node:util"
import { root } from "../root.ts"
import { packingEnv, pnpm } from "./pack.ts"
import { published } from "./published.ts"
import { step } from "./run-step.ts"

const { values } = parseArgs({ options: { "dry-run": { type: "boolean", default: false } } })
const require = createRequire(import.meta.url)

const pendingChangesets = globSync(".changeset/*.md", { cwd: root }).filter(
  (file) => !file.endsWith("README.md")
)
if (pendingChangesets.length > 0 && !values["dry-run"]) {
  console.error(
    `${pendingChangesets.length} changesets have no version yet. Run pnpm changeset version first, and commit.`
  )
  process.exit(1)
}

for (const { directory } of published()) {
  rmSync(join(directory, "dist"), { recursive: true, force: true })
  rmSync(join(directory, "tsconfig.tsbuildinfo"), { force: true })
}
// The checks of the packages at night include publint and are-the-types-wrong.
process.env["TEST_LONG"] = "1"
step("Build", "node_modules/typescript/bin/tsc", "-b")
step(
  "Check the packages",
  "node_modules/vitest/vitest.mjs",
  "run",
  // They pack the same folders, and packing one writes into it.
  "--no-file-parallelism",
  "scripts/test/packages.test.ts",
  "scripts/test/npm-pack.test.ts",
  "packages/client/test/packed.test.ts"
)
Object.assign(process.env, packingEnv)
if (values["dry-run"]) step("Publish (dry run)", pnpm, "publish", "-r", "--dry-run", "--no-git-checks")
else step("Publish", require.resolve("@changesets/cli/bin.js"), "publish")
