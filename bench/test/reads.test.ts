import { expect, it } from "@effect/vitest"
import { Effect } from "effect"
import { isLong } from "../../packages/core/test/support/counts.ts"
import { quickBench } from "./quick-bench.ts"

/**
 * Measures nothing: checks that the benchmark runs, and that rollups equal the days before and after a sync. At night only.
 */
it.scopedLive.runIf(isLong)("runs the reads benchmark, and every window equals the sum of its days", () =>
  Effect.gen(function* () {
    const stdout = yield* quickBench(new URL("../reads/run.ts", import.meta.url))
    expect(stdout.match(/All \d+ windows equal the sums over their days/g)).toHaveLength(2)
    expect(stdout.match(/\(target:/g)!.length).toBeGreaterThan(30)
  })
)
