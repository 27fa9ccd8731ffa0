import type { ArgumentInfo, CommandInfo, FlagInfo, ParsedArguments } from "@adwarden/cli"
import type { EmbeddedPostgresError } from "@adwarden/embedded-postgres"
import { Effect, Option, Pipeable } from "effect"
import { type Stop, usageStop } from "./stop.ts"

/**
 * A flag or argument: its description for help, and how its value is read from a parsed command line. The CLI's parser
 * already rejects unknown and missing flags, so reading only checks values.
 */
export interface Parameter<A> extends Pipeable.Pipeable {
  readonly flags: ReadonlyArray<FlagInfo>
  readonly arguments: ReadonlyArray<ArgumentInfo>
  /** None if the command line does not have it. */
  readonly read: (given: ParsedArguments) => Effect.Effect<Option.Option<A>, Stop | EmbeddedPostgresError>
}

export const makeParameter = <A>(
  { arguments: places, flags }: Partial<Pick<Parameter<unknown>, "flags" | "arguments">>,
  read: Parameter<A>["read"]
): Parameter<A> => ({
  flags: flags ?? [],
  arguments: places ?? [],
  read,
  pipe() {
    // biome-ignore lint/complexity/noArguments: effect's own helper takes them like this
    return Pipeable.pipeArguments(this, arguments)
  }
})

/** Makes a parameter optional. */
export const optional = <A>(parameter: Parameter<A>): Parameter<Option.Option<A>> =>
  makeParameter(
    {
      flags: parameter.flags.map(({ required: _, ...flag }) => flag),
      arguments: parameter.arguments.map((argument) => ({ ...argument, required: false }))
    },
    (given) => Effect.map(parameter.read(given), Option.some)
  )

/** Decodes a given value. A failure message rejects it. */
export const decode =
  <A, B>(decodeValue: (value: A) => Effect.Effect<B, string>) =>
  (parameter: Parameter<A>): Parameter<B> =>
    makeParameter(parameter, (given) =>
      Effect.flatMap(
        parameter.read(given),
        Option.match({
          onNone: () => Effect.succeedNone,
          onSome: (value) => decodeValue(value).pipe(Effect.mapError(usageStop), Effect.map(Option.some))
        })
      )
    )

export const map =
  <A, B>(change: (value: A) => B) =>
  (parameter: Parameter<A>): Parameter<B> =>
    makeParameter(parameter, (given) => Effect.map(parameter.read(given), Option.map(change)))

/** Sets a default. Help shows the default of a flag. */
export const withDefault =
  <const B extends string | number>(value: B) =>
  <A>(parameter: Parameter<A>): Parameter<A | B> => {
    const withValue = map(Option.getOrElse((): A | B => value))(optional(parameter))
    return { ...withValue, flags: withValue.flags.map((flag) => ({ ...flag, default: value })) }
  }

/** Combines several parameters into one, with their values in the same order. */
export const all = <A>(parameters: ReadonlyArray<Parameter<A>>): Parameter<ReadonlyArray<A>> =>
  makeParameter(
    {
      flags: parameters.flatMap((parameter) => parameter.flags),
      arguments: parameters.flatMap((parameter) => parameter.arguments)
    },
    (given) =>
      Effect.map(
        Effect.forEach(parameters, (parameter) => parameter.read(given)),
        Option.all
      )
  )

/** Parameters by name. */
type Parameters = Readonly<Record<string, Parameter<unknown>>>

/** The values of parameters, by the same names. */
export type HandlerInput<Config extends Parameters> = {
  readonly [Name in keyof Config]: Config[Name] extends Parameter<infer A> ? A : never
}

/** Combines named parameters into one, with their values under the same names. */
export const nested = <Config extends Parameters>(config: Config): Parameter<HandlerInput<Config>> => {
  const names = Object.keys(config)
  return map(
    (values: ReadonlyArray<unknown>) =>
      Object.fromEntries(names.map((name, index) => [name, values[index]])) as HandlerInput<Config>
  )(all(Object.values(config)))
}

/** The kinds of flags and arguments. */

