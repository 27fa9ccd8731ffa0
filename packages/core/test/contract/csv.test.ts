import fc from "fast-check"
import { describe, expect, it } from "vitest"
import {
  csvLine,
  makeCsvReader,
  operationByName,
  operations,
  parseCell,
  rowsWriterFor
} from "../../src/contract/index.ts"

const operation = operationByName.get("audit.export")!

describe("a cell", () => {
  it.each([
    ["plain", "plain"],
    [null, ""],
    ["", "'"],
    ["=1+1", "'=1+1"],
    ["+1", "'+1"],
    ["-1", "'-1"],
    ["@SUM(A1)", "'@SUM(A1)"],
    ["\tx", "'\tx"],
    ["\rx", '"\'\rx"'],
    ["\nx", '"\'\nx"'],
    ["  =1", "'  =1"],
    ["＝1", "'＝1"],
    ["'x", "''x"],
    ['a "b"', '"a ""b"""'],
    ["a,b", '"a,b"'],
    ['=HYPERLINK("x")', '"\'=HYPERLINK(""x"")"'],
    [-5, "-5"],
    [200, "200"]
  ])("of %j is %j", (value, written) => {
    expect(csvLine([value])).toBe(`${written}\r\n`)
  })

  it("is never a formula, and parses back to the same value in chunks of any length", () => {
    const cell = fc.option(
      fc.stringOf(fc.constantFrom("=", "+", "-", "@", "'", '"', ",", "\t", "\r", "\n", " ", "a", "é", "🙂"), {
        maxLength: 8
      })
    )
    const row = fc.array(cell, { minLength: 2, maxLength: 5 })
    fc.assert(
      fc.property(
        fc.array(row, { minLength: 1, maxLength: 4 }),
        fc.integer({ min: 1, max: 9 }),
        (rows, piece) => {
          const text = rows.map(csvLine).join("")
          const reader = makeCsvReader()
          const read = []
          for (let at = 0; at < text.length; at += piece)
            read.push(...reader.push(text.slice(at, at + piece)))
          expect(reader.rest()).toBeNull()
          expect(read.map((cells) => cells.map(parseCell))).toEqual(rows)
          for (const shown of read.flat()) expect(shown).not.toMatch(/^\s*[=+\-@]|^[\t\r\n]/)
        }
      )
    )
  })
})

describe("reading CSV of others", () => {
  const read = (text: string) => {
    const reader = makeCsvReader()
    return { rows: reader.push(text), rest: reader.rest() }
  }

  it.each([
    [
      "a,b\nc,d\n",
      [
        ["a", "b"],
        ["c", "d"]
      ],
      null
    ],
    ["a,b\r\n", [["a", "b"]], null],
    ["", [], null],
    ["a", [], ["a"]],
    ["a,", [], ["a", ""]],
    [",", [], ["", ""]],
    ['""', [], [""]],
    ["a\nb", [["a"]], ["b"]],
    ['5" pipe,b\n', [['5" pipe', "b"]], null],
    ['a"b"c\n', [['a"b"c']], null],
    ['a,b"c"\n', [["a", 'b"c"']], null],
    ['"a""b","c\nd"\n', [['a"b', "c\nd"]], null],
    ['"open', [], ["open"]]
  ])("of %j returns the rows and what is left", (text, rows, rest) => {
    expect(read(text)).toEqual({ rows, rest })
  })
})

describe("a response with streamed rows", () => {
  it("has the same bytes in one batch as in many", () => {
    const rest = { total: 2, head: "abc" }
    const { prefix, suffix, headers, formatRows, type } = rowsWriterFor(operation, {}, rest)
    const pieces = `${prefix}${formatRows([{ id: 1 }], true)}${formatRows([{ id: 2 }], false)}${suffix}`
    expect(pieces).toBe(`${prefix}${formatRows([{ id: 1 }, { id: 2 }], true)}${suffix}`)
    expect(JSON.parse(pieces)).toEqual({ ...rest, events: [{ id: 1 }, { id: 2 }] })
    expect([type, headers]).toEqual(["application/json", { "X-Audit-Total": "2", "X-Audit-Head": "abc" }])
    expect(rowsWriterFor(operation, { format: "csv" }, { total: 0, head: null }).headers).toEqual({
      "X-Audit-Total": "0"
    })
  })

  it("is not offered as a tool, and table formats exist only for operations with rows", () => {
    const withRows = operations.filter((one) => one.rows !== null)
    expect(withRows.map((one) => one.name)).toEqual(["audit.export"])
    for (const one of operations) {
      if (one.rows !== null) expect(one.tool).toBeNull()
      if (one.media !== null) expect(one.rows).not.toBeNull()
    }
  })
})
