import { readFileSync } from "node:fs"
import { basename } from "node:path"
import type { FieldInfo, OperationInfo } from "@adwarden/client/operations"
import type { ParsedArguments } from "../parse.ts"
import { didYouMean } from "../parse.ts"
import { usageRefusal } from "../refusal.ts"
import { argumentFields, fileFlag, kebab } from "./command-line.ts"

type Input = Record<string, unknown>

const readText = (file: string): string => {
  try {
    return readFileSync(file === "-" ? 0 : file, "utf8")
  } catch (error) {
    const { code } = error as NodeJS.ErrnoException
    throw usageRefusal(code === "ENOENT" ? `There is no file ${file}.` : `${file} cannot be read (${code}).`)
  }
}

const readLines = (file: string): ReadonlyArray<string> =>
  readText(file)
    .split(/\r?\n/)
    .map((line) => line.trim())
    .filter((line) => line !== "")

/** Converts a file to a document of the service: its name and content. */
const documentIn = (file: string) => ({
  name: file === "-" ? "Standard input" : basename(file),
  content: readText(file)
})

/** Reads a list of objects from a file, or one object. Files of one flag are joined. */
const jsonIn =
  (label: string) =>
  (file: string): ReadonlyArray<unknown> => {
    try {
      return [JSON.parse(readText(file))].flat()
    } catch (error) {
      if (!(error instanceof SyntaxError)) throw error
      throw usageRefusal(`${label} takes a file with a JSON list, and ${file} is no JSON: ${error.message}`)
    }
  }

const asNumber = (text: string, label: string, whole: boolean): number => {
  const value = text.trim() === "" ? Number.NaN : Number(text)
  if (Number.isFinite(value) && (!whole || Number.isInteger(value))) return value
  throw usageRefusal(`${label} takes a ${whole ? "whole " : ""}number, and ${text} is none.`)
}

/** Accepts dashes instead of underscores, as in flags. */
const asWord = (text: string, label: string, words: ReadonlyArray<string>): string => {
  const word = words.find((one) => one === text || kebab(one) === text)
  if (word !== undefined) return word
  throw usageRefusal(`${label} takes ${words.join(", ")}, and not ${text}.${didYouMean(text, words)}`)
}

const decodeValue = ({ kind, words }: FieldInfo, text: string, label: string): unknown => {
  if (kind === "number" || kind === "integer") return asNumber(text, label, kind === "integer")
  return words === undefined ? text : asWord(text, label, words)
}

const flagValue = (field: FieldInfo, given: ParsedArguments): unknown => {
  const flag = kebab(field.name)
  if (field.kind === "boolean") {
    return given.is(flag) ? true : given.is(`no-${flag}`) ? false : undefined
  }
  const texts = given.texts(flag)
  if (texts.length === 0) return undefined
  if (field.kind === "objects") return texts.map(documentIn)
  if (field.kind === "json") return texts.flatMap(jsonIn(`--${flag}`))
  return field.kind === "texts" ? texts : decodeValue(field, texts.at(-1)!, `--${flag}`)
}

const argumentValue = (field: FieldInfo, given: ParsedArguments): unknown => {
  const name = kebab(field.name)
  if (field.kind === "texts") {
    const file = given.text(fileFlag(field))
    return [...given.all(name), ...(file === undefined ? [] : readLines(file))]
  }
  const text = given.argument(name)
  if (field.kind === "json" && text !== undefined) return jsonIn(`<${name}>`)(text)
  return text === undefined ? undefined : decodeValue(field, text, `<${name}>`)
}

const withoutUndefined = (entries: ReadonlyArray<readonly [string, unknown]>): Input =>
  Object.fromEntries(entries.filter(([, value]) => value !== undefined))

/** Converts a command line to the input of its operation. */
export const toInput = (
  operation: OperationInfo,
  given: ParsedArguments,
  organization: string | undefined
): Input => {
  const argumentNames = new Set(argumentFields(operation).map(({ name }) => name))
  return withoutUndefined(
    operation.fields.map((field) => {
      const { fields: inner, kind, name } = field
      if (name === "org") return [name, given.text("org") ?? organization] as const
      if (argumentNames.has(name)) return [name, argumentValue(field, given)] as const
      if (kind !== "object") return [name, flagValue(field, given)] as const
      const values = withoutUndefined((inner ?? []).map((one) => [one.name, flagValue(one, given)] as const))
      return [name, Object.keys(values).length === 0 ? undefined : values] as const
    })
  )
}
