import { operationByName } from "@adwarden/core/contract"
import { describe, expect, it } from "vitest"
import { contractProblems, operationAt } from "./support/closed-contract.ts"

const list = operationByName.get("campaigns.list")!
const update = operationByName.get("campaigns.update")!
const headers = (more: Record<string, string> = {}) =>
  new Headers({
    "content-type": "application/json",
    "x-request-id": "req_1",
    "cache-control": "no-store",
    ...more
  })
const page = list.example.output as Record<string, unknown>
const refusal = (code: string, more: object = {}) => ({
  error: { code, message: "m", doc_url: "https://x.test", ...more }
})

describe("the check against the closed OpenAPI document", () => {
  it("accepts a response with the declared fields", () => {
    expect(contractProblems(list, { status: 200, headers: headers(), body: page })).toEqual([])
    const preview = { status: 200, headers: headers(), body: update.example.output }
    expect(contractProblems(update, preview)).toEqual([])
    const stale = { status: 409, headers: headers(), body: refusal("preview_stale", { current: { a: 1 } }) }
    expect(contractProblems(update, stale)).toEqual([])
    const held = { status: 202, headers: headers({ "idempotency-replayed": "true" }) }
    const body = refusal("approval_required", { queued_recommendation_id: "qw_12345678", url: "" })
    expect(contractProblems(update, { ...held, body })).toEqual([])
  })

  it.each([
    ["a field that is not declared", 200, {}, { ...page, more: 1 }],
    [
      "an undeclared field of a row",
      200,
      {},
      { ...page, campaigns: [{ ...Object(page["campaigns"])[0], x: 1 }] }
    ],
    ["a field that is missing", 200, {}, { campaigns: [], next_cursor: null }],
    ["a header that is not declared", 200, { "x-other": "1" }, page],
    ["a quota on a read", 200, { "x-writequota-limit": "1" }, page],
    ["Retry-After on a success", 200, { "retry-after": "1" }, page],
    ["a status that is not declared", 418, {}, page],
    ["an error's extra field that is another's", 404, {}, refusal("not_found", { required_scope: "x" })],
    ["an error without its extra field", 403, {}, refusal("insufficient_scope")],
    ["an error of another status", 404, {}, refusal("validation_error", { fields: [] })]
  ] as const)("rejects %s", (_, status, more, body) => {
    expect(contractProblems(list, { status, headers: headers(more), body })).not.toEqual([])
  })

  it("finds the operation of a request, fixed segments before parameters", () => {
    expect(operationAt("GET", "/v1/organizations/_/reports/weekly/latest")?.name).toBe("reports.latest")
    expect(operationAt("GET", "/v1/organizations/_/campaigns/boiler-repair/ads")?.name).toBe(
      "campaigns.list_ads"
    )
    expect(operationAt("DELETE", "/v1/organizations")).toBeNull()
  })
})
