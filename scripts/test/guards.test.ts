import { describe, expect, it } from "vitest"
import { guardGroups } from "../guards/cases/index.ts"
import { staleEntries } from "../guards/check.ts"
import { displayTitle } from "../guards/guard.ts"

const guards = guardGroups.flatMap((chapter) => chapter.guards)

describe("the list of guards", () => {
  it("has unique names", () => {
    expect(guards.length).toBeGreaterThan(90)
    expect(new Set(guards.map(({ name }) => name)).size).toBe(guards.length)
  })

  // Only `npm run guards` checks that the tests fail without the guard. It takes half an hour.
  it.each(guards)("$name matches the code and existing tests", (guard) => {
    expect(staleEntries(guard)).toEqual([])
  })

  it("changes the code with every patch", () => {
    const idle = guards.filter(({ patches }) => patches.some(({ find, replacement }) => find === replacement))
    expect(idle).toEqual([])
  })

  it("displays a title as vitest does", () => {
    const file = "x.test.ts"
    expect(displayTitle({ file, title: "plain", row: [] })).toBe("plain")
    expect(displayTitle({ file, title: "%j is refused as %s", row: ["a\n", "b"] })).toBe(
      '"a\\n" is refused as b'
    )
    expect(displayTitle({ file, title: "a body of %s, always", row: [] })).toBe("a body of ")
  })
})
