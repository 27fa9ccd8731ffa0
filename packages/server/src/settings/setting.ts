import { Either, Redacted } from "effect"

/** Parses a setting's text, and describes what it accepts. */
interface SettingReader<A> {
  /** Follows "must be" in messages, and is shown in the table of settings. */
  readonly takes: string
  /** Whether the text is a secret, which no message, log or page repeats. */
  readonly secret: boolean
  /** Returns null if the text is invalid. */
  readonly read: (text: string) => A | null
}

const publicReader = <A>(takes: string, read: SettingReader<A>["read"]): SettingReader<A> => ({
  takes,
  secret: false,
  read
})
const secretReader = <A>(takes: string, read: SettingReader<A>["read"]): SettingReader<A> => ({
  takes,
  secret: true,
  read
})

const quotedValue = (text: string): string =>
  JSON.stringify(text.length > 40 ? `${text.slice(0, 40)}…` : text)

/** Returns the value of a text, or its problem. */
const readWith = <A>({ read, secret, takes }: SettingReader<A>, text: string): Either.Either<A, string> => {
  const value = read(text)
  if (value !== null) return Either.right(value)
  return Either.left(secret ? `must be ${takes}` : `must be ${takes}, not ${quotedValue(text)}`)
}

export const wholeNumber = (from: number, to: number): SettingReader<number> =>
  publicReader(`a whole number from ${from} to ${to}`, (text) => {
    const value = Number(text)
    return /^\d+$/.test(text) && value >= from && value <= to ? value : null
  })

/** A share from 0 to 1. */
export const share: SettingReader<number> = publicReader("a number from 0 to 1", (text) => {
  const value = Number(text)
  return /^\d*\.?\d+$/.test(text) && value <= 1 ? value : null
})

export const oneOf = <const Word extends string>(...words: ReadonlyArray<Word>): SettingReader<Word> =>
  publicReader(words.join(" or "), (text) => words.find((word) => word === text.toLowerCase()) ?? null)

const yes = ["1", "true", "yes", "on"]
const no = ["0", "false", "no", "off"]
export const flag: SettingReader<boolean> = publicReader("on or off", (text) => {
  const word = text.toLowerCase()
  if (yes.includes(word)) return true
  return no.includes(word) ? false : null
})

/** A URL with an optional path, without a trailing slash. */
export const webAddress: SettingReader<string> = publicReader(
  "an address such as https://ads.example.com",
  (text) => (/^https?:\/\//i.test(text) && URL.canParse(text) ? text.replace(/\/+$/, "") : null)
)

/** Can contain a password. */
export const databaseAddress: SettingReader<string> = secretReader(
  "an address such as postgres://user:password@host:5432/database",
  (text) => (/^postgres(ql)?:\/\//.test(text) && URL.canParse(text) ? text : null)
)

export const mailServer: SettingReader<Redacted.Redacted> = secretReader(
  "an address such as smtps://user:password@smtp.example.com",
  (text) => (/^smtps?:\/\/[^/]/.test(text) && URL.canParse(text) ? Redacted.make(text) : null)
)

/** An email address with an optional name before it. */
export const mailbox: SettingReader<string> = publicReader(
  "an address such as Adwarden <adwarden@example.com>",
  (text) =>
    /^(?:[^<>"@,;:\p{Cc}]+ <[^\s@<>,;]+@[^\s@<>,;]+>|[^\s@<>,;]+@[^\s@<>,;]+)$/u.test(text) ? text : null
)

/** `requirement` describes the text with an example. */
export const textReader = (requirement: string): SettingReader<string> =>
  publicReader(requirement, (text) => text)

export const secret = (requirement: string): SettingReader<Redacted.Redacted> =>
  secretReader(requirement, (text) => Redacted.make(text))

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
