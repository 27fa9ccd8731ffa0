import { spawn } from "node:child_process"
import { fileURLToPath } from "node:url"

/**
 * `npm run check websites` reads 200 random hostile websites, or the number in the first argument, and checks
 * that none blocks the process. They differ each time; a failing test's name has the seed for TEST_SEED.
 */
const root = fileURLToPath(new URL("../../../../../", import.meta.url))
const vitest = ["node_modules/vitest/vitest.mjs", "run", "--maxWorkers=1", "--reporter=verbose"]
const child = spawn(process.execPath, [...vitest, "packages/core/test/outbound/hostile/hostile.test.ts"], {
  cwd: root,
  stdio: "inherit",
  env: { ...process.env, FUZZ_WEBSITES: process.argv[2] ?? "200" }
})
child.on("close", (code) => {
  process.exitCode = code ?? 1
})