const flagText = (flag: Pick<FlagInfo, "name" | "description" | "value" | "words">): Parameter<string> =>
  makeParameter({ flags: [{ ...flag, required: true }] }, (given) =>
    Effect.succeed(Option.fromNullable(given.text(flag.name)))
  )

const argumentText = (argument: Pick<ArgumentInfo, "name" | "description" | "words">): Parameter<string> =>
  makeParameter({ arguments: [{ ...argument, required: true, many: false }] }, (given) =>
    Effect.succeed(Option.fromNullable(given.argument(argument.name)))
  )

export const textFlag = (name: string, description: string): Parameter<string> =>
  flagText({ name, value: "text", description })

/** A flag that can be given several times, or not at all. */
export const repeatedFlag = (name: string, description: string): Parameter<ReadonlyArray<string>> =>
  makeParameter({ flags: [{ name, value: "text", description, repeated: true }] }, (given) =>
    Effect.succeedSome(given.texts(name))
  )

/** A flag without a value. */
export const switchFlag = (name: string, description: string): Parameter<boolean> =>
  makeParameter({ flags: [{ name, value: null, description }] }, (given) =>
    Effect.succeedSome(given.is(name))
  )

const wholeNumber = (label: string) =>
  decode((text: string) =>
    /^-?\d{1,15}$/.test(text)
      ? Effect.succeed(Number(text))
      : Effect.fail(`${label} takes a whole number, not ${text}.`)
  )

export const integerFlag = (name: string, description: string): Parameter<number> =>
  flagText({ name, value: "integer", description }).pipe(wholeNumber(`--${name}`))

const oneOf = <Word extends string>(label: string, words: ReadonlyArray<Word>) =>
  decode((text: string) => {
    const word = words.find((one) => one === text)
    return word === undefined
      ? Effect.fail(`${label} takes ${words.join(", ")}, and not ${text}.`)
      : Effect.succeed(word)
  })

export const choiceFlag = <const Word extends string>(
  name: string,
  words: ReadonlyArray<Word>,
  description: string
): Parameter<Word> => flagText({ name, value: "word", description, words }).pipe(oneOf(`--${name}`, words))

export const textArgument = (name: string, description: string): Parameter<string> =>
  argumentText({ name, description })

export const integerArgument = (name: string, description: string): Parameter<number> =>
  textArgument(name, description).pipe(wholeNumber(`<${name}>`))

/** All following values, at least one. */
export const textsArgument = (name: string, description: string): Parameter<ReadonlyArray<string>> =>
  makeParameter({ arguments: [{ name, description, required: true, many: true }] }, (given) =>
    Effect.succeedSome(given.all(name))
  )

export const choiceArgument = <const Word extends string>(
  name: string,
  words: ReadonlyArray<Word>,
  description: string
): Parameter<Word> => argumentText({ name, description, words }).pipe(oneOf(`<${name}>`, words))

/** A server command: its help and completion data, and its handler. */
export interface OperatorCommand extends CommandInfo {
  readonly where: "operator"
  readonly run: (given: ParsedArguments) => Effect.Effect<void, unknown>
}

const firstSentence = (text: string): string => /^.*?[.](?=\s|$)/s.exec(text)?.[0].slice(0, -1) ?? text

/** Declares a command. The first sentence of its description is its summary. */
export const command = <Config extends Parameters, E>(
  name: string,
  config: Config,
  description: string,
  handler: (given: HandlerInput<Config>) => Effect.Effect<void, E>
): OperatorCommand => {
  const parameters = nested(config)
  const summary = firstSentence(description)
  return {
    words: [name],
    where: "operator",
    summary,
    description: description.slice(summary.length + 1).trim(),
    arguments: parameters.arguments,
    flags: parameters.flags,
    examples: [],
    run: (given) => Effect.flatMap(Effect.map(parameters.read(given), Option.getOrThrow), handler)
  }
}

/** Declares commands that share their first word. */
export const group = (
  name: string,
  commands: ReadonlyArray<OperatorCommand>
): ReadonlyArray<OperatorCommand> => commands.map((one) => ({ ...one, words: [name, ...one.words] }))
