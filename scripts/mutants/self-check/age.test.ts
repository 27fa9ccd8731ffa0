import { expect, it } from "vitest"
import { firstAbove, howMany, isAdult } from "./age.ts"

it("is tested on both sides of its border", () => {
  expect([isAdult(17), isAdult(18)]).toEqual([false, true])
})

it("is tested in the middle only", () => {
  expect(howMany(5)).toBe("some")
})

it("ends with what it found, or without", () => {
  expect([firstAbove(1, [1, 2, 3]), firstAbove(3, [1, 2, 3])]).toEqual([2, null])
})
