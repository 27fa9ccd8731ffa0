import { expect, it } from "@effect/vitest"
import { Effect } from "effect"
import { isLong } from "../../packages/core/test/support/counts.ts"
import { quickBench } from "./quick-bench.ts"

/** Measures nothing: checks that the benchmark runs, and that every response under load is successful. */
it.scopedLive("runs the benchmark, and both servers write the same rows", () =>
  Effect.gen(function* () {
    const stdout = yield* quickBench(new URL("../run.ts", import.meta.url))
    expect(stdout.match(/^ {2}ratio/gm)).toHaveLength(5)
    expect(stdout).toMatch(/^ {2}metrics +\d+ µs/m)
    const [bare, service] = stdout
      .match(/(?<=of a budget\n)( {2}\w+ +.*\n){2}/)![0]
      .trim()
      .split("\n")
    expect(service!.replace("service", "").trim()).toBe(bare!.replace("bare", "").trim())
  })
)

it.scopedLive.runIf(isLong)("runs the benchmark of one host and three", () =>
  Effect.gen(function* () {
    const stdout = yield* quickBench(new URL("../hosts.ts", import.meta.url))
    expect(stdout.match(/^ {2}[13] hosts? +CPU of each: /gm)).toHaveLength(4)
  })
)
