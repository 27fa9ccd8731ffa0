import type { JsonSchema } from "@adwarden/core/contract"
import { inClientWords } from "./names.ts"

/** Effect's own words for a schema that nobody described say no more than the type does. */
const unsaid = /^(an? |a string matching)/

const widest = 100

const wrap = (text: string): ReadonlyArray<string> => {
  const lines: Array<string> = []
  for (const word of text.split(/\s+/)) {
    const last = lines.at(-1)
    if (last !== undefined && last.length + word.length < widest) lines[lines.length - 1] = `${last} ${word}`
    else lines.push(word)
  }
  return lines
}

/** A doc comment; paragraphs are set apart, and code is left as it is. */
export const doc = (...paragraphs: ReadonlyArray<string>): string => {
  const said = paragraphs.filter((text) => text !== "").map((text) => text.replaceAll("*/", "*\\/"))
  if (said.length === 0) return ""
  const lines = said.flatMap((text, at) => [
    ...(at === 0 ? [] : [""]),
    ...(text.startsWith("```") || text.startsWith("@") ? text.split("\n") : wrap(text))
  ])
  if (lines.length === 1) return `/** ${lines[0]} */\n`
  return `/**\n${lines.map((line) => ` * ${line}`.trimEnd()).join("\n")}\n */\n`
}

const number = (value: unknown): string =>
  Number(value).toLocaleString("en-US", { maximumFractionDigits: 10 })

const range = (what: string, least: unknown, most: unknown): string => {
  if (least === undefined && most === undefined) return ""
  if (least === undefined || most === undefined) {
    return least === undefined ? `${what}at most ${number(most)}` : `${what}at least ${number(least)}`
  }
  return `${what}${number(least)} to ${number(most)}`
}

/** Bounds that tell a caller nothing: an answer is what it is, and ids are as large as their column. */
const untold = (schema: JsonSchema): boolean => schema["maximum"] === 2_147_483_647

const limits = (schema: JsonSchema): string => {
  if (untold(schema)) return ""
  const items = (schema["items"] ?? {}) as JsonSchema
  return [
    schema["type"] === "integer" ? "Whole" : "",
    range("", schema["minimum"], schema["maximum"]),
    range("", schema["minItems"], schema["maxItems"]).replace(
      /$/,
      schema["maxItems"] === undefined ? "" : " items"
    ),
    schema["maxLength"] === undefined ? "" : `at most ${number(schema["maxLength"])} characters`,
    items["maxLength"] === undefined ? "" : `each at most ${number(items["maxLength"])} characters`,
    schema["format"] === "date" ? "YYYY-MM-DD" : "",
    schema["default"] === undefined ? "" : `default ${JSON.stringify(schema["default"])}`
  ]
    .filter((part) => part !== "" && part !== "Whole")
    .join("; ")
}

const described = (schema: JsonSchema): string => {
  const text = String(schema["description"] ?? "")
  return unsaid.test(text) ? "" : inClientWords(text)
}

const sentence = (text: string): string =>
  text === "" ? "" : `${text.charAt(0).toUpperCase()}${text.slice(1)}.`

/** What a field of a request means, with its default and its range. */
export const inputDoc = (schema: JsonSchema): string =>
  doc([sentence(described(schema)), sentence(limits(schema))].filter((text) => text !== "").join(" "))

/** What a field of an answer means. */
export const outputDoc = (schema: JsonSchema): string => doc(sentence(described(schema)))
