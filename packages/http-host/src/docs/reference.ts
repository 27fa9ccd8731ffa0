import {
  type AnyOperation,
  errorsOf,
  errorTable,
  inputFields,
  inputJsonSchema,
  type JsonSchema,
  type openApiDocument,
  operationByName,
  outputJsonSchema,
  successStatuses
} from "@adwarden/core/contract"
import { html } from "hono/html"
import { calls } from "./calls.generated.ts"
import { curlOf } from "./curl.ts"
import { docsPage, type Html, inline } from "./page.ts"

const isNull = (schema: JsonSchema): boolean => schema["type"] === "null"

const sizeRange = (min: unknown, max: unknown): string => {
  if (max === undefined) return ""
  return min === undefined ? ` (at most ${max})` : ` (${min} to ${max})`
}

/** A limit that only protects the service and is not worth showing. */
const practicallyUnbounded = 1e9

const variantsOf = (schema: JsonSchema): ReadonlyArray<JsonSchema> | null =>
  Array.isArray(schema["anyOf"]) ? (schema["anyOf"] as ReadonlyArray<JsonSchema>) : null

/** Describes the type of a schema in a few words. Accepted values are in backticks. */
const describeType = (schema: JsonSchema): string => {
  const variants = variantsOf(schema)
  if (variants !== null) return [...new Set(variants.map(describeType))].join(" or ")
  if (Array.isArray(schema["enum"]))
    return schema["enum"].map((word) => `\`${JSON.stringify(word)}\``).join(", ")
  const { format, items, maxItems, maxLength, maximum, minItems, minimum, type } = schema
  if (isNull(schema)) return "null"
  if (items !== undefined)
    return `list${sizeRange(minItems, maxItems)} of ${describeType(items as JsonSchema)}`
  if (format === "date") return "date, YYYY-MM-DD"
  if (format === "date-time") return "time, ISO 8601 in UTC"
  if (minimum !== undefined && typeof maximum === "number") {
    return maximum < practicallyUnbounded
      ? `${type}, ${minimum} to ${maximum}`
      : `${type}, at least ${minimum}`
  }
  if (typeof maxLength === "number" && type === "string") return `string, at most ${maxLength} characters`
  return String(type ?? "any value")
}

/** Returns the object inside a list or a nullable schema, whose fields are worth showing. */
const innerObjectOf = (schema: JsonSchema): JsonSchema | null => {
  const variants = variantsOf(schema)?.filter((variant) => !isNull(variant))
  if (variants !== undefined) return variants.length === 1 ? innerObjectOf(variants[0]!) : null
  if (schema["items"] !== undefined) return innerObjectOf(schema["items"] as JsonSchema)
  const { additionalProperties, properties } = schema
  if (properties !== undefined && Object.keys(properties as object).length > 0) return schema
  return typeof additionalProperties === "object" ? innerObjectOf(additionalProperties as JsonSchema) : null
}

interface Field {
  readonly name: string
  readonly schema: JsonSchema
  /** Notes beside the type, such as the location of the field and whether it is required. */
  readonly notes: ReadonlyArray<string>
}

/** Returns the fields of an object, with optional ones marked. */
const fieldsOf = (schema: JsonSchema): ReadonlyArray<Field> => {
  const properties = (schema["properties"] ?? {}) as Readonly<Record<string, JsonSchema>>
  const required = (schema["required"] ?? []) as ReadonlyArray<string>
  return Object.entries(properties).map(([name, inner]) => ({
    name,
    schema: inner,
    notes: required.includes(name) ? [] : ["optional"]
  }))
}

const field = ({ name, notes, schema }: Field): Html => {
  const innerObject = innerObjectOf(schema)
  const description = String(schema["description"] ?? "")
  const fallback = schema["default"]
  const details = [...notes, ...(fallback === undefined ? [] : [`default \`${JSON.stringify(fallback)}\``])]
  return html`<li><code>${name}</code> <span class="soft">${inline([describeType(schema), ...details].join("; "))}</span>
${description === "" ? "" : html`<p>${inline(description)}.</p>`}
${innerObject === null ? "" : fieldList(fieldsOf(innerObject))}</li>`
}

/** Renders fields as nested lists, which fit any width and work with screen readers. */
const fieldList = (fields: ReadonlyArray<Field>): Html => html`<ul class="fields">${fields.map(field)}</ul>`

/** A region that scrolls sideways must be reachable by keyboard, and therefore has a label. */
const code = (label: string, text: string): Html =>
  html`<pre tabindex="0" role="region" aria-label="${label}"><code>${text}</code></pre>`

/** One way to make the same call. The ways stand side by side where there is room. */
const call = (title: string, label: string, text: string): Html =>
  html`<div><p class="group">${title}</p>${code(label, text)}</div>`

const methodMark = (method: string): Html =>
  html`<span class="method ${method === "GET" ? "get" : ""}">${method}</span>`

const operationLink = ({ method, name }: AnyOperation): Html =>
  html`<li><a href="#${name}">${methodMark(method)} ${name.split(".")[1]}</a></li>`

const kinds: Record<AnyOperation["effect"], string> = {
  read: "reads; changes nothing",
  guarded: "a change: previews unless `dry_run` is false",
  immediate: "a write that executes at once"
}

