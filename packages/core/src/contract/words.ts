import { SchemaAST } from "effect"
import { type JsonSchema, rewriteEach } from "./json-schema.ts"
import type { Surface } from "./resources/audit.ts"
import { type AnyOperation, operationByName } from "./table.ts"
import { isSentence } from "./values/text.ts"

/** Whose words a text is put in: a surface's own, or those of the reference pages. */
export type Language = Surface | "docs"

/**
 * How a text names an operation: `{campaigns.list}`, or `{queued_writes.get queued_id=qw_1}` with what it is
 * to be called with. Written so once, it is told on each surface in that surface's words.
 */
const mention = /\{([a-z_]+\.[a-z_]+)((?: [a-z_]+=[^\s{}=]+)*)\}/g

type Given = ReadonlyMap<string, string>

const request = ({ method, path }: AnyOperation, given: Given): string =>
  `${method} ${path.replaceAll(/\{(\w+)\}/g, (name, field: string) => given.get(field) ?? name)}`

const elsewhere = (operation: AnyOperation, given: Given): string =>
  `${request(operation, given)} of the REST API`

const tool = (operation: AnyOperation, given: Given): string => {
  if (operation.tool === null) return elsewhere(operation, given)
  const values = [...given].map(([name, value]) => `${name} ${value}`).join(", ")
  return values === "" ? operation.tool : `${operation.tool} (${values})`
}

/** `campaigns.set_state` is `adwarden campaigns set-state`; what stands in a path is given by its place. */
const command = ({ command, name }: AnyOperation, given: Given): string => {
  if (command !== null) return command
  const values = [...given].map(([field, value]) => (field === "org" ? `--org ${value}` : value))
  return ["adwarden", ...name.replaceAll("_", "-").split("."), ...values].join(" ")
}

const tell: Record<Language, (operation: AnyOperation, given: Given) => string> = {
  rest: request,
  dashboard: request,
  mcp: tool,
  cli: command,
  docs: ({ name }) => `\`${name}\``
}

const givenIn = (text: string): Given =>
  new Map(text.split(" ").flatMap((pair) => (pair === "" ? [] : [pair.split("=") as [string, string]])))

/** A text with every operation that it names told in the words of a surface. */
export const inWordsOf = (language: Language, text: string): string =>
  text.includes("{")
    ? text.replaceAll(mention, (whole, name, given: string) => {
        const operation = operationByName.get(name)
        return operation === undefined ? whole : tell[language](operation, givenIn(given))
      })
    : text

/** A schema whose descriptions name operations in the words of a surface. */
export const schemaInWordsOf = (language: Language, schema: JsonSchema): JsonSchema =>
  rewriteEach(schema, (one) =>
    typeof one["description"] === "string"
      ? { ...one, description: inWordsOf(language, one["description"]) }
      : one
  ) as JsonSchema

type Retell = (language: Language, value: unknown) => unknown

/** How to retell the sentences inside a value of this schema; null where it holds none. */
const retellOf = (ast: SchemaAST.AST): Retell | null => {
  if (isSentence(ast)) {
    return (language, value) => (typeof value === "string" ? inWordsOf(language, value) : value)
  }
  if (SchemaAST.isRefinement(ast) || SchemaAST.isTransformation(ast)) return retellOf(ast.from)
  if (SchemaAST.isUnion(ast)) {
    const members = ast.types.flatMap((type) => retellOf(type) ?? [])
    if (members.length === 0) return null
    return (language, value) => members.reduce((told, retell) => retell(language, told), value)
  }
  if (SchemaAST.isTupleType(ast)) {
    const item = ast.rest[0] === undefined ? null : retellOf(ast.rest[0].type)
    if (item === null) return null
    return (language, value) => (Array.isArray(value) ? value.map((one) => item(language, one)) : value)
  }
  if (!SchemaAST.isTypeLiteral(ast)) return null
  const fields = ast.propertySignatures.flatMap(({ name, type }) => {
    const retell = retellOf(type)
    return retell === null ? [] : [[String(name), retell] as const]
  })
  if (fields.length === 0) return null
  return (language, value) => {
    if (typeof value !== "object" || value === null) return value
    const retold: Record<string, unknown> = { ...value }
    for (const [name, retell] of fields) if (name in retold) retold[name] = retell(language, retold[name])
    return retold
  }
}

const retellers = new Map(
  [...operationByName.values()].map((operation) => [operation.name, retellOf(operation.output.ast)])
)

/** An operation's answer with its sentences in the words of a surface. Most answers have none and stay as they are. */
export const answerInWordsOf = (language: Language, operation: AnyOperation, output: unknown): unknown =>
  retellers.get(operation.name)?.(language, output) ?? output
