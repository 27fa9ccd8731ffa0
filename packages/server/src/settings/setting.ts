import { Either } from "effect"
import { readWith, type SettingReader } from "./readers.ts"

/** The documentation of a setting, for messages and the table in docs/reference/configuration.md. */
export interface SettingFacts {
  readonly name: string
  readonly takes: string
  readonly secret: boolean
  /** The default in words. */
  readonly defaultText: string
  readonly description: string
}

/** Environment variables by their names. */
export type Variables = Readonly<Record<string, string | undefined>>

/** A setting with its documentation. `read` returns its value, or what is wrong with it. */
export interface Setting<A> {
  readonly facts: SettingFacts
  readonly read: (variables: Variables) => Either.Either<A, string>
}

interface SettingDeclaration<B> {
  readonly description: string
  /** The default value. */
  readonly defaultValue: B
  /** The default in words, if the value does not explain itself. */
  readonly defaultText?: string
}

const valueText = (value: unknown): string => {
  if (value === null) return "none"
  return typeof value === "boolean" ? (value ? "on" : "off") : String(value)
}

/** Declares an optional setting. An empty value counts as unset. */
export const setting = <A, B>(
  name: string,
  reader: SettingReader<A>,
  { description, defaultValue, defaultText = valueText(defaultValue) }: SettingDeclaration<B>
): Setting<A | B> => ({
  facts: { name, takes: reader.takes, secret: reader.secret, defaultText, description },
  read: (variables): Either.Either<A | B, string> => {
    const text = variables[name]?.trim() ?? ""
    return text === ""
      ? Either.right(defaultValue)
      : Either.mapLeft(readWith(reader, text), (problem) => `${name} ${problem}`)
  }
})

type Settings = Readonly<Record<string, Setting<unknown>>>
/** The values of a group of settings. */
export type SettingValues<Group extends Settings> = {
  readonly [Name in keyof Group]: Group[Name] extends Setting<infer A> ? A : never
}

/** Reads a group of settings, or returns all that is wrong with them. */
export const readSettings = <Group extends Settings>(
  group: Group,
  variables: Variables
): Either.Either<SettingValues<Group>, ReadonlyArray<string>> => {
  const read = Object.entries(group).map(([name, one]) => [name, one.read(variables)] as const)
  const problems = read.flatMap(([, value]) => (Either.isLeft(value) ? [value.left] : []))
  return problems.length > 0
    ? Either.left(problems)
    : Either.right(
        // Each setting has the type of its own name.
        Object.fromEntries(
          read.map(([name, value]) => [name, Either.getOrUndefined(value)])
        ) as SettingValues<Group>
      )
}
