import { Session } from "node:inspector/promises"
import { expect, it } from "vitest"
import { callTree, flameGraph, selfTimeByOwner } from "../profile/flame-graph.ts"

const work = () => {
  let sum = 0
  for (let n = 0; n < 2_000_000; n++) sum += Math.sqrt(n)
  return sum
}
const calledTwice = () => work() + work()

it("draws each call of a profile with its share of the time", async () => {
  const profiler = new Session()
  profiler.connect()
  await profiler.post("Profiler.enable")
  await profiler.post("Profiler.start")
  for (let n = 0; n < 20; n++) calledTwice()
  const { profile } = await profiler.post("Profiler.stop")
  profiler.disconnect()
  const tree = callTree(profile)
  const sum = selfTimeByOwner(tree).reduce((total, [, micros]) => total + micros, 0)
  expect(sum + tree.self).toBeCloseTo(tree.total, 0)
  const svg = flameGraph(tree, "a < b")
  expect(svg).toMatch(/<title>work \(bench\) [\d.]+%, [\d.]+ ms<\/title>/)
  expect(svg).toContain("a &#60; b")
})
