import type { ParsedArguments } from "@adwarden/cli"
import { Effect, Option } from "effect"
import { decode, makeParameter, type Parameter } from "./parameter.ts"

/** The kinds of flags and arguments. */

const textOf = (text: string | undefined) => Effect.succeed(Option.fromNullable(text))

export const textFlag = (name: string, description: string): Parameter<string> =>
  makeParameter({ flags: [{ name, value: "text", description, required: true }] }, (given) =>
    textOf(given.text(name))
  )

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

const wholeNumber =
  (label: string) =>
  (text: string): Effect.Effect<number, string> =>
    /^-?\d{1,15}$/.test(text)
      ? Effect.succeed(Number(text))
      : Effect.fail(`${label} takes a whole number, not ${text}.`)

export const integerFlag = (name: string, description: string): Parameter<number> =>
  makeParameter({ flags: [{ name, value: "integer", description, required: true }] }, (given) =>
    textOf(given.text(name))
  ).pipe(decode(wholeNumber(`--${name}`)))

const oneOf =
  <Word extends string>(label: string, words: ReadonlyArray<Word>) =>
  (text: string): Effect.Effect<Word, string> => {
    const word = words.find((one) => one === text)
    return word === undefined
      ? Effect.fail(`${label} takes ${words.join(", ")}, and not ${text}.`)
      : Effect.succeed(word)
  }

export const choiceFlag = <const Word extends string>(
  name: string,
  words: ReadonlyArray<Word>,
  description: string
): Parameter<Word> =>
  makeParameter({ flags: [{ name, value: "word", description, required: true, words }] }, (given) =>
    textOf(given.text(name))
  ).pipe(decode(oneOf(`--${name}`, words)))

const argumentText = (name: string) => (given: ParsedArguments) => textOf(given.argument(name))

export const textArgument = (name: string, description: string): Parameter<string> =>
  makeParameter({ arguments: [{ name, description, required: true, many: false }] }, argumentText(name))

export const integerArgument = (name: string, description: string): Parameter<number> =>
  textArgument(name, description).pipe(decode(wholeNumber(`<${name}>`)))

/** All following values, at least one. */
export const textsArgument = (name: string, description: string): Parameter<ReadonlyArray<string>> =>
  makeParameter({ arguments: [{ name, description, required: true, many: true }] }, (given) =>
    Effect.succeedSome(given.all(name))
  )

export const choiceArgument = <const Word extends string>(
  name: string,
  words: ReadonlyArray<Word>,
  description: string
): Parameter<Word> =>
  makeParameter(
    { arguments: [{ name, description, required: true, many: false, words }] },
    argumentText(name)
  ).pipe(decode(oneOf(`<${name}>`, words)))
