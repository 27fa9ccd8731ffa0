import { readFileSync } from "node:fs"
import { basename } from "node:path"
import type { FieldInfo, OperationInfo } from "@adwarden/client/operations"
import type { Given } from "../parse/given.ts"
import { didYouMean } from "../parse/parse.ts"
import { misused } from "../refusal.ts"
import { argumentFields, fileFlag } from "./fields-of.ts"
import { kebab } from "./names.ts"

type Input = Record<string, unknown>

const readText = (file: string): string => {
  try {
    return readFileSync(file === "-" ? 0 : file, "utf8")
  } catch (error) {
    const { code } = error as NodeJS.ErrnoException
    throw misused(code === "ENOENT" ? `There is no file ${file}.` : `${file} cannot be read (${code}).`)
  }
}

const linesOf = (file: string): ReadonlyArray<string> =>
  readText(file)
    .split(/\r?\n/)
    .map((line) => line.trim())
    .filter((line) => line !== "")

/** A file as the service takes documents: by its name, with what is in it. */
const documentIn = (file: string) => ({
  name: file === "-" ? "Standard input" : basename(file),
  content: readText(file)
})

const asNumber = (text: string, shown: string, whole: boolean): number => {
  const value = text.trim() === "" ? Number.NaN : Number(text)
  if (Number.isFinite(value) && (!whole || Number.isInteger(value))) return value
  throw misused(`${shown} takes a ${whole ? "whole " : ""}number, and ${text} is none.`)
}

/** Words may be typed with dashes, as flags are. */
const asWord = (text: string, shown: string, words: ReadonlyArray<string>): string => {
  const word = words.find((one) => one === text || kebab(one) === text)
  if (word !== undefined) return word
  throw misused(`${shown} takes ${words.join(", ")}, and not ${text}.${didYouMean(text, words)}`)
}

const decoded = ({ kind, words }: FieldInfo, text: string, shown: string): unknown => {
  if (kind === "number" || kind === "integer") return asNumber(text, shown, kind === "integer")
  return words === undefined ? text : asWord(text, shown, words)
}

const flagValue = (field: FieldInfo, given: Given): unknown => {
  const flag = kebab(field.name)
  if (field.kind === "boolean") {
    return given.is(flag) ? true : given.is(`no-${flag}`) ? false : undefined
  }
  const texts = given.texts(flag)
  if (texts.length === 0) return undefined
  if (field.kind === "objects") return texts.map(documentIn)
  return field.kind === "texts" ? texts : decoded(field, texts.at(-1)!, `--${flag}`)
}

const argumentValue = (field: FieldInfo, given: Given): unknown => {
  const name = kebab(field.name)
  if (field.kind === "texts") {
    const file = given.text(fileFlag(field))
    return [...given.all(name), ...(file === undefined ? [] : linesOf(file))]
  }
  const text = given.argument(name)
  return text === undefined ? undefined : decoded(field, text, `<${name}>`)
}

const defined = (entries: ReadonlyArray<readonly [string, unknown]>): Input =>
  Object.fromEntries(entries.filter(([, value]) => value !== undefined))

/** What a command line says, as the input of its operation. */
export const inputOf = (operation: OperationInfo, given: Given, env: NodeJS.ProcessEnv): Input => {
  const placed = new Set(argumentFields(operation).map(({ name }) => name))
  return defined(
    operation.fields.map((field) => {
      const { fields: inner, kind, name } = field
      if (name === "org") return [name, given.text("org") ?? (env["ADWARDEN_ORG"] || undefined)] as const
      if (placed.has(name)) return [name, argumentValue(field, given)] as const
      if (kind !== "object") return [name, flagValue(field, given)] as const
      const values = defined((inner ?? []).map((one) => [one.name, flagValue(one, given)] as const))
      return [name, Object.keys(values).length === 0 ? undefined : values] as const
    })
  )
}
