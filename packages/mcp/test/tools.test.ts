import { inputFromTool, operations, renderMentions } from "@adwarden/core/contract"
import { ListToolsResultSchema } from "@modelcontextprotocol/sdk/types.js"
import { Ajv2020 } from "ajv/dist/2020.js"
import { describe, expect, it } from "vitest"
import { instructions } from "../src/sdk.ts"
import { operationByTool, toolList } from "../src/tools.ts"

const { tools } = ListToolsResultSchema.parse(toolList(operations))
const all = operations

describe("the tools", () => {
  it("are the contract's, each once", () => {
    const declared = all.flatMap((operation) => operation.tool ?? [])
    expect(tools.map((tool) => tool.name)).toEqual(declared)
    expect(new Set(declared).size).toBe(38)
  })

  it.each(tools)("$name has valid schemas that accept the contract's example", (tool) => {
    const { example } = operationByTool.get(tool.name)!
    // Strict, so that a keyword unknown to validators cannot hide in a schema.
    const ajv = new Ajv2020({ strict: true, strictTypes: false, allErrors: true, validateFormats: false })
    expect(ajv.validateSchema(tool.inputSchema)).toBe(true)
    expect(ajv.validateSchema(tool.outputSchema!)).toBe(true)
    const takes = ajv.compile(tool.inputSchema)
    expect(takes(example.input), JSON.stringify(takes.errors)).toBe(true)
    expect(takes({ ...(example.input as object), dryrun: false })).toBe(false)
    const gives = ajv.compile(tool.outputSchema!)
    expect(gives(example.output), JSON.stringify(gives.errors)).toBe(true)
    expect(gives({ ...(example.output as object), added_within_v1: 1 })).toBe(true)
  })

  it.each(tools)("$name states what it does and its effects", (tool) => {
    const operation = operationByTool.get(tool.name)!
    expect(tool.title).toBe(operation.summary)
    expect(tool.description).toContain(renderMentions("mcp", operation.description))
    if (operation.scope !== null) expect(tool.description).toContain(operation.scope)
    expect(tool.annotations).toEqual({
      readOnlyHint: operation.hints.readOnly,
      destructiveHint: operation.hints.overwrites,
      idempotentHint: operation.hints.idempotent,
      openWorldHint: operation.hints.openWorld
    })
    // The next tool exists, and is not the tool itself.
    const named = tool.description!.match(/svc_\w+/g) ?? []
    expect(named.filter((name) => name !== tool.name)).not.toEqual([])
    expect(named.filter((name) => !operationByTool.has(name))).toEqual([])
  })

  it.each([
    ["svc_get_task_status", "id", "task_tracking_id", 1001],
    ["svc_undo_action", "id", "action_id", "act_12345678"],
    ["svc_apply_recommendation", "id", "recommendation_id", "rec_12345678"],
    ["svc_get_queued_write", "queued_id", "queued_recommendation_id", "qw_12345678"],
    ["svc_withdraw_queued_write", "queued_id", "queued_recommendation_id", "qw_12345678"]
  ])("%s accepts %s also as %s, and its schema states so", (name, field, alias, value) => {
    const { inputSchema } = tools.find((tool) => tool.name === name)!
    const takes = new Ajv2020({ strict: false, validateFormats: false }).compile(inputSchema)
    expect([takes({ [field]: value }), takes({ [alias]: value })]).toEqual([true, true])
    expect(takes({ [alias]: { not: "an id" } })).toBe(false)
    // Some model providers reject a union at the root.
    expect(Object.keys(inputSchema)).toEqual(expect.not.arrayContaining(["anyOf", "oneOf", "allOf"]))
    expect(inputFromTool(operationByTool.get(name)!, { [alias]: value }).values).toEqual({ [field]: value })
  })

  it("state whether a call previews or executes", () => {
    for (const tool of tools) {
      const { effect } = operationByTool.get(tool.name)!
      const { dry_run: preview } = tool.inputSchema.properties as Record<string, { default?: unknown }>
      expect([tool.name, preview?.default]).toEqual([tool.name, effect === "guarded" ? true : undefined])
      expect([tool.name, /Executes at once/.test(tool.description!)]).toEqual([
        tool.name,
        effect === "immediate"
      ])
    }
  })

  it("state that undo overwrites and is idempotent", () => {
    expect(tools.find((tool) => tool.name === "svc_undo_action")?.annotations).toEqual({
      readOnlyHint: false,
      destructiveHint: true,
      idempotentHint: true,
      openWorldHint: true
    })
  })

  it("state which of them reach the ad platform or websites", () => {
    const hint = (name: string) => tools.find((tool) => tool.name === name)?.annotations?.openWorldHint
    expect(tools.filter(({ annotations }) => annotations?.openWorldHint === undefined)).toEqual([])
    expect(["svc_update_campaign", "svc_create_campaign", "svc_undo_action", "svc_query"].map(hint)).toEqual([
      true,
      true,
      true,
      true
    ])
    expect(["svc_list_campaigns", "svc_run_detector", "svc_withdraw_queued_write"].map(hint)).toEqual([
      false,
      false,
      false
    ])
  })

  it("state that a detector stores recommendations, although it is a read for scopes, quota and approvals", () => {
    const tool = tools.find(({ name }) => name === "svc_run_detector")!
    expect(tool.annotations).toMatchObject({ readOnlyHint: false, destructiveHint: false })
    expect(operationByTool.get(tool.name)).toMatchObject({
      effect: "read",
      held: false,
      scope: "campaigns:read"
    })
  })

  it("are short enough to be read before every conversation", () => {
    const size = (value: unknown) => Buffer.byteLength(JSON.stringify(value))
    const read = tools.map(({ description, inputSchema, name }) => ({ name, description, inputSchema }))
    expect(size(read)).toBeLessThanOrEqual(32 * 1024)
    expect(size(tools.map(({ outputSchema }) => outputSchema))).toBeLessThanOrEqual(26 * 1024)
  })

  it("allow the result that a change waits for approval, for every write that can be held", () => {
    const ajv = new Ajv2020({ strict: false, validateFormats: false })
    const held = { code: "approval_required", message: "Wait.", queued_recommendation_id: "qw_12345678" }
    for (const tool of tools) {
      if (!operationByTool.get(tool.name)!.held) continue
      expect([tool.name, ajv.validate(tool.outputSchema!, held)]).toEqual([tool.name, true])
    }
  })

  it("preview by default every write that can be undone", () => {
    const guarded = tools.filter((tool) => operationByTool.get(tool.name)!.effect === "guarded")
    expect(guarded.length).toBeGreaterThan(0)
    for (const tool of guarded) {
      expect(tool.inputSchema.properties?.["dry_run"]).toMatchObject({ type: "boolean", default: true })
    }
  })
})

describe("the instructions", () => {
  it("mention existing tools and every safeguard of spend", () => {
    const named = instructions.match(/svc_\w+/g) ?? []
    expect(named.filter((name) => !operationByTool.has(name))).toEqual([])
    for (const field of [
      "dry_run",
      "preview_hash",
      "budget_cap_exceeded",
      "approval_required",
      "task_tracking_id",
      "wait_seconds",
      "action_id",
      "idempotency_key",
      "warning_codes",
      "svc_list_my_actions",
      "svc_get_queued_write"
    ]) {
      expect(instructions).toContain(field)
    }
    expect(instructions).not.toMatch(/\{[a-z_]+\.[a-z_]+/)
    expect(Buffer.byteLength(instructions)).toBeLessThanOrEqual(2560)
  })
})
