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
  it("fills in defaults", () => {
    expect(decode("campaigns.list", {})).toEqual({ ok: true, input: { org: "_", limit: 20 } })
    expect(decode("keywords.list", { slug: "a" })).toMatchObject({ input: { sort: "cost" } })
    expect(decode("campaigns.update", { slug: "a", budget: 5 })).toMatchObject({ input: { dry_run: true } })
  })

  it("names an unknown field and lists the accepted ones", () => {
    expect(problems("campaigns.update", { slug: "a", dryrun: false })).toEqual([
      { path: "dryrun", message: expect.stringContaining("dry_run") }
    ])
    expect(problems("queued_writes.get", { queued_id: "qw_12345678", zzz: 1 })).toEqual([
      { path: "zzz", message: "is not a parameter of {queued_writes.get}; it takes queued_id" }
    ])
    expect(problems("organizations.list", { x: 1 })).toEqual([
      { path: "x", message: "is not a parameter of {organizations.list}; it takes none" }
    ])
    expect(problems("campaigns.update", { slug: "a", dryrun: false })).toEqual([
      { path: "dryrun", message: expect.stringContaining("did you mean dry_run?") }
    ])
  })

  it("names what is required and where to find it, and the whole input if that is no object", () => {
    expect(problems("campaigns.get", {})).toEqual([
      { path: "slug", message: "is required: a campaign's slug. List the campaigns with {campaigns.list}" }
    ])
    expect(problems("campaigns.set_state", { slug: "a" })).toEqual([
      { path: "state", message: "is required, and must be one of live, paused, draft" }
    ])
    for (const raw of [null, [], "x", 1]) {
      expect(problems("campaigns.get", raw)).toEqual([{ path: "input", message: "must be a JSON object" }])
    }
  })

  it("reports an unknown field inside options", () => {
    expect(problems("detectors.run", { slug: "a", detector: "high_cpc", options: { dayz: 3 } })).toEqual([
      {
        path: "options.dayz",
        message: expect.stringMatching(/^is not known here; did you mean days\? it takes .*period_days/)
      }
    ])
  })

  it("shortens names and values of the caller to 100 characters", () => {
    const long = "x".repeat(300)
    expect(problems("campaigns.list", { [long]: 1 })).toMatchObject([{ path: "x".repeat(100) }])
    const missing = decode("campaigns.get", { slug: long })
    const what = `The campaign "${"x".repeat(100)}"`
    expect(missing).toMatchObject({ error: { what, next: "List the campaigns with {campaigns.list}." } })
  })

  it("reports at most ten unknown fields", () => {
    const many = Object.fromEntries(Array.from({ length: 11 }, (_, n) => [`field${n}`, n]))
    expect(problems("campaigns.list", many)).toHaveLength(10)
  })

  it("reports a name that no record can have as a problem when there are others", () => {
    expect(problems("keywords.list", { slug: "x".repeat(256), limit: 0 })).toHaveLength(2)
  })

  it("reports all problems at once, one per field", () => {
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

  it("returns not_found for a name that no record can have", () => {
    expect(problems("campaigns.get", { slug: "x".repeat(256) })).toEqual(["not_found"])
    // A campaign's name is looked up, so that the error can state its slug.
    expect(problems("campaigns.get", { slug: "No Such" })).toEqual([])
    expect(problems("tasks.get", { id: "abc" })).toEqual(["not_found"])
    expect(problems("tasks.get", { id: 0 })).toEqual(["not_found"])
    expect(problems("actions.undo", { id: "qw_1234567890" })).toEqual(["not_found"])
    expect(problems("campaigns.get", { slug: 7 })).toEqual(["not_found"])
    expect(problems("campaigns.get", { slug: ["a"] })).toMatchObject([{ path: "slug" }])
  })

  it.each<[OperationName, Record<string, unknown>, string]>([
    [
      "actions.undo",
      { id: "rec_1234567890" },
      "It is a recommendation's id, which {recommendations.apply} takes. Send an action's id (act_…) here."
    ],
    [
      "recommendations.apply",
      { id: "act_1234567890" },
      "It is an action's id, which {actions.undo} takes. Send a recommendation's id (rec_…) here."
    ],
    [
      "queued_writes.get",
      { queued_id: "rec_1234567890" },
      "It is a recommendation's id, which {recommendations.apply} takes. Send a queued write's id (qw_…) here."
    ],
    [
      "reports.get",
      { type: "weekly", report_id: "str_1234567890" },
      "It is a strategy's id, which {strategy.get} takes. Send a report's id (rpt_…) here."
    ],
    [
      "strategy.get",
      { strategy_id: "rpt_1234567890" },
      "It is a report's id, which {reports.get} takes. Send a strategy's id (str_…) here."
    ],
    [
      "tasks.get",
      { id: "qw_1234567890" },
      "It is a queued write's id, which {queued_writes.get} takes. Send a task_tracking_id (a whole number) here."
    ],
    [
      "actions.undo",
      { id: 1001 },
      "A whole number is a task_tracking_id, which {tasks.get} takes. Send an action's id (act_…) here."
    ],
    [
      "actions.undo",
      { id: "1001" },
      "A whole number is a task_tracking_id, which {tasks.get} takes. Send an action's id (act_…) here."
    ]
  ])("%s of %j names the kind of id and the operation that accepts it", (name, raw, next) => {
    expect(decode(name, raw)).toMatchObject({ ok: false, error: { _tag: "not_found", next } })
  })

  it.each(["act_", "act_12", "abc_1234567890", "constructor_12345678", "act 1234567890"])(
    "says nothing of a kind where %j has none, or the expected one",
    (id) =>
      expect(decode("actions.undo", { id })).toEqual({
        ok: false,
        error: expect.objectContaining({
          next: "Use an action_id that a change returned, or one from {actions.list_mine}."
        })
      })
  )

  it("rejects an option that the detector does not have, or that is out of range", () => {
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

  it("rejects days that do not exist, and periods that end before they begin", () => {
    expect(problems("performance.get", { from: "2026-02-30" })).toMatchObject([{ path: "from" }])
    expect(problems("performance.get", { from: "2026-02-02", to: "2026-02-01" })).toMatchObject([
      { path: "from" }
    ])
    expect(problems("performance.get", { from: "2024-02-29", to: "2024-02-29" })).toEqual([])
  })

  it.each<OperationName>(["performance.get", "actions.list", "audit.export"])(
    "%s names from where it is after to",
    (name) => {
      expect(problems(name, { from: "2026-02-02", to: "2026-02-01" })).toEqual([
        { path: "from", message: "must not be after to; send from 2026-02-01 to 2026-02-02" }
      ])
      expect(problems(name, { from: "2026-02-01", to: "2026-02-01" })).toEqual([])
    }
  )

  it.each<[OperationName, Record<string, unknown>, string, string]>([
    ["keywords.add_negatives", { slug: "a", keywords: "x" }, "keywords", "must be a list of texts"],
    ["keywords.add_negatives", { slug: "a", keywords: [7] }, "keywords.0", "must be a text"],
    ["campaigns.update", { slug: "a", name: 7 }, "name", "must be a text"],
    ["campaigns.get", { slug: ["a"] }, "slug", "must be a text"],
    ["strategy.generate", { documents: ["x"] }, "documents.0", "must be an object with name, content"],
    ["strategy.generate", { documents: { a: 1 } }, "documents", "must be a list of objects"],
    [
      "detectors.run",
      { slug: "a", detector: "hipo", options: 7 },
      "options",
      "must be an object with threshold, include_paused, days, period_days, suggested_count, include_kept"
    ],
    ["tasks.get", { id: [1] }, "id", "must be a whole number from 1 to 2147483647"],
    ["tasks.get", { id: 1, wait_seconds: 21 }, "wait_seconds", "must be a whole number from 0 to 20"],
    ["campaigns.update", { slug: "a", budget: "a lot" }, "budget", "must be a number from 0 to 1000000000"],
    ["campaigns.list", { cursor: {} }, "cursor", "must be a text"],
    ["campaigns.create", { website_url: 7 }, "website_url", "must be a text"]
  ])("%s of %j states what %s must be, in plain words", (name, raw, path, message) => {
    expect(problems(name, raw)).toEqual([{ path, message }])
  })

  it("reports at most ten problems, with truncated names", () => {
    const keywords = Array.from({ length: 100 }, () => 7)
    expect(problems("keywords.add_negatives", { slug: "a", keywords })).toHaveLength(10)
    const unknown = Object.fromEntries(Array.from({ length: 500 }, (_, n) => [`${"x".repeat(5000)}${n}`, 1]))
    const told = problems("campaigns.list", unknown)
    expect(told).toHaveLength(10)
    expect(JSON.stringify(told).length).toBeLessThan(5000)
    const huge = Array.from({ length: 100_000 }, () => 7)
    expect(problems("keywords.add_negatives", { slug: "a", keywords: huge })).toMatchObject([
      { path: "keywords", message: expect.stringContaining("more than") }
    ])
  })

  it("rejects an update without changes", () => {
    for (const dry_run of [true, false]) {
      expect(problems("campaigns.update", { slug: "a", dry_run })).toEqual([
        { path: "input", message: expect.stringContaining("at least one of name, budget, target_cpa") }
      ])
    }
  })

  it("counts characters as code points", () => {
    const document = (content: string) =>
      problems("strategy.generate", { documents: [{ name: "n", content }] })
    expect(document("😀".repeat(20_000))).toEqual([])
    expect(document("é".repeat(20_000))).toEqual([])
    expect(document("😀".repeat(20_001))).toMatchObject([{ path: "documents.0.content" }])
  })

  it.each([
    ["a\u202Eb", "direction"],
    ["\u2066a\u2069", "direction"],
    ["a\u200F", "direction"],
    ["\u200B\u200D", "seen"],
    ["\u3164", "seen"],
    ["\u2800", "seen"],
    ["\u0301", "seen"],
    ["a\u2028b", "one line"],
    ["a\nb", "one line"],
    ["   ", "one line"],
    ["", "one line"]
  ])("rejects the name %j", (name, why) => {
    expect(problems("campaigns.update", { slug: "a", name })).toEqual([
      { path: "name", message: expect.stringContaining(why) }
    ])
    expect(problems("keywords.add_negatives", { slug: "a", keywords: [name] })).toMatchObject([
      { path: "keywords.0", message: expect.stringContaining(why) }
    ])
  })

  it.each(["Boiler repair", "حملة", "קמפיין", "家電", "👩‍👩‍👧 family", "Zürich – Süd"])(
    "takes the name %s",
    (name) => expect(problems("campaigns.update", { slug: "a", name })).toEqual([])
  )

  it("rejects text that a database cannot store, and endless nesting", () => {
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

  it("never throws, for any input", () => {
    fc.assert(
      fc.property(fc.constantFrom(...operationByName.values()), fc.anything(), (operation, raw) => {
        expect(typeof decodeInput(operation, raw).ok).toBe("boolean")
      })
    )
  })
})
