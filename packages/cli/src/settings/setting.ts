import { Config, ConfigError, Either, Option } from "effect"
import { type Reader, readWith } from "./readers.ts"

/** What people are told of a setting, in messages and in the table of docs/reference/configuration.md. */
export interface SettingFacts {
  readonly name: string
  readonly takes: string
  readonly secret: boolean
  /** What holds where it is left out, in words. */
  readonly otherwise: string
  readonly about: string
}

/** A setting is read like any Config, and knows what there is to say of it. */
export type Setting<A> = Config.Config<A> & { readonly facts: SettingFacts }

interface Declared<B> {
  readonly about: string
  /** What holds when it is left out. */
  readonly otherwise: B
  /** The same in words, where the value itself does not say it. */
  readonly otherwiseShown?: string
}

const inWords = (value: unknown): string => {
  if (value === null) return "none"
  return typeof value === "boolean" ? (value ? "on" : "off") : String(value)
}

/** A setting that may be left out; an empty one counts as left out. */
export const setting = <A, B>(
  name: string,
  reader: Reader<A>,
  { about, otherwise, otherwiseShown = inWords(otherwise) }: Declared<B>
): Setting<A | B> => {
  const config = Config.string(name).pipe(
    Config.option,
    Config.map(Option.filter((text) => text.trim() !== "")),
    Config.mapOrFail(
      Option.match({
        onNone: (): Either.Either<A | B, ConfigError.ConfigError> => Either.right(otherwise),
        onSome: (text) =>
          Either.mapLeft(readWith(reader, text.trim()), (problem) => ConfigError.InvalidData([name], problem))
      })
    )
  )
  const { secret, takes } = reader
  return Object.assign(config, { facts: { name, takes, secret, otherwise: otherwiseShown, about } })
}
