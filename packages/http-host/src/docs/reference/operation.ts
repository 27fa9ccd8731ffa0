import {
  type AnyOperation,
  errorsOf,
  errorTable,
  inputFields,
  inputJsonSchema,
  type JsonSchema,
  outputJsonSchema
} from "@adwarden/core/contract"
import { html } from "hono/html"
import { type Html, inline } from "../page.ts"
import { curlOf } from "./curl.ts"
import { type Field, fieldList, fieldsOf } from "./fields.ts"

/** A region that scrolls sideways must be reachable by keyboard, and therefore has a label. */
const code = (label: string, text: string): Html =>
  html`<pre tabindex="0" role="region" aria-label="${label}"><code>${text}</code></pre>`

const methodMark = (method: string): Html =>
  html`<span class="method ${method === "GET" ? "get" : ""}">${method}</span>`

export const operationLink = ({ method, name }: AnyOperation): Html =>
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

/** A write has two output types, which one field distinguishes. */
const variantName = (variant: JsonSchema): string =>
  "dry_run" in ((variant["properties"] ?? {}) as object) ? "A preview" : "Executed"

const responseFields = (operation: AnyOperation): Html => {
  const schema = outputJsonSchema(operation)
  const variants = (schema["anyOf"] as ReadonlyArray<JsonSchema> | undefined) ?? null
  const fields =
    variants === null
      ? fieldList(fieldsOf(schema))
      : variants.map(
          (variant) => html`<p class="group">${variantName(variant)}</p>${fieldList(fieldsOf(variant))}`
        )
  return html`<details><summary>Response fields <span class="soft">${operation.success}</span></summary>${fields}</details>`
}

const errors = (operation: AnyOperation): Html =>
  html`<p>Errors: ${errorsOf(operation).map(
    (name, index) =>
      html`${index === 0 ? "" : ", "}<a href="/docs/errors#${name}">${name}</a> <span class="soft">${errorTable[name].status}</span>`
  )}.</p>`

/** Renders everything that the contract states about an operation. */
export const operationSection = (operation: AnyOperation, restUrl: string): Html => {
  const { description, example, method, name, path, summary } = operation
  return html`<section class="operation" aria-labelledby="${name}">
<h3 id="${name}">${summary}</h3>
<p class="route">${methodMark(method)} <code>${path}</code></p>
<p>${inline(description)}</p>
${facts(operation)}
${inputs(operation)}
${responseFields(operation)}
<h4>Example</h4>
${code(`Call of ${name}`, curlOf(operation, restUrl))}
${code(`Answer of ${name}`, JSON.stringify(example.output, null, 2))}
${errors(operation)}
</section>`
}
