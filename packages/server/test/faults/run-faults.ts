import { spawn } from "node:child_process"
import { fileURLToPath } from "node:url"

/**
 * `npm run check faults`: 1,000 kills of hosts and workers, or the number in the first argument, and every other fault
 * between them, while clients write. It needs a complete Postgres of the machine and takes hours.
 */
const root = fileURLToPath(new URL("../../../../", import.meta.url))
const vitest = ["node_modules/vitest/vitest.mjs", "run", "packages/server/test/faults/faults.test.ts"]
const child = spawn(process.execPath, [...vitest, "--maxWorkers=1", "--disable-console-intercept"], {
  cwd: root,
  stdio: "inherit",
  env: { ...process.env, FAULT_KILLS: process.argv[2] ?? "1000" }
})
child.on("close", (code) => {
  process.exitCode = code ?? 1
})
