import { once } from "node:events"
import type { Profiler } from "node:inspector"
import { Worker } from "node:worker_threads"
import { expect, it } from "vitest"
import { callTree, flameGraph, selfTimeByOwner } from "../profile/flame-graph.ts"

it("draws each call of a profile with its share of the time", async () => {
  const thread = new Worker(new URL("./profiled-thread.ts", import.meta.url))
  const [profile] = (await once(thread, "message")) as [Profiler.Profile]
  const tree = callTree(profile)
  const sum = selfTimeByOwner(tree).reduce((total, [, micros]) => total + micros, 0)
  expect(sum + tree.self).toBeCloseTo(tree.total, 0)
  const svg = flameGraph(tree, "a < b")
  expect(svg).toMatch(/<title>work \(bench\) [\d.]+%, [\d.]+ ms<\/title>/)
  expect(svg).toContain("a &#60; b")
})
