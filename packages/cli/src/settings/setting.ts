import { Config, ConfigError, Either, Option, Redacted } from "effect"

/** Statements a setting's text, or says what it must be. */
type Read<A> = (text: string) => Either.Either<A, string>

/** A setting that may be left out; an empty one counts as left out. */
export const setting = <A, B>(name: string, read: Read<A>, otherwise: B): Config.Config<A | B> =>
  Config.string(name).pipe(
    Config.option,
    Config.map(Option.filter((text) => text.trim() !== "")),
    Config.mapOrFail(
      Option.match({
        onNone: (): Either.Either<A | B, ConfigError.ConfigError> => Either.right(otherwise),
        onSome: (text) =>
          Either.mapLeft(read(text.trim()), (problem) => ConfigError.InvalidData([name], problem))
      })
    )
  )

const shown = (text: string): string => JSON.stringify(text.length > 40 ? `${text.slice(0, 40)}…` : text)

export const wholeNumber =
  (from: number, to: number): Read<number> =>
  (text) => {
    const value = Number(text)
    return /^\d+$/.test(text) && value >= from && value <= to
      ? Either.right(value)
      : Either.left(`must be a whole number from ${from} to ${to}, not ${shown(text)}`)
  }

export const oneOf =
  <const Word extends string>(...words: ReadonlyArray<Word>): Read<Word> =>
  (text) => {
    const found = words.find((word) => word === text.toLowerCase())
    return found === undefined
      ? Either.left(`must be ${words.join(" or ")}, not ${shown(text)}`)
      : Either.right(found)
  }

const yes = ["1", "true", "yes", "on"]
const no = ["0", "false", "no", "off"]
export const flag: Read<boolean> = (text) => {
  const word = text.toLowerCase()
  if (yes.includes(word)) return Either.right(true)
  return no.includes(word) ? Either.right(false) : Either.left(`must be on or off, not ${shown(text)}`)
}

/** An origin, perhaps with a path; without the slash at its end. */
export const webAddress: Read<string> = (text) =>
  /^https?:\/\//i.test(text) && URL.canParse(text)
    ? Either.right(text.replace(/\/+$/, ""))
    : Either.left(`must be an address such as https://ads.example.com, not ${shown(text)}`)

/** Never repeated in a message: it may hold a password. */
export const databaseAddress: Read<string> = (text) =>
  /^postgres(ql)?:\/\//.test(text) && URL.canParse(text)
    ? Either.right(text)
    : Either.left("must be an address such as postgres://user:password@host:5432/database")

/** Never repeated in a message either. */
export const mailServer: Read<Redacted.Redacted> = (text) =>
  /^smtps?:\/\/[^/]/.test(text) && URL.canParse(text)
    ? Either.right(Redacted.make(text))
    : Either.left("must be an address such as smtps://user:password@smtp.example.com")

/** One address, perhaps with a name before it. */
export const mailbox: Read<string> = (text) =>
  /^(?:[^<>"@,;:\p{Cc}]+ <[^\s@<>,;]+@[^\s@<>,;]+>|[^\s@<>,;]+@[^\s@<>,;]+)$/u.test(text)
    ? Either.right(text)
    : Either.left(`must be an address such as Adwarden <adwarden@example.com>, not ${shown(text)}`)

export const line: Read<string> = (text) => Either.right(text)

/** Never shown, in no message and in no log. */
export const secret: Read<Redacted.Redacted> = (text) => Either.right(Redacted.make(text))
