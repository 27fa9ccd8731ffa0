import { describe, expect, it } from "vitest"
import { maxProblems, problemsOfRawInput } from "../../src/contract/decode.ts"

const nested = (levels: number): unknown => (levels === 0 ? "text" : { inner: nested(levels - 1) })
const paths = (raw: unknown) => problemsOfRawInput(raw).map(({ path }) => path)
const messages = (raw: unknown) => problemsOfRawInput(raw).map(({ message }) => message)

describe("the problems of raw input", () => {
  it("are none for values of every kind", () => {
    expect(problemsOfRawInput({ text: "é", number: 1, none: null, list: [true, { a: "b" }] })).toEqual([])
  })

  it("start one level below the deepest allowed one", () => {
    expect(problemsOfRawInput(nested(17))).toEqual([])
    expect(messages(nested(18))).toEqual(["must not be nested deeper than 16 levels"])
    expect(paths(nested(18))).toEqual([Array(17).fill("inner").join(".")])
    expect(messages({ list: [[[[[[[[[[[[[[[[[]]]]]]]]]]]]]]]]] })).toHaveLength(1)
  })

  it("start above 1,000 fields or items", () => {
    const list = (length: number) => ({ list: Array.from({ length }, () => 0) })
    expect(problemsOfRawInput(list(1000))).toEqual([])
    expect(problemsOfRawInput(list(1001))).toEqual([
      { path: "list", message: "must not have more than 1000 fields or items" }
    ])
  })

  it("are text that a database cannot store, or that is not Unicode", () => {
    expect(problemsOfRawInput({ a: "x\0", b: ["\ud800"] })).toEqual([
      { path: "a", message: "must not contain a NUL character" },
      { path: "b.0", message: "must be well-formed Unicode text" }
    ])
    expect(problemsOfRawInput("\0")).toEqual([{ path: "input", message: "must not contain a NUL character" }])
  })

  it("are names of fields that are not readable, reported at their object", () => {
    for (const name of ["a\0", "\udc00"]) {
      expect(problemsOfRawInput({ list: { [name]: 1 } })).toEqual([
        { path: "list", message: "has a field whose name is not readable text" }
      ])
    }
  })

  it("have paths of at most 200 characters", () => {
    expect(paths({ ["x".repeat(300)]: "\0" })).toEqual(["x".repeat(200)])
  })

  it("are reported up to ten", () => {
    const bad = (length: number) => Array.from({ length }, () => "\0")
    expect(problemsOfRawInput(bad(9))).toHaveLength(9)
    expect(problemsOfRawInput(bad(10))).toHaveLength(maxProblems)
    expect(problemsOfRawInput(bad(11))).toHaveLength(maxProblems)
  })
})
