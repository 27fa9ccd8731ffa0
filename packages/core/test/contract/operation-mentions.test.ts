import { readdirSync, readFileSync } from "node:fs"
import { join, relative, resolve } from "node:path"
import { describe, expect, it } from "vitest"
import {
  ApprovalRequired,
  envelope,
  errorTable,
  inputJsonSchema,
  type MentionStyle,
  OrgAccessDenied,
  openApiDocument,
  operationByName,
  operations,
  outputJsonSchema,
  renderMentions,
  renderOutputMentions,
  toolInputSchema,
  ValidationError
} from "../../src/contract/index.ts"

const tool = /\bsvc_(?!live|test|at)\w+/
const request = /\b(GET|POST|PUT|PATCH|DELETE) \/\w/
const symbolic = /\{([a-z_]+\.[a-z_]+)[^}]*\}/g

const packages = resolve(import.meta.dirname, "../../..")
const sources = readdirSync(packages)
  .filter((name) => name !== "emulator")
  .flatMap((name) =>
    readdirSync(join(packages, name, "src"), { recursive: true, withFileTypes: true })
      .filter((entry) => entry.isFile() && entry.name.endsWith(".ts"))
      .map((entry) => join(entry.parentPath, entry.name))
  )
  .map((file) => ({ file, text: readFileSync(file, "utf8") }))

describe("a text that names an operation", () => {
  const text = "Look with {campaigns.list}, then {queued_writes.get queued_id=qw_1}."

  it("is rendered in the terms of each surface", () => {
    expect(renderMentions("mcp", text)).toBe(
      "Look with svc_list_campaigns, then svc_get_queued_write (queued_id qw_1)."
    )
    expect(renderMentions("rest", text)).toBe(
      "Look with GET /organizations/{org}/campaigns, then GET /queued-writes/qw_1."
    )
    expect(renderMentions("cli", text)).toBe(
      "Look with adwarden campaigns list, then adwarden queued-writes get qw_1."
    )
    expect(renderMentions("docs", text)).toBe("Look with `campaigns.list`, then `queued_writes.get`.")
  })

  it("states that a surface has no such operation, and leaves other braces unchanged", () => {
    expect(renderMentions("mcp", "{audit.export} {no.such} {x} {")).toBe(
      "GET /organizations/{org}/audit/export of the REST API {no.such} {x} {"
    )
  })
})

