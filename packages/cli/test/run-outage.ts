import { spawn } from "node:child_process"
import { fileURLToPath } from "node:url"

/**
 * `npm run outage`: takes the database of a running service away for 40 seconds, or as many as the first argument says,
 * while requests keep coming. It asserts that every answer comes within 5 seconds and that of /readyz within 1, and prints
 * the slowest of each kind. Run it on a machine that has nothing else to do.
 */
const root = fileURLToPath(new URL("../../../", import.meta.url))
const vitest = ["node_modules/vitest/vitest.mjs", "run", "--maxWorkers=1"]
const child = spawn(process.execPath, [...vitest, "packages/cli/test/database-outage.test.ts"], {
  cwd: root,
  stdio: "inherit",
  env: { ...process.env, OUTAGE_SECONDS: process.argv[2] ?? "40" }
})
child.on("close", (code) => {
  process.exitCode = code ?? 1
})
