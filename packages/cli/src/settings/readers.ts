import { Either, Redacted } from "effect"

/** How a setting's text is read, and what it must be, in the words that people are told. */
export interface Reader<A> {
  /** Follows "must be", and stands in the table of settings. */
  readonly takes: string
  /** Whether it opens something. Such a text is repeated nowhere: in no message, no log and no page. */
  readonly secret: boolean
  /** Null where the text is not that. */
  readonly read: (text: string) => A | null
}

const plain = <A>(takes: string, read: Reader<A>["read"]): Reader<A> => ({ takes, secret: false, read })
const hidden = <A>(takes: string, read: Reader<A>["read"]): Reader<A> => ({ takes, secret: true, read })

const shown = (text: string): string => JSON.stringify(text.length > 40 ? `${text.slice(0, 40)}…` : text)

/** The value of a text, or what is wrong with it. */
export const readWith = <A>({ read, secret, takes }: Reader<A>, text: string): Either.Either<A, string> => {
  const value = read(text)
  if (value !== null) return Either.right(value)
  return Either.left(secret ? `must be ${takes}` : `must be ${takes}, not ${shown(text)}`)
}

export const wholeNumber = (from: number, to: number): Reader<number> =>
  plain(`a whole number from ${from} to ${to}`, (text) => {
    const value = Number(text)
    return /^\d+$/.test(text) && value >= from && value <= to ? value : null
  })

export const oneOf = <const Word extends string>(...words: ReadonlyArray<Word>): Reader<Word> =>
  plain(words.join(" or "), (text) => words.find((word) => word === text.toLowerCase()) ?? null)

const yes = ["1", "true", "yes", "on"]
const no = ["0", "false", "no", "off"]
export const flag: Reader<boolean> = plain("on or off", (text) => {
  const word = text.toLowerCase()
  if (yes.includes(word)) return true
  return no.includes(word) ? false : null
})

/** An origin, perhaps with a path; without the slash at its end. */
export const webAddress: Reader<string> = plain("an address such as https://ads.example.com", (text) =>
  /^https?:\/\//i.test(text) && URL.canParse(text) ? text.replace(/\/+$/, "") : null
)

/** It may hold a password. */
export const databaseAddress: Reader<string> = hidden(
  "an address such as postgres://user:password@host:5432/database",
  (text) => (/^postgres(ql)?:\/\//.test(text) && URL.canParse(text) ? text : null)
)

export const mailServer: Reader<Redacted.Redacted> = hidden(
  "an address such as smtps://user:password@smtp.example.com",
  (text) => (/^smtps?:\/\/[^/]/.test(text) && URL.canParse(text) ? Redacted.make(text) : null)
)

/** One address, perhaps with a name before it. */
export const mailbox: Reader<string> = plain("an address such as Adwarden <adwarden@example.com>", (text) =>
  /^(?:[^<>"@,;:\p{Cc}]+ <[^\s@<>,;]+@[^\s@<>,;]+>|[^\s@<>,;]+@[^\s@<>,;]+)$/u.test(text) ? text : null
)

/** `such` names one, for whoever has to find theirs. */
export const line = (such: string): Reader<string> => plain(such, (text) => text)

export const secret = (such: string): Reader<Redacted.Redacted> => hidden(such, (text) => Redacted.make(text))
