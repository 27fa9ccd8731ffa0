import { spawn } from "node:child_process"
import { fileURLToPath } from "node:url"

/**
 * `npm run check million`: exports a million events, or the number in the first argument, and checks that it needs no
 * more memory than a few hundred. It takes minutes, so the ordinary tests use fewer events.
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
