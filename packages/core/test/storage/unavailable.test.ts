import { SqlError } from "@effect/sql/SqlError"
import { describe, expect, it } from "@effect/vitest"
import { Cause } from "effect"
import { isUnavailable } from "../../src/storage/index.ts"

const coded = (code: string, message = "") => Object.assign(new Error(message), { code })
const sqlError = (cause: unknown) => new SqlError({ cause, message: "Failed to execute statement" })

describe("isUnavailable", () => {
  it.each([
    "ECONNREFUSED",
    "ECONNRESET",
    "ETIMEDOUT",
    "EPIPE",
    "ENOTFOUND",
    "08006",
    "08P01",
    "57P01",
    "57P03",
    "53300",
    "53100",
    "25006",
    "25P03",
    "25P04",
    "55P03",
    "57014",
    "40P01",
    "40001"
  ])("%s", (code) => {
    expect(isUnavailable(coded(code))).toBe(true)
    expect(isUnavailable(sqlError(coded(code)))).toBe(true)
  })

  it.each([
    "Connection terminated unexpectedly",
    "Connection terminated due to connection timeout",
    "timeout expired",
    "timeout exceeded when trying to connect",
    "Client has encountered a connection error and is not queryable"
  ])("%s", (message) => expect(isUnavailable(sqlError(new Error(message)))).toBe(true))

  it("searches causes, aggregates and Effect's own causes", () => {
    expect(isUnavailable(new Error("outer", { cause: sqlError(coded("57P01")) }))).toBe(true)
    expect(isUnavailable(new AggregateError([coded("ENOENT"), coded("ECONNREFUSED")]))).toBe(true)
    expect(isUnavailable(Cause.die(sqlError(coded("08000"))))).toBe(true)
    expect(isUnavailable(Cause.sequential(Cause.empty, Cause.fail(sqlError(coded("08000")))))).toBe(true)
  })

  it("is false for errors of statements, and for anything else", () => {
    for (const code of ["23505", "42P01", "25P02", "22012", "40002"]) {
      expect(isUnavailable(sqlError(coded(code, "connection terminated, says the message")))).toBe(false)
    }
    const knot: { cause?: unknown } = {}
    knot.cause = knot
    for (const value of [undefined, null, "ECONNREFUSED", 7, {}, knot, new Error("no")]) {
      expect(isUnavailable(value)).toBe(false)
    }
  })
})
