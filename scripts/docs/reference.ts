import {
  type AnyOperation,
  errorCodes,
  errorRemedies,
  errorTable,
  inputFields,
  inputJsonSchema,
  type JsonSchema,
  maxScopes,
  operations,
  renderMentions,
  roles,
  scopeMeanings,
  scopes
} from "../../packages/core/src/contract/index.ts"
import { curlOf } from "../../packages/http-host/src/docs/curl.ts"
import { clientExample, commandExample } from "./calls.ts"
import { acceptedValues, code, generatedNotice, table } from "./parts.ts"

/** The pages of docs/reference, generated from the table so that they cannot deviate from it. */

const json = (value: unknown) => `\`\`\`json\n${JSON.stringify(value, null, 2)}\n\`\`\``

const inputs = (operation: AnyOperation): string => {
  const { properties } = inputJsonSchema(operation) as { properties: Record<string, JsonSchema> }
  const fields = [...inputFields(operation).values()]
  if (fields.length === 0) return "Takes no input."
  return table(
    ["Input", "In", "Takes", "Default", "Meaning"],
    fields.map(({ name, location, required, wireName }) => {
      const schema = properties[name] ?? {}
      const fallback =
        schema["default"] === undefined
          ? required
            ? "required"
            : ""
          : code(JSON.stringify(schema["default"]))
      const locationText = location === "header" ? `header ${code(wireName)}` : location
      return [
        code(name),
        locationText,
        acceptedValues(schema),
        fallback,
        renderMentions("docs", String(schema["description"] ?? ""))
      ]
    })
  )
}

const fenced = (kind: string, text: string) => `\`\`\`${kind}\n${text}\n\`\`\``

/** The same call with curl, the client and the command. */
const calls = (operation: AnyOperation): string => {
  const { name } = operation
  const [group, words] = [fileOf(groupOf(operation)), name.replace(".", " ").replaceAll("_", "-")]
  const method = anchorOf(name).replaceAll("_", "")
  return [
    "Example with curl, [the typed client]" +
      `(../client/${group}.md#client${method}) and [the command](../cli/${group}.md#${words.replace(" ", "-")}):`,
    fenced("sh", curlOf(operation, "$BASE").replace(/'\$BASE([^']*)'/, '"$BASE$1"')),
    fenced("ts", clientExample(name)),
    fenced("sh", commandExample(name))
  ].join("\n\n")
}

const section = (operation: AnyOperation): string =>
  [
    `## ${operation.name}`,
    `${operation.summary}. ${renderMentions("docs", operation.description)}`,
    table(
      ["REST", "Tool", "Scope", "Kind"],
      [
        [
          code(`${operation.method} ${operation.path}`),
          operation.tool === null ? "none" : code(operation.tool),
          operation.scope === null ? "none" : code(operation.scope),
          `${operation.effect}${operation.held ? ", held for approval" : ""}`
        ]
      ]
    ),
    inputs(operation),
    operation.undo === null ? "" : `Undo: ${operation.undo.replace(/^none: /, "none; ")}.`,
    operation.errors.length === 0 ? "" : `Errors of its own: ${operation.errors.map(code).join(", ")}.`,
    calls(operation),
    `As arguments of the tool, and the answer:\n\n${json(operation.example.input)}\n\n${json(operation.example.output)}`
  ]
    .filter((part) => part !== "")
    .join("\n\n")

const groupOf = ({ name }: AnyOperation): string => name.split(".")[0]!
const anchorOf = (name: string): string => name.replaceAll(".", "")
const fileOf = (group: string): string => group.replaceAll("_", "-")

export const operationsPage = (): string =>
  [
    generatedNotice,
    "# Operations",
    "Over REST, paths are below `/v1`; as tools, every input travels in the arguments, `idempotency_key` too.",
    "Each operation has an example with curl, [the typed client](client.md) and [the command](cli.md). `$BASE` is the service's address with `/v1`, `$KEY` an API key; the command reads `ADWARDEN_URL` and `ADWARDEN_API_KEY`. Ids stand for those of your organization. Tests run all of them against the demo data.",
    table(
      ["Operation", "REST", "Tool", ""],
      operations.map((operation) => [
        `[${operation.name}](operations/${fileOf(groupOf(operation))}.md#${anchorOf(operation.name)})`,
        code(`${operation.method} ${operation.path}`),
        operation.tool === null ? "none" : code(operation.tool),
        operation.summary
      ])
    )
  ].join("\n\n")

/** A page for each group of operations, by its file name. */
export const operationPages = (): ReadonlyArray<readonly [name: string, text: string]> =>
  [...Map.groupBy(operations, groupOf)].map(([group, some]) => [
    fileOf(group),
    [
      generatedNotice,
      `# Operations: ${group}`,
      "[All operations](../operations.md). [Errors](../errors.md) and [scopes](../scopes.md) have pages of their own.",
      ...some.map(section)
    ].join("\n\n")
  ])

export const errorsPage = (): string =>
  [
    generatedNotice,
    "# Errors",
    'Every error is `{ "error": { "code", "message", "doc_url", … } }`. The message says what to do next.',
    table(
      ["Code", "Status", "When", "What to do", "Extra fields"],
      errorCodes.map((name) => {
        const { extra, status, when } = errorTable[name]
        const fields = Object.keys(extra).map(code).join(", ")
        return [
          code(name),
          String(status),
          renderMentions("docs", when),
          renderMentions("docs", errorRemedies[name]),
          fields
        ]
      })
    )
  ].join("\n\n")

export const scopesPage = (): string =>
  [
    generatedNotice,
    "# Scopes and roles",
    "A credential can never do more than the person behind it: each role has a ceiling.",
    table(
      ["Scope", "Grants", ...roles],
      scopes.map((scope) => [
        code(scope),
        scopeMeanings[scope],
        ...roles.map((role) => (maxScopes(role).has(scope) ? "yes" : ""))
      ])
    )
  ].join("\n\n")
