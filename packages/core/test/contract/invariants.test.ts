import { Schema, SchemaAST } from "effect"
import { describe, expect, it } from "vitest"
import {
  decodeInput,
  errorTable,
  inputFields,
  inputJsonSchema,
  maxScopes,
  operations,
  outputJsonSchema,
  roles,
  type Scope,
  scopes
} from "../../src/contract/index.ts"

/** The tools and scopes that the interface promises, written out: the contract must not drift from them. */
const promised: Record<Scope, ReadonlyArray<string>> = {
  "organizations:read": ["svc_list_organizations", "svc_get_account_overview", "svc_get_business_profile"],
  "campaigns:read": ["svc_list_campaigns", "svc_get_campaign", "svc_list_keywords", "svc_run_detector"],
  "performance:read": ["svc_get_performance", "svc_get_search_terms"],
  "reports:read": ["svc_get_report", "svc_get_strategy", "svc_list_strategies"],
  "reports:generate": ["svc_generate_report", "svc_generate_strategy"],
  "recommendations:read": ["svc_list_recommendations"],
  "recommendations:apply": ["svc_apply_recommendation", "svc_undo_action"],
  "campaigns:write": [
    "svc_update_campaign",
    "svc_set_campaign_state",
    "svc_create_campaign",
    "svc_create_ad"
  ],
  "keywords:write": ["svc_add_negative_keywords"],
  "audit:read": ["svc_get_action_log"]
}

/** Offered in addition to the interface's promises: tool and scope. */
const additive: ReadonlyArray<readonly [tool: string, scope: Scope | null]> = [
  ["svc_list_ads", "campaigns:read"],
  ["svc_list_negative_keywords", "campaigns:read"],
  ["svc_list_queued_writes", "recommendations:read"],
  ["svc_withdraw_queued_write", null],
  ["svc_query", "performance:read"],
  ["svc_accept_changes", "campaigns:write"],
  ["svc_list_my_actions", "campaigns:read"],
  ["svc_get_website_facts", "campaigns:read"],
  ["svc_update_keywords", "campaigns:write"],
  ["svc_update_ad", "campaigns:write"],
  ["svc_update_assets", "campaigns:write"],
  ["svc_remove_negative_keywords", "keywords:write"],
  ["svc_apply_recommendations", "recommendations:apply"]
]

const repeated = (values: ReadonlyArray<string>) => values.filter((value, at) => values.indexOf(value) !== at)

describe("the table of operations", () => {
  it("has the 28 operations of the interface and the additional ones", () =>
    expect(operations).toHaveLength(28 + additive.length))

  it("has unique names, routes and tools", () => {
    expect(repeated(operations.map((one) => one.name))).toEqual([])
    expect(repeated(operations.map((one) => `${one.method} ${one.path}`))).toEqual([])
    expect(repeated(operations.flatMap((one) => one.tool ?? []))).toEqual([])
  })

  it("has the promised tools, each with its scope, and one to follow approvals", () => {
    const tools = new Map(
      operations.flatMap((one) => (one.tool === null ? [] : [[one.tool, one.scope] as const]))
    )
    for (const [scope, names] of Object.entries(promised)) {
      for (const name of names) expect([name, tools.get(name)]).toEqual([name, scope])
    }
    expect(tools.get("svc_get_task_status")).toBeNull()
    expect(tools.get("svc_get_queued_write")).toBeNull()
    for (const [name, scope] of additive) expect([name, tools.get(name)]).toEqual([name, scope])
    expect(tools.size).toBe(Object.values(promised).flat().length + 2 + additive.length)
  })

  it("requires a scope for every operation except those that follow tasks", () => {
    expect(operations.filter((one) => one.scope === null).map((one) => one.name)).toEqual([
      "tasks.get",
      "queued_writes.get",
      "queued_writes.withdraw"
    ])
  })

  it("omits a tool only for listing reports, the newest report and the audit export", () => {
    expect(operations.filter((one) => one.tool === null).map((one) => one.name)).toEqual([
      "reports.list",
      "reports.latest",
      "audit.export"
    ])
  })
})

describe.each(operations.map((one) => [one.name, one] as const))("%s", (_, operation) => {
  const fields = inputFields(operation)

  it("decodes its example input and output", () => {
    expect(decodeInput(operation, operation.example.input)).toMatchObject({ ok: true })
    Schema.decodeUnknownSync(operation.output as Schema.Schema.AnyNoContext)(operation.example.output)
  })

  it("reads its path parameters from its path", () => {
    for (const name of operation.pathNames) expect(fields.get(name)?.location).toBe("path")
  })

  it("previews by default only if it is guarded", () => {
    const decoded = decodeInput(operation, operation.example.input)
    expect(decoded.ok && (decoded.input as { dry_run?: unknown }).dry_run).toBe(
      operation.effect === "guarded" ? true : undefined
    )
  })

  it("has an undo, an idempotency key and approvals if it is a write", () => {
    expect(operation.undo !== null).toBe(operation.effect !== "read")
    expect(fields.has("idempotency_key")).toBe(operation.effect !== "read")
    if (operation.effect === "guarded") expect(operation.held).toBe(true)
    if (operation.held) expect(operation.errors).toContain("approval_required")
    expect(fields.has("comment")).toBe(operation.held)
  })

  it("requires a write scope for a write, and a read scope for a read", () => {
    const writes = ["campaigns:write", "keywords:write", "recommendations:apply", "reports:generate"]
    if (operation.scope !== null) expect(writes.includes(operation.scope)).toBe(operation.effect !== "read")
  })

  it("describes every input field, and rejects unknown fields", () => {
    const schema = inputJsonSchema(operation) as { properties: Record<string, { description?: string }> }
    for (const [name, field] of Object.entries(schema.properties)) {
      expect([name, field.description]).toEqual([name, expect.stringMatching(/\w/)])
    }
    expect(schema).toMatchObject({ type: "object", additionalProperties: false })
    expect(decodeInput(operation, { ...(operation.example.input as object), dryrun: false })).toMatchObject({
      ok: false,
      error: { fields: [{ path: "dryrun" }] }
    })
  })

  it("allows additional output fields", () => {
    const schema = outputJsonSchema(operation)
    expect(schema["type"]).toBe("object")
    expect(JSON.stringify(schema)).not.toContain('"additionalProperties":false')
  })

  it("declares known errors, once each", () => {
    expect(repeated(operation.errors)).toEqual([])
    for (const code of operation.errors) expect(errorTable[code]).toBeDefined()
  })

  const lists = [
    ...["options", "documents", "pages", "ads", "headlines", "descriptions"],
    ...["keywords", "negative_keywords", "sitelinks", "callouts", "campaigns", "paths", "only", "ids"]
  ]
  it("has a flat input, except for options and lists", () => {
    for (const [name, { type }] of fields) {
      const encoded = SchemaAST.encodedAST(type)
      const nested = SchemaAST.isTypeLiteral(encoded) || SchemaAST.isTupleType(encoded)
      expect([name, nested]).toEqual([name, lists.includes(name)])
    }
  })
})

describe("roles", () => {
  it("each include the scopes of the lower roles", () => {
    for (const [n, role] of roles.entries()) {
      const above = roles[n + 1]
      if (above) for (const scope of maxScopes(role)) expect(maxScopes(above).has(scope)).toBe(true)
    }
    expect([...maxScopes("owner")].sort()).toEqual([...scopes].sort())
    expect(maxScopes("admin").has("audit:read")).toBe(false)
    expect([...maxScopes("adops_team")].every((scope) => scope.endsWith(":read"))).toBe(true)
  })
})
