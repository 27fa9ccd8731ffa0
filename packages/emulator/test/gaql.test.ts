import { describe, expect, it } from "vitest"
import { parse } from "../src/gaql/parser.ts"
import { AdsFailure } from "../src/protocol/errors.ts"

const codeOf = (query: string): unknown => {
  try {
    parse(query)
    return "parsed"
  } catch (failure) {
    return failure instanceof AdsFailure ? failure.errors[0]?.errorCode : failure
  }
}

describe("the GAQL parser", () => {
  it("parses every clause", () => {
    const query = parse(
      `SELECT campaign.id, metrics.clicks FROM campaign
       WHERE segments.date BETWEEN '2026-01-01' AND "2026-02-01" AND campaign.status IN (ENABLED, 'PAUSED')
         AND campaign.name NOT LIKE '%o\\'brien%' AND campaign.labels CONTAINS ANY ('a', 'b') AND campaign.id IS NOT NULL
       ORDER BY metrics.clicks DESC, campaign.id LIMIT 5 PARAMETERS include_drafts=true`
    )
    expect(query.select).toEqual(["campaign.id", "metrics.clicks"])
    expect(query.where.map(({ operator }) => operator)).toEqual([
      "BETWEEN",
      "IN",
      "NOT LIKE",
      "CONTAINS ANY",
      "IS NOT NULL"
    ])
    expect(query.where[2]?.values[0]?.text).toBe("%o'brien%")
    expect(query.orderBy).toEqual([
      { field: "metrics.clicks", descending: true },
      { field: "campaign.id", descending: false }
    ])
    expect(query.limit).toBe(5)
    expect(query.parameters.get("include_drafts")).toBe("true")
  })

  it("accepts keywords in any case and operators without spaces", () => {
    expect(parse("select a.b from c where d.e>=3 and f.g='x' order by a.b limit 1").where).toHaveLength(2)
  })

  it.each([
    ["", "UNEXPECTED_END_OF_QUERY"],
    ["SELEC a.b FROM c", "EXPECTED_SELECT"],
    ["SELECT a.b WHERE c = 1", "EXPECTED_FROM"],
    ["SELECT , FROM c", "BAD_FIELD_NAME"],
    ["SELECT a.b FROM c WHERE", "UNEXPECTED_END_OF_QUERY"],
    ["SELECT a.b FROM c WHERE d ~ 3", "BAD_SYMBOL"],
    ["SELECT a.b FROM c WHERE d IS 3", "BAD_OPERATOR"],
    ["SELECT a.b FROM c WHERE d IN 3", "EXPECTED_LIST"],
    ["SELECT a.b FROM c WHERE d IN ()", "PROHIBITED_EMPTY_LIST_IN_CONDITION"],
    ["SELECT a.b FROM c WHERE d = ('x')", "EXPECTED_SINGLE_VALUE"],
    ["SELECT a.b FROM c WHERE d BETWEEN 1 OR 2", "EXPECTED_VALUE_WITH_BETWEEN_OPERATOR"],
    ["SELECT a.b FROM c WHERE d = 1 OR e = 2", "EXPECTED_AND"],
    ["SELECT a.b FROM c WHERE d = 'x", "STRING_NOT_TERMINATED"],
    ["SELECT a.b FROM c WHERE d = 'x\\q'", "BAD_ESCAPE_SEQUENCE"],
    ["SELECT a.b FROM c WHERE d = 12x", "BAD_NUMBER"],
    ["SELECT a.b FROM c ORDER a.b", "EXPECTED_BY"],
    ["SELECT a.b FROM c LIMIT x", "BAD_LIMIT_VALUE"],
    ["SELECT a.b FROM c LIMIT 0", "LIMIT_VALUE_TOO_LOW"],
    ["SELECT a.b FROM c PARAMETERS drafts=true", "BAD_PARAMETER_NAME"],
    ["SELECT a.b FROM c PARAMETERS include_drafts=maybe", "BAD_PARAMETER_VALUE"],
    ["SELECT a.b FROM c nonsense", "UNEXPECTED_INPUT"]
  ])("refuses %s with %s", (query, queryError) => {
    expect(codeOf(query)).toEqual({ queryError })
  })
})
