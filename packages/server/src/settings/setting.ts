import { Config, ConfigError, Either, Option } from "effect"
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

/** A Config that carries its documentation. */
export type Setting<A> = Config.Config<A> & { readonly facts: SettingFacts }

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
): Setting<A | B> => {
  const config = Config.string(name).pipe(
    Config.option,
    Config.map(Option.filter((text) => text.trim() !== "")),
    Config.mapOrFail(
      Option.match({
        onNone: (): Either.Either<A | B, ConfigError.ConfigError> => Either.right(defaultValue),
        onSome: (text) =>
          Either.mapLeft(readWith(reader, text.trim()), (problem) => ConfigError.InvalidData([name], problem))
      })
    )
  )
  const { secret, takes } = reader
  return Object.assign(config, { facts: { name, takes, secret, defaultText, description } })
}
