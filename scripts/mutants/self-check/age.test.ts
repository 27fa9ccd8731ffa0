import { expect, it } from "vitest"
import { firstAbove, howMany, isAdult } from "./age.ts"

it("tests isAdult on both sides of its boundary", () => {
  expect([isAdult(17), isAdult(18)]).toEqual([false, true])
})

it("tests howMany away from its boundary only", () => {
  expect(howMany(5)).toBe("some")
})

it("tests firstAbove with and without a match", () => {
  expect([firstAbove(1, [1, 2, 3]), firstAbove(3, [1, 2, 3])]).toEqual([2, null])
})
