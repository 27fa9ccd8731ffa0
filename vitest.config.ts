import { randomInt } from "node:crypto"
import { enableCompileCache } from "node:module"
import { availableParallelism } from "node:os"
import { fileURLToPath } from "node:url"
import { configDefaults, defineConfig } from "vitest/config"
import { onePostgresOnly } from "./packages/core/test/citus/one-postgres.ts"
import { isLong } from "./packages/core/test/support/counts.ts"
import { LongestFirst } from "./packages/core/test/support/longest-first.ts"

// Time-outs are for what is stuck, never a measure of speed: a test that only fails because the machine is busy with
// other things has found nothing. So they are long, stand here alone, and tests wait for facts.
// On Citus, planning alone costs several times the CPU time of a statement.
const stuck = process.env["TEST_CITUS"] === "1" ? 1_200_000 : 300_000

const workers = Math.max(2, availableParallelism()) + 2

/** The value of `--maxWorkers` on the command line, as `--maxWorkers=3`, `--maxWorkers 3` or a share. */
const workersGiven = (args: ReadonlyArray<string>): string | undefined => {
  const at = args.findIndex((given) => /^--max-?workers(=|$)/i.test(given))
  return at === -1 ? undefined : (args[at]!.split("=")[1] ?? args[at + 1])
}

const endWithVitest = new URL("./packages/core/test/support/end-with-vitest.mjs", import.meta.url).href

/** Whether this is `vitest run`. */
const isOneRun = process.argv.includes("run")

// Workers inherit it: they load core from compiled code of an earlier run.
const compiled = fileURLToPath(new URL("./node_modules/.cache/compiled", import.meta.url))
process.env["NODE_COMPILE_CACHE"] ??= compiled
enableCompileCache(compiled)

// All random tests of a run share one seed, so that one variable repeats them. Workers inherit it.
process.env["TEST_SEED"] ??= String(randomInt(2 ** 31))

export default defineConfig({
  test: {
    include: ["packages/*/test/**/*.test.ts", "scripts/test/*.test.{mjs,ts}", "bench/test/*.test.ts"],
    exclude: [...configDefaults.exclude, ...(process.env["TEST_CITUS"] === "1" ? onePostgresOnly : [])],
    globalSetup: ["packages/core/test/support/postgres-server.ts"],
    // The first of them ends last, so the report also has the programs that a file closes at its end.
    setupFiles: [
      ...(process.env["TEST_CPU"] ? ["bench/test/file-cpu.ts"] : []),
      "packages/core/test/support/set-up.ts"
    ],
    // Every file has its own database, so files run side by side: two more than there are cores, because a file often
    // waits for processes, databases and workers. The pool may not end an idle worker while others run, so there are as
    // many at least (minWorkers): a run failed with "Terminating worker thread".
    pool: "forks",
    // A larger young generation makes garbage collection rarer. It was an eighth of a worker's time.
    poolOptions: { forks: { execArgv: ["--max-semi-space-size=64", `--import=${endWithVitest}`] } },
    // Files of a worker share what they import: loading it anew for each was half of the time. The set-up file fails a
    // file that leaves something behind in its process.
    isolate: false,
    // Node loads the sources itself, without a request to vitest's main process for each. While vitest watches files,
    // it must know what imports them.
    server: { deps: { external: isOneRun ? [/\/packages\/[^/]+\/src\//] : [] } },
    // At night the order is random, which finds files that depend on another one.
    sequence: isLong ? { shuffle: { files: true } } : { sequencer: LongestFirst },
    maxWorkers: workers,
    minWorkers: workersGiven(process.argv) ?? workers,
    testTimeout: stuck,
    hookTimeout: stuck,
    teardownTimeout: stuck,
    expect: { poll: { timeout: stuck / 2, interval: 20 } }
  }
})
