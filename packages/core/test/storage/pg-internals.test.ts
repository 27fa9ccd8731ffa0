import { createHash } from "node:crypto"
import { readFileSync } from "node:fs"
import { createRequire } from "node:module"
import { dirname, join } from "node:path"
import pg from "pg"
import { describe, expect, it } from "vitest"
import { RoundTrip } from "../../src/storage/round-trip.ts"

/*
 * `round-trip.ts` and `pipelined-client.ts` use parts of pg that it does not declare. When one of these tests fails
 * after an update, compare those files with the changed sources of pg before adapting the test.
 */

const library = dirname(createRequire(import.meta.url).resolve("pg/package.json"))
const sourceOf = (file: string): string => readFileSync(join(library, "lib", file), "utf8")

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

  it("has the members of a client that we read and set", () => {
    const client = new pg.Client({ pipeline: true } as pg.ClientConfig)
    expect(client).toMatchObject({ _queryable: true, processID: null, secretKey: null, pipeline: true })
  })

  it("is the version whose sources these files were compared with", () => {
    const fingerprints = ["client.js", "connection.js", "query.js", "utils.js"].map((file) => [
      file,
      createHash("sha256").update(sourceOf(file)).digest("hex").slice(0, 16)
    ])
    expect(Object.fromEntries(fingerprints)).toEqual({
      "client.js": "ad6aa93c26b0bf26",
      "connection.js": "f93e914bf408657f",
      "query.js": "ecf885185f0ad8b8",
      "utils.js": "0348fa1818f44908"
    })
  })
})
