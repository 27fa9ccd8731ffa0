import type { ArgumentInfo, FlagInfo, ParsedArguments } from "@adwarden/cli"
import type { EmbeddedPostgresError } from "@adwarden/embedded-postgres"
import { Effect, Option, Pipeable } from "effect"
import { type Stop, usageStop } from "../stop.ts"

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

type Described = Pick<Parameter<unknown>, "flags" | "arguments">

export const makeParameter = <A>(
  { arguments: places, flags }: Partial<Described>,
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

const withoutRequired = (parameter: Described): Described => ({
  flags: parameter.flags.map(({ required: _, ...flag }) => flag),
  arguments: parameter.arguments.map((argument) => ({ ...argument, required: false }))
})

/** Makes a parameter optional. */
export const optional = <A>(parameter: Parameter<A>): Parameter<Option.Option<A>> =>
  makeParameter(withoutRequired(parameter), (given) => Effect.map(parameter.read(given), Option.some))

/** Sets a default. Help shows the default of a flag. */
export const withDefault =
  <const B extends string | number>(value: B) =>
  <A>(parameter: Parameter<A>): Parameter<A | B> =>
    makeParameter<A | B>(
      {
        flags: withoutRequired(parameter).flags.map((flag) => ({ ...flag, default: value })),
        arguments: withoutRequired(parameter).arguments
      },
      (given) =>
        Effect.map(
          parameter.read(given),
          Option.orElse((): Option.Option<A | B> => Option.some(value))
        )
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
export type Parameters = Readonly<Record<string, Parameter<unknown>>>

/** The values of parameters, by the same names. */
export type HandlerInput<Config extends Parameters> = {
  readonly [Name in keyof Config]: Config[Name] extends Parameter<infer A> ? A : never
}

/** Combines named parameters into one, with their values under the same names. */
export const nested = <Config extends Parameters>(config: Config): Parameter<HandlerInput<Config>> =>
  makeParameter(
    {
      flags: Object.values(config).flatMap((parameter) => parameter.flags),
      arguments: Object.values(config).flatMap((parameter) => parameter.arguments)
    },
    (given) =>
      Effect.map(
        Effect.forEach(Object.entries(config), ([name, parameter]) =>
          Effect.map(parameter.read(given), (value) => [name, Option.getOrThrow(value)] as const)
        ),
        (entries) => Option.some(Object.fromEntries(entries) as HandlerInput<Config>)
      )
  )
