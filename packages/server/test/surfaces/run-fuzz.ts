import { spawn } from "node:child_process"
import { fileURLToPath } from "node:url"

/**
 * `npm run check fuzz`: sends both surfaces 100,000 random requests, or the number in the first argument. They differ each
 * time; a failure prints its seed for TEST_SEED.
 */
const root = fileURLToPath(new URL("../../../../", import.meta.url))
const vitest = ["node_modules/vitest/vitest.mjs", "run", "--maxWorkers=1"]
const child = spawn(process.execPath, [...vitest, "packages/server/test/surfaces/fuzz.test.ts"], {
  cwd: root,
  stdio: "inherit",
  env: { ...process.env, FUZZ_REQUESTS: process.argv[2] ?? "100000" }
})
child.on("close", (code) => {
  process.exitCode = code ?? 1
})
