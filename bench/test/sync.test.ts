import { expect, it } from "@effect/vitest"
import { Effect } from "effect"
import { isLong } from "../../packages/core/test/support/counts.ts"
import { quickBench } from "./quick-bench.ts"

/** Measures nothing: checks that the benchmark runs, and that the next day brings late conversions. At night only. */
it.scopedLive.runIf(isLong)("runs the sync benchmark with its pauses", () =>
  Effect.gen(function* () {
    const stdout = yield* quickBench(new URL("../sync/run.ts", import.meta.url))
    expect(stdout).toMatch(/First import: .* synced, 30 days/)
    expect(stdout).toMatch(/The next day with late conversions: .* synced, 15 days/)
    expect(stdout).toMatch(/ratio p50 [\d.]+, p99 [\d.]+/)
  })
)
