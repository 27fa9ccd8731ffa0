import { spawn } from "node:child_process"
import { fileURLToPath } from "node:url"

/**
 * `npm run audit:million`: exports a million events, or as many as the first argument says, and holds that no more
 * memory is in use for them than for a few hundred. It takes minutes, so the ordinary tests do it with fewer.
 */
const root = fileURLToPath(new URL("../../../", import.meta.url))
const vitest = ["node_modules/vitest/vitest.mjs", "run", "--maxWorkers=1", "--testTimeout=3600000"]
const only = [
  "packages/rest/test/long-audit-export.test.ts",
  "-t",
  "needs no more memory",
  "--hookTimeout=3600000"
]
const child = spawn(process.execPath, [...vitest, ...only], {
  cwd: root,
  stdio: "inherit",
  env: { ...process.env, AUDIT_EVENTS: process.argv[2] ?? "1000000" }
})
child.on("close", (code) => {
  process.exitCode = code ?? 1
})
