import { expect, it } from "@effect/vitest"
import { Effect } from "effect"
import { isLong } from "../../packages/core/test/support/counts.ts"
import { quickBench } from "./quick-bench.ts"

/** Measures nothing: checks that the benchmark runs and that every page and operation responds. */
it.scopedLive.runIf(isLong)("runs the benchmark of pages", () =>
  Effect.gen(function* () {
    const stdout = yield* quickBench(new URL("../pages/run.ts", import.meta.url))
    expect(stdout.match(/ratio +[\d.]+ +\(target: /g)).toHaveLength(12)
  })
)
