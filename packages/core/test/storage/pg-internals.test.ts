import { createHash } from "node:crypto"
import { readFileSync } from "node:fs"
import { createRequire } from "node:module"
import { dirname, join } from "node:path"
import fc from "fast-check"
import pg from "pg"
import { Parser } from "pg-protocol/dist/parser.js"
import { describe, expect, it } from "vitest"
import { RoundTrip } from "../../src/storage/round-trip.ts"
import { RowParser } from "../../src/storage/row-parser.ts"

/*
 * `round-trip.ts`, `pipelined-client.ts` and `row-parser.ts` use parts of pg that it does not declare. When one of these tests fails
 * after an update, compare those files with the changed sources of pg before adapting the test.
 */

const require = createRequire(import.meta.url)
const library = dirname(require.resolve("pg/package.json"))
const sourceOf = (file: string): string => readFileSync(join(library, "lib", file), "utf8")
const parserSource = readFileSync(require.resolve("pg-protocol/dist/parser.js"), "utf8")

/** The methods that a text calls on a value. */
const callsOn = (value: string, text: string): ReadonlyArray<string> => [
  ...new Set([...text.matchAll(new RegExp(`\\b${value}\\.(\\w+)\\(`, "g"))].map(([, name]) => name!))
]

/** Responses to statements that we never send: COPY, and portals with a row limit. */
const neverCaused = ["handlePortalSuspended", "handleCopyInResponse", "handleCopyData"]

describe("the installed pg", () => {
  it("passes responses to a query only through methods that a round trip defines", () => {
    const called = callsOn("activeQuery", sourceOf("client.js"))
    expect(called).toContain("handleReadyForQuery")
    const missing = called.filter((name) => !Object.hasOwn(RoundTrip.prototype, name))
    expect(missing.toSorted()).toEqual(neverCaused.toSorted())
  })

  it("sends messages by the methods that a round trip calls, each through _send", () => {
    const connection = pg.Connection.prototype as unknown as Readonly<Record<string, unknown>>
    for (const name of [
      "parse",
      "bind",
      "describe",
      "execute",
      "close",
      "sync",
      "cancel",
      "connect",
      "unref"
    ]) {
      expect([name, typeof connection[name]]).toEqual([name, "function"])
    }
    expect(callsOn("this", sourceOf("connection.js"))).toContain("_send")
  })

  it("lets a connection choose the parser of its messages, and only there", () => {
    expect(sourceOf("connection.js").match(/\bparse\(stream/g)).toHaveLength(1)
    expect(callsOn("self", sourceOf("connection.js"))).toContain("attachListeners")
    expect(Object.hasOwn(Parser.prototype, "handlePacket")).toBe(true)
  })

  it("has the members of a client that we read and set", () => {
    const client = new pg.Client({ pipeline: true } as pg.ClientConfig)
    expect(client).toMatchObject({ _queryable: true, processID: null, secretKey: null, pipeline: true })
  })

  it("is the version whose sources these files were compared with", () => {
    const fingerprints = ["client.js", "connection.js", "query.js", "utils.js"].map((file) => [
      file,
      createHash("sha256").update(sourceOf(file)).digest("hex").slice(0, 16)
    ])
    fingerprints.push(["parser.js", createHash("sha256").update(parserSource).digest("hex").slice(0, 16)])
    expect(Object.fromEntries(fingerprints)).toEqual({
      "client.js": "ad6aa93c26b0bf26",
      "connection.js": "f93e914bf408657f",
      "parser.js": "6f841aabda7240df",
      "query.js": "ecf885185f0ad8b8",
      "utils.js": "0348fa1818f44908"
    })
  })
})

/** A row as the server sends it: the number of values, and each with its length before it. */
const rowMessage = (values: ReadonlyArray<string | null>): Buffer => {
  const int = (bytes: 2 | 4, value: number) => {
    const buffer = Buffer.alloc(bytes)
    buffer.writeIntBE(value, 0, bytes)
    return buffer
  }
  const body = Buffer.concat([
    int(2, values.length),
    ...values.flatMap((value) => {
      if (value === null) return [int(4, -1)]
      const text = Buffer.from(value)
      return [int(4, text.length), text]
    })
  ])
  return Buffer.concat([Buffer.from("D"), int(4, body.length + 4), body])
}

describe("our parser of rows", () => {
  const text = fc.oneof(
    fc.string({ unit: "binary-ascii" }),
    fc.string({ unit: "grapheme" }),
    // Lengths whose bytes are not ASCII, and rows longer than those that are read at once.
    fc.integer({ min: 120, max: 9000 }).map((length) => "x".repeat(length))
  )
  const rows = fc.array(fc.array(fc.option(text), { maxLength: 12 }), { maxLength: 4 })

  it("reads any rows as the installed pg does, however they are split", () => {
    fc.assert(
      fc.property(rows, fc.integer({ min: 1, max: 200 }), (given, size) => {
        const bytes = Buffer.concat(given.map(rowMessage))
        const read = (parser: { parse: (bytes: Buffer, callback: (message: object) => void) => void }) => {
          const seen: Array<object> = []
          for (let at = 0; at < bytes.length; at += size) {
            // A copy, because a parser reuses the memory of the bytes that it was given.
            parser.parse(Buffer.from(bytes.subarray(at, at + size)), (message) => {
              const { fields, fieldCount, name } = message as Readonly<Record<string, unknown>>
              seen.push({ fields, fieldCount, name })
            })
          }
          return seen
        }
        const ours = read(new RowParser())
        expect(ours).toEqual(read(new Parser()))
        expect(ours).toHaveLength(given.length)
      })
    )
  })
})
