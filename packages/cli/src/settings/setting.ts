import { Config, ConfigError, Either, Option } from "effect"
import { readWith, type SettingReader } from "./readers.ts"

/** What people are told of a setting, in messages and in the table of docs/reference/configuration.md. */
export interface SettingFacts {
  readonly name: string
  readonly takes: string
  readonly secret: boolean
  /** What holds where it is left out, in words. */
  readonly defaultText: string
  readonly description: string
}

/** A setting is read like any Config, and knows what there is to say of it. */
export type Setting<A> = Config.Config<A> & { readonly facts: SettingFacts }

interface SettingDeclaration<B> {
  readonly description: string
  /** What holds when it is left out. */
  readonly defaultValue: B
  /** The same in words, where the value itself does not say it. */
  readonly defaultText?: string
}

const valueText = (value: unknown): string => {
  if (value === null) return "none"
  return typeof value === "boolean" ? (value ? "on" : "off") : String(value)
}

/** A setting that may be left out; an empty one counts as left out. */
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
