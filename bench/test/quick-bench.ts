import { execFile } from "node:child_process"
import { promisify } from "node:util"
import { Effect } from "effect"
import { freshDatabase } from "../../packages/core/test/support/postgres.ts"
import { compileCache, program } from "../../packages/core/test/support/programs.ts"

/** Runs a benchmark with `--quick` on a database of the tests' server, and returns its output. */
export const quickBench = (source: URL) =>
  Effect.flatMap(freshDatabase(), (url) =>
    Effect.promise(async () => {
      const args = [program(source), "--quick", "--database", url]
      const env = { ...process.env, ...compileCache() }
      return (await promisify(execFile)(process.execPath, args, { env })).stdout
    })
  )
