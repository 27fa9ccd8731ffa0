import { globSync, readFileSync } from "node:fs"
import { join } from "node:path"
import { describe, expect, it } from "vitest"
import { root } from "../../../../scripts/root.ts"
import { type AnyOperation, inputJsonSchema, type JsonSchema, operations } from "../../src/contract/index.ts"

/* A parameter without a test fails here: no test file that calls its operation, on whichever surface, sends it. */

/** Parameters of many operations, which these files send to all that have them. */
const shared: Readonly<Record<string, string>> = {
  org: "packages/server/test/surfaces",
  limit: "packages/server/test/surfaces",
  cursor: "packages/server/test/surfaces",
  dry_run: "packages/core/test/changes",
  preview_hash: "packages/core/test/changes",
  idempotency_key: "packages/core/test/changes",
  comment: "packages/core/test/approvals"
}

const tests = globSync("packages/*/test/**/*.ts", { cwd: root })
  .filter((file) => !/reference-examples|generated|released|parameters-sent/.test(file))
  .map((file) => ({ file, text: readFileSync(join(root, file), "utf8") }))

/** The names of the fields of an input, those of objects in it too. */
const fieldsOf = (schema: JsonSchema): ReadonlyArray<string> => [
  ...new Set([
    ...Object.entries((schema["properties"] ?? {}) as Readonly<Record<string, JsonSchema>>).flatMap(
      ([name, inner]) => [name, ...fieldsOf(inner)]
    ),
    ...((schema["anyOf"] ?? []) as ReadonlyArray<JsonSchema>).flatMap(fieldsOf),
    ...(schema["items"] === undefined ? [] : fieldsOf(schema["items"] as JsonSchema))
  ])
]

const camel = (name: string) => name.replaceAll(/_(\w)/g, (_, letter: string) => letter.toUpperCase())
const escaped = (text: string) => text.replaceAll(/[.*+?^${}()|[\]\\]/g, "\\$&")
const kebab = (name: string) => name.replaceAll("_", "-")

/** An operation by its name, its tool, its path, the client's method or the command. */
const mentionOf = ({ name, path, tool }: AnyOperation): RegExp => {
  const [group, method] = name.split(".") as [string, string]
  const address = path
    .replace(/^\/organizations\/\{org\}/, "")
    .split(/\{\w+\}/)
    .map(escaped)
    .join("[^/`\"'\\s]+")
  const forms = [
    `["'\`]${escaped(name)}["'\`]`,
    ...(tool === null ? [] : [`\\b${tool}\\b`]),
    `\\b${camel(group)}\\.${camel(method)}\\(`,
    `\\b${kebab(group)} ${kebab(method)}\\b`,
    `${address}(?=["'\`?\\s])`
  ]
  return new RegExp(forms.join("|"), "g")
}

const isIn = (text: string, name: string): boolean =>
  new RegExp(`\\b${name}\\b["']?\\s*[:=,}]|--(no-)?${kebab(name)}\\b|[?&]${name}=`).test(text)

/** How far from its operation a parameter may be in a file that also calls others with a parameter of that name. */
const near = 600

/** Files whose helper for the operation is far from the tests that give it such a parameter. */
const throughHelpers: Readonly<Record<string, string>> = {
  "campaigns.create": "packages/core/test/drafts/create.test.ts",
  "keywords.remove_negatives": "packages/core/test/changes/remove-negatives.test.ts"
}

const ownFields = new Map(
  operations.map((operation) => {
    const inPath = new Set([...operation.path.matchAll(/\{(\w+)\}/g)].map(([, name]) => name!))
    const names = fieldsOf(inputJsonSchema(operation)).filter(
      (name) => !(name in shared) && !inPath.has(name)
    )
    return [operation, names] as const
  })
)

/** The files that call each operation, with what stands near the calls. Most call it in a helper. */
const callers = new Map(
  operations.map((operation) => [
    operation,
    tests.flatMap(({ file, text }) => {
      if (file === throughHelpers[operation.name]) return [{ text, around: text }]
      const calls = [...text.matchAll(mentionOf(operation))]
      const around = calls.map(({ index }) => text.slice(Math.max(0, index - near), index + near)).join("\n")
      return calls.length === 0 ? [] : [{ text, around }]
    })
  ])
)

const missingIn = (operation: AnyOperation, fields: ReadonlyArray<string>): ReadonlyArray<string> =>
  fields.filter((name) => {
    const others = operations.filter((one) => one !== operation && ownFields.get(one)!.includes(name))
    const othersIn = new Set(others.flatMap((one) => callers.get(one)!.map(({ text }) => text)))
    return !callers.get(operation)!.some(({ around, text }) => isIn(othersIn.has(text) ? around : text, name))
  })

it("a parameter that no test sends is found", () => {
  // In two parts, so that this file does not send it.
  const made = ["never", "sent"].join("_")
  for (const operation of operations) expect(missingIn(operation, [made])).toEqual([made])
})

it("parameters that all operations share are tested where the list says", () => {
  for (const [name, folder] of Object.entries(shared))
    expect(
      isIn(
        tests
          .filter(({ file }) => file.startsWith(folder))
          .map(({ text }) => text)
          .join("\n"),
        name
      )
    ).toBe(true)
})

describe("every parameter is sent by a test", () => {
  it.each(operations)("$name", (operation) => {
    expect(missingIn(operation, ownFields.get(operation)!)).toEqual([])
  })
})
