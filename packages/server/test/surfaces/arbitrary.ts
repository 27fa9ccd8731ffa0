import { type AnyOperation, inputJsonSchema, type JsonSchema } from "@adwarden/core/contract"
import fc from "fast-check"
import { deeplyNested } from "./surfaces.ts"

type Values = Record<string, unknown>

/** Texts that break careless services. */
const awkwardText: fc.Arbitrary<unknown> = fc.oneof(
  fc.constantFrom<unknown>(
    "\0",
    "a\0b",
    "\ud800",
    "\udc00x",
    "",
    " ",
    "x".repeat(5000),
    "'; drop table campaigns; --",
    "../../etc/passwd",
    "%00",
    "a/b",
    "__proto__",
    "constructor",
    "null",
    "NaN",
    "1e400",
    "\r\nX-Injected: 1",
    "\u202Eevil",
    "😀".repeat(50),
    "2026-13-45",
    null,
    true,
    [],
    {},
    -1,
    0,
    1e21,
    Number.MAX_SAFE_INTEGER,
    2 ** 53,
    -0.5,
    JSON.parse('{"__proto__":{"polluted":true}}'),
    { toString: 7 },
    { toString: null, valueOf: null, length: 1e9 }
  ),
  fc.string({ unit: "binary", maxLength: 40 }),
  fc.double({ noNaN: true, noDefaultInfinity: true }),
  fc.jsonValue({ maxDepth: 4 }),
  // Deeper than a recursive walk or serialization can handle, so a placeholder stands for it here.
  fc.constant(deeplyNested),
  fc.tuple(fc.constantFrom(20, 500), fc.boolean()).map(([depth, list]) => {
    let deep: unknown = 1
    for (let n = 0; n < depth; n++) deep = list ? [deep] : { a: deep }
    return deep
  })
)

/** A value that the schema accepts. */
const validValue = (schema: JsonSchema): fc.Arbitrary<unknown> => {
  const { type } = schema
  const low = schema["minimum"] as number | undefined
  const high = schema["maximum"] as number | undefined
  if (Array.isArray(schema["enum"])) return fc.constantFrom<unknown>(...schema["enum"])
  if (Array.isArray(schema["anyOf"]))
    return fc.oneof(...(schema["anyOf"] as ReadonlyArray<JsonSchema>).map(validValue))
  if (typeof schema["pattern"] === "string") return fc.stringMatching(new RegExp(schema["pattern"]))
  if (schema["format"] === "uri") return fc.webUrl()
  if (schema["format"] === "date") {
    return fc
      .date({ min: new Date(0), max: new Date(4e12), noInvalidDate: true })
      .map((day) => day.toISOString().slice(0, 10))
  }
  switch (type) {
    case "integer":
      return fc.integer({ min: low ?? 0, max: Math.min(high ?? 1000, 2 ** 31 - 1) })
    case "number":
      return fc.double({ min: low ?? 0, max: high ?? 1000, noNaN: true })
    case "boolean":
      return fc.boolean()
    case "array":
      return fc.array(validValue(schema["items"] as JsonSchema), {
        minLength: (schema["minItems"] as number | undefined) ?? 0,
        maxLength: Math.min((schema["maxItems"] as number | undefined) ?? 5, 8)
      })
    case "object":
      return object(schema)
    default:
      return fc.string({
        minLength: 1,
        maxLength: Math.min((schema["maxLength"] as number | undefined) ?? 60, 60)
      })
  }
}

const object = (schema: JsonSchema): fc.Arbitrary<Values> => {
  const properties = (schema["properties"] ?? {}) as Record<string, JsonSchema>
  return fc.record(
    Object.fromEntries(Object.entries(properties).map(([name, of]) => [name, validValue(of)])),
    {
      requiredKeys: (schema["required"] as Array<string> | undefined) ?? []
    }
  )
}

export const validInput = (operation: AnyOperation): fc.Arbitrary<Values> =>
  object(inputJsonSchema(operation))

/** A valid input with one error: another value, an extra field, or a missing one. */
export const brokenInput = (operation: AnyOperation): fc.Arbitrary<Values> => {
  const { properties } = inputJsonSchema(operation) as { properties: Values }
  const names = [...Object.keys(properties), "dryrun", "__proto__", "extra\0", "org"]
  return fc
    .tuple(
      validInput(operation),
      fc.array(fc.tuple(fc.constantFrom(...names), awkwardText), { minLength: 1, maxLength: 3 })
    )
    .map(([values, invalidValues]) => {
      const broken: Values = { ...values }
      for (const [name, value] of invalidValues) {
        if (value === null) delete broken[name]
        else
          Object.defineProperty(broken, name, { value, enumerable: true, configurable: true, writable: true })
      }
      return broken
    })
}

/** A cursor of the list with another position in it: anyone who can read one can write one. */
export const forgedCursor = (cursor: string): fc.Arbitrary<string> => {
  const [owner, position] = JSON.parse(Buffer.from(cursor, "base64url").toString()) as [
    string,
    Array<unknown>
  ]
  const write = (value: unknown) => Buffer.from(JSON.stringify(value)).toString("base64url")
  const anyIndex = fc.nat({ max: position.length - 1 })
  return fc.oneof(
    {
      weight: 5,
      arbitrary: fc
        .tuple(anyIndex, fc.oneof(awkwardText, fc.string({ maxLength: 20 })))
        .map(([index, value]) => write([owner, position.with(index, value)]))
    },
    awkwardText.map((value) => write([owner, value])),
    awkwardText.map(write),
    fc.string({ maxLength: 60 })
  )
}

/** A valid JSON-RPC message with arbitrary method and params. */
export const protocolMessage: fc.Arbitrary<unknown> = fc.record(
  {
    jsonrpc: fc.constantFrom<unknown>("2.0", "2.0", "2.0", "1.0", 2, null),
    id: fc.oneof(fc.constantFrom<unknown>(1, "a", null, 1.5, {}), awkwardText),
    method: fc.oneof(
      fc.constantFrom<unknown>(
        ...["initialize", "initialize", "ping", "tools/list", "tools/call", "prompts/list", "prompts/get"],
        ...["completion/complete", "x/y", 7]
      ),
      awkwardText
    ),
    params: fc.oneof(
      awkwardText,
      fc.record(
        {
          protocolVersion: fc.oneof(fc.constantFrom<unknown>("2025-11-25", "1999-01-01"), awkwardText),
          capabilities: fc.oneof(fc.constantFrom<unknown>({}, { sampling: {} }), awkwardText),
          clientInfo: fc.oneof(fc.constantFrom<unknown>({ name: "x", version: "1" }), awkwardText),
          name: fc.oneof(
            fc.constantFrom<unknown>("svc_list_campaigns", "waste_audit", "constructor"),
            awkwardText
          ),
          arguments: fc.oneof(
            awkwardText,
            fc.record({ org: awkwardText, campaign: awkwardText }, { requiredKeys: [] })
          ),
          ref: fc.oneof(fc.constant({ type: "ref/prompt", name: "waste_audit" }), awkwardText),
          argument: fc.oneof(
            fc.record({ name: fc.constantFrom("org", "campaign", "detector", "x"), value: awkwardText }),
            awkwardText
          ),
          context: fc.oneof(fc.record({ arguments: fc.record({ org: awkwardText }) }), awkwardText),
          cursor: awkwardText,
          _meta: awkwardText
        },
        { requiredKeys: [] }
      )
    )
  },
  { requiredKeys: [] }
)