describe("a text that names a page", () => {
  const text = "Look under {page.settings_accounts}, {page.optimizations id=qw_1} or {page.account_keys}."

  it("has its name, and its address where the organization is known", () => {
    expect(renderMentions("docs", text)).toBe(
      "Look under Settings › Ad accounts, Optimizations or Account › API keys."
    )
    const appUrl = "https://ads.test"
    expect(renderMentions("rest", text, { appUrl, org: null })).toBe(
      "Look under Settings › Ad accounts, Optimizations or Account › API keys (https://ads.test/account)."
    )
    expect(renderMentions("mcp", text, { appUrl, org: "northwind" })).toBe(
      "Look under Settings › Ad accounts (https://ads.test/o/northwind/settings/accounts), Optimizations (https://ads.test/o/northwind/optimizations/qw_1) or Account › API keys (https://ads.test/account)."
    )
    expect(renderMentions("docs", "{page.no_such}")).toBe("{page.no_such}")
  })

  it("names operations by their pages in the dashboard", () => {
    for (const { name } of operations)
      expect(renderMentions("dashboard", `{${name}}`)).toMatch(/^the [A-Z][a-z ]+ page$/)
  })

  it("names only pages that exist, in all sources", () => {
    const mentions = sources.flatMap(({ text }) => [
      ...text.matchAll(/(?<!\$)\{(page\.[a-z_]+)(?: id=[^}]*)?\}(?!`)/g)
    ])
    expect(mentions.length).toBeGreaterThan(15)
    const unknown = mentions.filter(([, name]) => renderMentions("docs", `{${name}}`).startsWith("{"))
    expect(unknown.map(([whole]) => whole)).toEqual([])
  })
})

describe("error messages", () => {
  const held = new ApprovalRequired({ queued_recommendation_id: "qw_6Vn3Kx9Lm2" })
  it("use the surface's terms", () => {
    const message = (language: MentionStyle) => envelope(held, "", language).error.message
    expect(message("mcp")).toContain("svc_get_queued_write (queued_id qw_6Vn3Kx9Lm2)")
    expect(message("rest")).toContain("GET /queued-writes/qw_6Vn3Kx9Lm2")
    expect(message("cli")).toContain("adwarden queued-writes get qw_6Vn3Kx9Lm2")
    expect(envelope(new OrgAccessDenied({ org: "x" }), "", "mcp").error.message).toContain(
      "svc_list_organizations"
    )
  })

  it("name fields in the surface's terms, at most ten", () => {
    const fields = Array.from({ length: 30 }, (_, n) => ({ path: `f${n}`, message: "see {tasks.get}" }))
    const told = envelope(new ValidationError({ fields }), "", "mcp").error["fields"] as Array<object>
    expect(told).toHaveLength(10)
    expect(told[0]).toEqual({ path: "f0", message: "see svc_get_task_status" })
  })
})

describe("outputs", () => {
  const task = operationByName.get("tasks.get")!
  const failed = {
    task_tracking_id: 1,
    type: "{campaigns.list}",
    status: "failed",
    progress: 0,
    error: { reason: "task_error", message: "Look with {campaigns.get}." }
  }

  it("have only their sentences rendered", () => {
    expect(renderOutputMentions("mcp", task, failed)).toEqual({
      ...failed,
      error: { reason: "task_error", message: "Look with svc_get_campaign." }
    })
    const update = operationByName.get("campaigns.update")!
    const preview = {
      dry_run: true,
      would_change: {},
      within_limits: true,
      warnings: ["{campaigns.get}", "x"]
    }
    expect(renderOutputMentions("mcp", update, preview)).toMatchObject({
      warnings: ["svc_get_campaign", "x"]
    })
    const blocked = { ...preview, blocked_reason: "Link one under {page.settings_accounts}." }
    const base = { appUrl: "https://adwarden.test", org: "northwind" }
    expect(renderOutputMentions("rest", update, blocked, base)).toMatchObject({
      blocked_reason:
        "Link one under Settings › Ad accounts (https://adwarden.test/o/northwind/settings/accounts)."
    })
  })

  it("without sentences are returned unchanged", () => {
    const list = operationByName.get("campaigns.list")!
    const output = { campaigns: [], total: 0, next_cursor: null }
    expect(renderOutputMentions("rest", list, output)).toBe(output)
  })
})

describe("texts and sources", () => {
  const texts = operations.flatMap((operation) => [
    operation.summary,
    operation.description,
    operation.undo ?? "",
    ...[
      ...JSON.stringify([inputJsonSchema(operation), outputJsonSchema(operation)]).matchAll(
        /"description":"((?:[^"\\]|\\.)*)"/g
      )
    ].map((match) => match[1]!)
  ])
  const whens = Object.values(errorTable).map(({ when }) => when)
  const all = [...texts, ...whens]

  it("name only existing operations", () => {
    const named = all.flatMap((text) => [...text.matchAll(symbolic)].map((match) => match[1]!))
    expect(named.filter((name) => !operationByName.has(name as never))).toEqual([])
    expect(named.length).toBeGreaterThan(20)
  })

  it("contain no tool name, request or bare operation name", () => {
    const names = operations.map(({ name }) => name)
    const bare = (text: string) => names.some((name) => text.replaceAll(symbolic, "").includes(name))
    expect(all.filter((text) => tool.test(text) || request.test(text) || bare(text))).toEqual([])
  })

  it("are rendered without other surfaces' names and without unrendered mentions", () => {
    const rest = JSON.stringify(openApiDocument("https://api.test/v1", "1"))
    expect(rest).not.toMatch(tool)
    expect(rest.replaceAll(/"\/[^"]*"/g, "")).not.toMatch(/\{[a-z_]+\.[a-z_]+/)
    const mcp = operations.flatMap((one) =>
      one.tool === null ? [] : [renderMentions("mcp", one.description), JSON.stringify(toolInputSchema(one))]
    )
    for (const text of mcp) {
      expect(text).not.toMatch(request)
      expect(text).not.toMatch(/\{[a-z_]+\.[a-z_]+/)
    }
  })

  it("spell out a tool or a request only in an operation's declaration", () => {
    const declared = operations.flatMap((one) => one.tool ?? [])
    const paths = operations.map((one) => `${one.method} ${one.path}`)
    const offenders = sources.flatMap(({ file, text }) =>
      text
        .split("\n")
        .filter((line) => !/^\s*(tool|http): "/.test(line))
        .filter((line) => declared.some((name) => line.includes(name)) || paths.some((p) => line.includes(p)))
        .map((line) => `${relative(packages, file)}: ${line.trim()}`)
    )
    expect(offenders).toEqual([])
  })
})
