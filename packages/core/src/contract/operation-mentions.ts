import { SchemaAST } from "effect"
import { type JsonSchema, rewriteEach } from "./json-schema.ts"
import {
  type OrganizationPage,
  organizationPageNames,
  type PageBase,
  renderPageMention
} from "./page-paths.ts"
import type { Surface } from "./resources/audit.ts"
import { type AnyOperation, operationByName } from "./table.ts"
import { isSentence } from "./values/text.ts"

/** The wording of a text: a surface's, that of programs with the typed client, or that of the reference pages. */
export type MentionStyle = Surface | "client" | "docs"

/**
 * How a text names an operation: `{campaigns.list}`, or `{queued_writes.get queued_id=qw_1}` with values for
 * the call; or a page: `{page.settings_accounts}`. Each surface renders it in its own terms.
 */
const mention = /\{([a-z_]+\.[a-z_]+)((?: [a-z_]+=[^\s{}=]+)*)\}/g

type MentionValues = ReadonlyMap<string, string>

const formatRequest = ({ method, path }: AnyOperation, mentionValues: MentionValues): string =>
  `${method} ${path.replaceAll(/\{(\w+)\}/g, (name, field: string) => mentionValues.get(field) ?? name)}`

const formatRestReference = (operation: AnyOperation, mentionValues: MentionValues): string =>
  `${formatRequest(operation, mentionValues)} of the REST API`

const formatTool = (operation: AnyOperation, mentionValues: MentionValues): string => {
  if (operation.tool === null) return formatRestReference(operation, mentionValues)
  const values = [...mentionValues].map(([name, value]) => `${name} ${value}`).join(", ")
  return values === "" ? operation.tool : `${operation.tool} (${values})`
}

/** `campaigns.set_state` becomes `adwarden campaigns set-state`; path parameters are positional arguments. */
const command = ({ name }: AnyOperation, mentionValues: MentionValues): string => {
  const values = [...mentionValues].map(([field, value]) => (field === "org" ? `--org ${value}` : value))
  return ["adwarden", ...name.replaceAll("_", "-").split("."), ...values].join(" ")
}

/** `queued_writes.get` becomes `client.queuedWrites.get("qw_1")`; path parameters are arguments. */
const clientMethod = ({ name }: AnyOperation, mentionValues: MentionValues): string => {
  const values = [...mentionValues].flatMap(([field, value]) => (field === "org" ? [] : [`"${value}"`]))
  const method = name.replaceAll(/_(\w)/g, (_, letter: string) => letter.toUpperCase())
  return `client.${method}(${values.join(", ")})`
}

/** The page on which people do what the operations of an area do. */
const pageOf: Readonly<Record<string, OrganizationPage>> = {
  actions: "activity",
  ads: "campaigns",
  assets: "campaigns",
  audit: "settings",
  campaigns: "campaigns",
  detectors: "optimizations",
  keywords: "campaigns",
  performance: "overview",
  queued_writes: "optimizations",
  recommendations: "optimizations",
  reports: "reports",
  strategy: "strategy",
  tasks: "activity",
  website_facts: "campaigns"
}

const formatters: Record<MentionStyle, (operation: AnyOperation, mentionValues: MentionValues) => string> = {
  rest: formatRequest,
  dashboard: ({ name }) => `the ${organizationPageNames[pageOf[name.split(".")[0]!] ?? "overview"]} page`,
  mcp: formatTool,
  cli: command,
  client: clientMethod,
  docs: ({ name }) => `\`${name}\``
}

const parseMentionValues = (text: string): MentionValues =>
  new Map(text.split(" ").flatMap((pair) => (pair === "" ? [] : [pair.split("=") as [string, string]])))

/** A message for people: without calls in brackets and codes of the ad platform, and of what they are in already. */
export const forPeople = (text: string): string =>
  text
    .replaceAll(/ \(\{(?!page\.)[a-z_]+\.[^{}]*\}\)/g, "")
    .replaceAll(/ with (?=\{(?!page\.)[a-z_]+\.)/g, " on ")
    .replaceAll(" in the dashboard", "")
    .replaceAll(/\b[A-Z]+(?:_[A-Z]+)+: /g, "")

/** Renders every operation and page that a text names in a surface's terms; pages with their address if known. */
export const renderMentions = (style: MentionStyle, text: string, base: PageBase | null = null): string =>
  text.includes("{")
    ? (style === "dashboard" ? forPeople(text) : text).replaceAll(
        mention,
        (whole, name, mentionValues: string) => {
          const values = parseMentionValues(mentionValues)
          const operation = operationByName.get(name)
          return operation === undefined
            ? (renderPageMention(name, values, base) ?? whole)
            : formatters[style](operation, values)
        }
      )
    : text

/** Renders the operations that a schema's descriptions name in a surface's terms. */
export const renderSchemaMentions = (style: MentionStyle, schema: JsonSchema): JsonSchema =>
  rewriteEach(schema, (one) =>
    typeof one["description"] === "string"
      ? { ...one, description: renderMentions(style, one["description"]) }
      : one
  ) as JsonSchema

type RenderSentences = (style: MentionStyle, value: unknown, base: PageBase | null) => unknown

/** A function that renders the sentences inside a value of this schema; null if it has none. */
const sentenceRenderer = (ast: SchemaAST.AST): RenderSentences | null => {
  if (isSentence(ast)) {
    return (style, value, base) => (typeof value === "string" ? renderMentions(style, value, base) : value)
  }
  if (SchemaAST.isRefinement(ast) || SchemaAST.isTransformation(ast)) return sentenceRenderer(ast.from)
  if (SchemaAST.isUnion(ast)) {
    const members = ast.types.flatMap((type) => sentenceRenderer(type) ?? [])
    if (members.length === 0) return null
    return (style, value, base) => members.reduce((rendered, render) => render(style, rendered, base), value)
  }
  if (SchemaAST.isTupleType(ast)) {
    const item = ast.rest[0] === undefined ? null : sentenceRenderer(ast.rest[0].type)
    if (item === null) return null
    return (style, value, base) => (Array.isArray(value) ? value.map((one) => item(style, one, base)) : value)
  }
  if (!SchemaAST.isTypeLiteral(ast)) return null
  const fields = ast.propertySignatures.flatMap(({ name, type }) => {
    const render = sentenceRenderer(type)
    return render === null ? [] : [[String(name), render] as const]
  })
  if (fields.length === 0) return null
  return (style, value, base) => {
    if (typeof value !== "object" || value === null) return value
    const renderedFields: Record<string, unknown> = { ...value }
    for (const [name, render] of fields)
      if (name in renderedFields) renderedFields[name] = render(style, renderedFields[name], base)
    return renderedFields
  }
}

/** Made on first use: a command renders the output of one operation. */
const sentenceRenderers = new Map<string, RenderSentences | null>()

const rendererOf = ({ name, output }: AnyOperation): RenderSentences | null => {
  const known = sentenceRenderers.get(name)
  if (known !== undefined) return known
  const made = sentenceRenderer(output.ast)
  sentenceRenderers.set(name, made)
  return made
}

/**
 * Renders the sentences of an operation's output in a surface's terms; pages with their address if known. Most outputs have none and are
 * returned unchanged.
 */
export const renderOutputMentions = (
  style: MentionStyle,
  operation: AnyOperation,
  output: unknown,
  base: PageBase | null = null
): unknown => rendererOf(operation)?.(style, output, base) ?? output