const facts = (operation: AnyOperation): Html => {
  const { effect, held, hints, role, scope, tool, undo } = operation
  const kind =
    effect === "read" && !hints.readOnly ? "changes no campaign; takes effect at once" : kinds[effect]
  const rows: ReadonlyArray<readonly [string, string]> = [
    ["Kind", `${kind}${held ? "; can be held for approval" : ""}`],
    ["Scope", scope === null ? "none" : `\`${scope}\``],
    ...(role === null ? [] : [["Role", role] as const]),
    ["Tool", tool === null ? "REST alone" : `\`${tool}\``],
    ...(undo === null ? [] : [["Undo", undo.replace(/^none: /, "none; ")] as const])
  ]
  return html`<dl class="facts">${rows.map(([name, text]) => html`<dt>${name}</dt><dd>${inline(text)}</dd>`)}</dl>`
}

const inputs = (operation: AnyOperation): Html | string => {
  const properties = (inputJsonSchema(operation)["properties"] ?? {}) as Readonly<Record<string, JsonSchema>>
  const fields = [...inputFields(operation).values()].map(({ name, location, required, wireName }): Field => {
    const schema = properties[name] ?? {}
    const isRequired = required && schema["default"] === undefined
    return { name: wireName, schema, notes: [`in the ${location}`, ...(isRequired ? ["required"] : [])] }
  })
  return fields.length === 0 ? "" : html`<h4>Takes</h4>${fieldList(fields)}`
}

/** A write has two output types, which one field distinguishes; a read that may queue has a task as its second. */
const variantName = ({ mayQueue }: AnyOperation, variant: JsonSchema): string => {
  const fields = (variant["properties"] ?? {}) as object
  if (mayQueue) return "task_tracking_id" in fields ? "While it is prepared" : "When it is there"
  return "dry_run" in fields ? "A preview" : "Executed"
}

const responseFields = (operation: AnyOperation): Html => {
  const schema = outputJsonSchema(operation)
  const variants = (schema["anyOf"] as ReadonlyArray<JsonSchema> | undefined) ?? null
  const fields =
    variants === null
      ? fieldList(fieldsOf(schema))
      : variants.map(
          (variant) =>
            html`<p class="group">${variantName(operation, variant)}</p>${fieldList(fieldsOf(variant))}`
        )
  return html`<details><summary>Response fields${successStatuses(operation).map((status) => html` <span class="soft">${status}</span>`)}</summary>${fields}</details>`
}

const errors = (operation: AnyOperation): Html =>
  html`<p>Errors: ${errorsOf(operation).map(
    (name, index) =>
      html`${index === 0 ? "" : ", "}<a href="/docs/errors#${name}">${name}</a> <span class="soft">${errorTable[name].status}</span>`
  )}.</p>`

/** Renders everything that the contract states about an operation. */
const operationSection = (operation: AnyOperation, restUrl: string): Html => {
  const { description, example, method, name, path, summary } = operation
  return html`<section class="operation" aria-labelledby="${name}">
<h3 id="${name}">${summary}</h3>
<p class="route">${methodMark(method)} <code>${path}</code></p>
<p>${inline(description)}</p>
${facts(operation)}
${inputs(operation)}
${responseFields(operation)}
<h4>Example</h4>
<div class="calls">
${call("curl", `Call of ${name}`, curlOf(operation, restUrl))}
${call("The typed client", `Method for ${name}`, calls[name]!.client)}
${call("The command", `Command for ${name}`, calls[name]!.command)}
</div>
${code(`Answer of ${name}`, JSON.stringify(example.output, null, 2))}
${errors(operation)}
</section>`
}

type OpenApiDocument = ReturnType<typeof openApiDocument>

/** Groups the operations by resource, in the order of the document. */
const groupsOf = (document: OpenApiDocument): ReadonlyMap<string, ReadonlyArray<AnyOperation>> => {
  const groups = new Map<string, ReadonlyArray<AnyOperation>>()
  for (const { operationId, tags } of Object.values(document.paths).flatMap((methods) =>
    Object.values(methods)
  )) {
    const operation = operationByName.get(operationId)
    const group = tags.join()
    if (operation !== undefined) groups.set(group, [...(groups.get(group) ?? []), operation])
  }
  return groups
}

const titleOf = (group: string): string => {
  const words = group.replaceAll("_", " ")
  return `${words.charAt(0).toUpperCase()}${words.slice(1)}`
}

/**
 * Renders the OpenAPI document for people. Accepted values, limits and examples come from the contract, because the
 * document omits them.
 */
export const referencePage = (document: OpenApiDocument): string => {
  const groups = [...groupsOf(document)]
  const restUrl = document.servers[0]!.url
  const links = groups.map(
    ([group, operations]) =>
      html`<p class="group">${titleOf(group)}</p><ul class="list">${operations.map(operationLink)}</ul>`
  )
  return docsPage({
    title: "API reference",
    side: { label: "Operations", links: html`${links}` },
    body: html`<p>
Version ${document.info.version}, at <code>${restUrl}</code>. Send <code>Authorization: Bearer</code> with an API key or an
access token; <code>_</code> stands for a key's own organization. The same operations are MCP tools, whose arguments are
the same fields. For programs: <a href="/v1/openapi.json">the OpenAPI document</a>.
</p>
<h2>How changes work</h2>
<p>
A write on a campaign returns a preview unless <code>dry_run</code> is false. Send the preview's <code>preview_hash</code>
with the execution to do exactly that or nothing. If the organization requires approval, the execution returns 202 with
<a href="/docs/errors#approval_required">approval_required</a>. An executed write has an <code>action_id</code>, which you
can <a href="#actions.undo">undo</a>. An <code>Idempotency-Key</code> makes any write safe to retry.
</p>
${groups.map(
  ([group, operations]) =>
    html`<h2>${titleOf(group)}</h2>${operations.map((operation) => operationSection(operation, restUrl))}`
)}`
  })
}
