import fc from "fast-check"
import { describe, expect, it } from "vitest"
import { decodeInput, type OperationName, operationByName } from "../../src/contract/index.ts"

const decode = (name: OperationName, raw: unknown) => decodeInput(operationByName.get(name)!, raw)
const problems = (name: OperationName, raw: unknown) => {
  const decoded = decode(name, raw)
  if (decoded.ok) return []
  return decoded.error._tag === "validation_error" ? decoded.error.fields : [decoded.error._tag]
}

describe("decoding", () => {
  it("fills in what was left out", () => {
    expect(decode("campaigns.list", {})).toEqual({ ok: true, input: { org: "_", limit: 20 } })
    expect(decode("keywords.list", { slug: "a" })).toMatchObject({ input: { sort: "cost" } })
    expect(decode("campaigns.update", { slug: "a", budget: 5 })).toMatchObject({ input: { dry_run: true } })
  })

  it("names what it does not take, and what it takes", () => {
    expect(problems("campaigns.update", { slug: "a", dryrun: false })).toEqual([
      { path: "dryrun", message: expect.stringContaining("dry_run") }
    ])
    expect(problems("organizations.list", { x: 1 })).toEqual([
      { path: "x", message: "is not a parameter of organizations.list; it takes none" }
    ])
  })

  it("says everything that is wrong at once, once for each field", () => {
    expect(problems("campaigns.list", { limit: 0, state: "off" })).toEqual([
      { path: "state", message: "must be one of live, paused, draft, error" },
      { path: "limit", message: "must be a whole number from 1 to 100" }
    ])
  })

  it.each([0, 101, 1.5, "20", null, Number.NaN])("refuses the limit %j", (limit) => {
    expect(problems("campaigns.list", { limit })).toEqual([
      { path: "limit", message: "must be a whole number from 1 to 100" }
    ])
  })

  it("takes a name that nothing can have for a thing that is not there", () => {
    expect(problems("campaigns.get", { slug: "No Such" })).toEqual(["not_found"])
    expect(problems("tasks.get", { id: "abc" })).toEqual(["not_found"])
    expect(problems("tasks.get", { id: 0 })).toEqual(["not_found"])
    expect(problems("actions.undo", { id: "qw_1234567890" })).toEqual(["not_found"])
    expect(problems("campaigns.get", { slug: 7 })).toEqual(["not_found"])
    expect(problems("campaigns.get", { slug: ["a"] })).toMatchObject([{ path: "slug" }])
  })

  it("refuses an option that the detector does not take, and one out of its range", () => {
    const run = (detector: string, options: object) =>
      problems("detectors.run", { slug: "a", detector, options })
    expect(run("high_cpc", { threshold: 10 })).toEqual([])
    expect(run("high_cpc", { threshold: 11 })).toMatchObject([{ path: "options.threshold" }])
    expect(run("keyword_count", { threshold: 50 })).toEqual([])
    expect(run("keyword_count", { threshold: 1.5 })).toMatchObject([{ path: "options.threshold" }])
    expect(run("tcpa", { days: 7 })).toEqual([
      { path: "options.days", message: "tcpa takes only period_days" }
    ])
    expect(run("hipo", { days: 7 })).toEqual([{ path: "options.days", message: "hipo takes no options" }])
    expect(run("hipo", {})).toEqual([])
  })

  it("refuses days that no calendar has, and periods that end before they begin", () => {
    expect(problems("performance.get", { from: "2026-02-30" })).toMatchObject([{ path: "from" }])
    expect(problems("performance.get", { from: "2026-02-02", to: "2026-02-01" })).toMatchObject([
      { path: "from" }
    ])
    expect(problems("performance.get", { from: "2024-02-29", to: "2024-02-29" })).toEqual([])
  })

  it("refuses what a database cannot keep and what has no end", () => {
    expect(problems("campaigns.update", { slug: "a", name: "a\0b" })).toMatchObject([{ path: "name" }])
    expect(problems("campaigns.update", { slug: "a", name: "\ud800" })).toMatchObject([{ path: "name" }])
    let deep: unknown = "x"
    for (let n = 0; n < 50_000; n++) deep = { deep }
    expect(problems("detectors.run", { slug: "a", detector: "hipo", options: deep })).toMatchObject([
      { message: expect.stringContaining("nested") }
    ])
    expect(problems("detectors.run", JSON.parse('{"__proto__":{"slug":"a"}}'))).toMatchObject([
      { path: "__proto__" }
    ])
  })

  it("never throws, whatever it is given", () => {
    fc.assert(
      fc.property(fc.constantFrom(...operationByName.values()), fc.anything(), (operation, raw) => {
        expect(typeof decodeInput(operation, raw).ok).toBe("boolean")
      })
    )
  })
})
