import { spawn } from "node:child_process"
import { fileURLToPath } from "node:url"

/**
 * `npm run check outage`: stops the database of a running service for 40 seconds, or the number in the first argument, while
 * requests continue. It asserts that every response arrives within 5 seconds and that of /readyz within 1, and prints
 * the slowest of each kind. Run it on an idle machine.
 */
const root = fileURLToPath(new URL("../../../", import.meta.url))
const vitest = ["node_modules/vitest/vitest.mjs", "run", "--maxWorkers=1"]
const child = spawn(process.execPath, [...vitest, "packages/server/test/database-outage.test.ts"], {
  cwd: root,
  stdio: "inherit",
  env: { ...process.env, OUTAGE_SECONDS: process.argv[2] ?? "40" }
})
child.on("close", (code) => {
  process.exitCode = code ?? 1
})
