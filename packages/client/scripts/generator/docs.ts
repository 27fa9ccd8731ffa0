import type { JsonSchema } from "@adwarden/core/contract"
import { renderClientMentions } from "./names.ts"

const maxWidth = 100

const wrap = (text: string): ReadonlyArray<string> => {
  const lines: Array<string> = []
  for (const word of text.split(/\s+/)) {
    const last = lines.at(-1)
    if (last !== undefined && last.length + word.length < maxWidth)
      lines[lines.length - 1] = `${last} ${word}`
    else lines.push(word)
  }
  return lines
}

/** Renders a doc comment. Paragraphs are separated, and code is not wrapped. */
export const doc = (...paragraphs: ReadonlyArray<string>): string => {
  const texts = paragraphs.filter((text) => text !== "").map((text) => text.replaceAll("*/", "*\\/"))
  if (texts.length === 0) return ""
  const lines = texts.flatMap((text, index) => [
    ...(index === 0 ? [] : [""]),
    ...(text.startsWith("```") || text.startsWith("@") ? text.split("\n") : wrap(text))
  ])
  if (lines.length === 1) return `/** ${lines[0]} */\n`
  return `/**\n${lines.map((line) => ` * ${line}`.trimEnd()).join("\n")}\n */\n`
}

const number = (value: unknown): string =>
  Number(value).toLocaleString("en-US", { maximumFractionDigits: 10 })

const range = (least: unknown, most: unknown): string => {
  if (least === undefined && most === undefined) return ""
  if (least === undefined || most === undefined) {
    return least === undefined ? `at most ${number(most)}` : `at least ${number(least)}`
  }
  return `${number(least)} to ${number(most)}`
}

const descriptionOf = (schema: JsonSchema): string =>
  renderClientMentions(String(schema["description"] ?? ""))

/** Limits that need no mention: an id's range is that of its column, and some descriptions state their own limit. */
const isLimitDescribed = (schema: JsonSchema): boolean =>
  schema["maximum"] === 2_147_483_647 ||
  (schema["maxItems"] !== undefined && descriptionOf(schema).includes(String(schema["maxItems"])))

const limits = (schema: JsonSchema): string => {
  if (isLimitDescribed(schema)) return ""
  const items = (schema["items"] ?? {}) as JsonSchema
  const many = range(schema["minItems"], schema["maxItems"])
  return [
    range(schema["minimum"], schema["maximum"]),
    many === "" ? "" : `${many} items`,
    schema["maxLength"] === undefined ? "" : `at most ${number(schema["maxLength"])} characters`,
    items["maxLength"] === undefined ? "" : `each at most ${number(items["maxLength"])} characters`,
    schema["format"] === "date" && !descriptionOf(schema).includes("YYYY") ? "YYYY-MM-DD" : "",
    schema["default"] === undefined ? "" : `default ${JSON.stringify(schema["default"])}`
  ]
    .filter((part) => part !== "")
    .join("; ")
}

/** A field's name keeps its case at the start of a sentence. */
const sentence = (text: string): string => {
  if (text === "") return ""
  const first = /^\w*_/.test(text) ? text.charAt(0) : text.charAt(0).toUpperCase()
  return `${first}${text.slice(1)}.`
}

/** Renders the doc comment of a request field, with its default and range. */
export const inputDoc = (schema: JsonSchema): string =>
  doc([sentence(descriptionOf(schema)), sentence(limits(schema))].filter((text) => text !== "").join(" "))

/** Renders the doc comment of an output field. */
export const outputDoc = (schema: JsonSchema): string => doc(sentence(descriptionOf(schema)))
