import type { JsonSchema } from "@adwarden/core/contract"
import { html } from "hono/html"
import { type Html, inline } from "../page.ts"
import { describeType, innerObjectOf } from "./describe-type.ts"

export interface Field {
  readonly name: string
  readonly schema: JsonSchema
  /** What there is to say beside its type: where it travels, whether it has to be there. */
  readonly notes: ReadonlyArray<string>
}

/** The fields of an object, with those that are not always there marked. */
export const fieldsOf = (schema: JsonSchema): ReadonlyArray<Field> => {
  const properties = (schema["properties"] ?? {}) as Readonly<Record<string, JsonSchema>>
  const required = (schema["required"] ?? []) as ReadonlyArray<string>
  return Object.entries(properties).map(([name, inner]) => ({
    name,
    schema: inner,
    notes: required.includes(name) ? [] : ["not always there"]
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

/** Fields, and inside of them their own: a list, so that it fits any width and can be read aloud. */
export const fieldList = (fields: ReadonlyArray<Field>): Html =>
  html`<ul class="fields">${fields.map(field)}</ul>`
