import { type AnyOperation, operations, renderMentions } from "@adwarden/core/contract"
import { describe, expect, it } from "vitest"
import { restRequest, runSurfaces, toolRequest } from "./surfaces.ts"

const service = await runSurfaces()
const { keys, sendRest, tellTool } = service
const owner = keys["northwind"]!.owner!

const withTools = operations.flatMap((one) => (one.tool === null ? [] : [[one.tool, one] as const]))

/**
 * Inputs around the example: valid ones and, for one credential, each kind of error that both surfaces can carry.
 */
const inputsFor = (operation: AnyOperation, withErrors: boolean): ReadonlyArray<Record<string, unknown>> => {
  // Operations that create something use the same key, so that both surfaces return the same resource.
  const example = {
    ...(operation.example.input as Record<string, unknown>),
    ...(operation.effect === "immediate" ? { idempotency_key: `parity ${operation.name}` } : {})
  }
  const changed = (changes: Record<string, unknown>) => ({ ...example, ...changes })
  const inputs = [example, ...(operation.organization === "named" ? [changed({ org: "fabrikam" })] : [])]
  if (!withErrors) return inputs
  return [
    ...inputs,
    changed({ dryrun: false }),
    ...(operation.organization === "named" ? [changed({ org: "no-such-org" }), changed({ org: "_" })] : []),
    ...(operation.pathNames.includes("slug")
      ? [changed({ slug: "no-such" }), changed({ slug: "Not A Slug" })]
      : []),
    ...(operation.owner !== null ? [changed({ [operation.pathNames[0]!]: "nonsense" })] : []),
    ...("limit" in example || operation.name.endsWith(".list")
      ? [changed({ limit: 0 }), changed({ limit: 5 })]
      : []),
    ...(operation.effect === "guarded" ? [changed({ dry_run: "yes" })] : [])
  ]
}

/** Removes the request's own id and the mark of third-party text, and replaces each surface's names of operations. */
const comparable = (surface: "rest" | "mcp", body: unknown): unknown => {
  const { third_party_text: _, ...values } = body as Readonly<Record<string, unknown>>
  const result = operations.map(({ name }) => [`{${name}}`, renderMentions(surface, `{${name}}`)] as const)
  // The longest first, because one path is often the prefix of another.
  const symbolic = result
    .toSorted(([, a], [, b]) => b.length - a.length)
    .reduce((text, [name, words]) => text.replaceAll(words, name), JSON.stringify(values))
  return JSON.parse(symbolic.replaceAll(/req_\w+/g, "req"))
}

const credentials = [
  ["an owner's key", owner],
  ["a member's key", keys["northwind"]!.member!],
  ["a key of an organization with nothing in it", keys["tailspin"]!.owner!]
] as const

describe.each(withTools)("%s and its route", (tool, operation) => {
  it.each(credentials)("return the same for %s", async (_, key) => {
    for (const input of inputsFor(operation, key === owner)) {
      const rest = await sendRest(restRequest(operation, input, key))
      const mcp = await tellTool(toolRequest(tool, input, key))
      expect([input, comparable("mcp", mcp.body)]).toEqual([input, comparable("rest", rest.body)])
    }
  })
})

describe("an invalid credential", () => {
  it.each(["rubbish", `${owner}x`])("is rejected by both: %s", async (token) => {
    const [tool, operation] = withTools[0]!
    const rest = await sendRest(restRequest(operation, {}, token))
    const mcp = await tellTool(toolRequest(tool, {}, token))
    expect([rest.status, mcp.status]).toEqual([401, 401])
    expect(comparable("mcp", mcp.body)).toEqual(comparable("rest", rest.body))
  })
})
