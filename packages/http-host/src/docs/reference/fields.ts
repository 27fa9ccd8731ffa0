import type { JsonSchema } from "@adwarden/core/contract"
import { html } from "hono/html"
import { type Html, inline } from "../page.ts"
import { describeType, innerObjectOf } from "./describe-type.ts"

export interface Field {
  readonly name: string
  readonly schema: JsonSchema
  /** Notes beside the type, such as the location of the field and whether it is required. */
  readonly notes: ReadonlyArray<string>
}

/** Returns the fields of an object, with optional ones marked. */
export const fieldsOf = (schema: JsonSchema): ReadonlyArray<Field> => {
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
export const fieldList = (fields: ReadonlyArray<Field>): Html =>
  html`<ul class="fields">${fields.map(field)}</ul>`
