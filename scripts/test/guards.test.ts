import { describe, expect, it } from "vitest"
import { guardGroups } from "../guards/cases/index.ts"
import { staleEntries } from "../guards/check.ts"
import { displayTitle } from "../guards/guard.ts"

const guards = guardGroups.flatMap((chapter) => chapter.guards)

describe("the list of guards", () => {
  it("has a name for each", () => {
    expect(guards.length).toBeGreaterThan(90)
    expect(new Set(guards.map(({ name }) => name)).size).toBe(guards.length)
  })

  // Whether the tests really fail without it only `npm run guards` can tell: it takes half an hour.
  it.each(guards)("$name fits the code that it is cut out of, and tests that are there", (guard) => {
    expect(staleEntries(guard)).toEqual([])
  })

  it("takes something out each time", () => {
    const idle = guards.filter(({ patches }) => patches.some(({ find, replacement }) => find === replacement))
    expect(idle).toEqual([])
  })

  it("shows a title as it is when the test runs", () => {
    const file = "x.test.ts"
    expect(displayTitle({ file, title: "plain", row: [] })).toBe("plain")
    expect(displayTitle({ file, title: "%j is refused as %s", row: ["a\n", "b"] })).toBe(
      '"a\\n" is refused as b'
    )
    expect(displayTitle({ file, title: "a body of %s, always", row: [] })).toBe("a body of ")
  })
})
