import type { ArgumentInfo, CommandInfo, FlagInfo } from "./command-info.ts"
import { nearestName } from "./generated/nearest.ts"
import { usageRefusal } from "./refusal.ts"
import type { Verbosity } from "./terminal/terminal.ts"

type ValuesByName = ReadonlyMap<string, ReadonlyArray<string>>

/**
 * The values of a command line, by the names of the command's arguments and flags. An argument and a flag can have the
 * same name.
 */
export class ParsedArguments {
  readonly #arguments: ValuesByName
  readonly #flags: ValuesByName

  /** A flag without a value has an empty list. */
  constructor(values: ValuesByName, flags: ValuesByName) {
    this.#arguments = values
    this.#flags = flags
  }

  /** The value of an argument. */
  argument(name: string): string | undefined {
    return this.all(name)[0]
  }

  /** All values of an argument. */
  all(name: string): ReadonlyArray<string> {
    return this.#arguments.get(name) ?? []
  }

  /** The value of a flag; the last one counts. */
  text(name: string): string | undefined {
    return this.texts(name).at(-1)
  }

  /** All values of a flag. */
  texts(name: string): ReadonlyArray<string> {
    return this.#flags.get(name) ?? []
  }

  /** Whether a flag is present. */
  is(name: string): boolean {
    return this.#flags.has(name)
  }

  /** The fields of `--fields`; null without it. */
  get fields(): ReadonlyArray<string> | null {
    const text = this.text("fields")
    if (text === undefined) return null
    return text
      .split(",")
      .map((field) => field.trim())
      .filter((field) => field !== "")
  }

  /** Whether the output is for programs. Selected fields are. */
  get json(): boolean {
    return this.is("json") || this.fields !== null
  }

  get verbosity(): Verbosity {
    return this.is("quiet") ? "quiet" : this.is("verbose") ? "verbose" : "normal"
  }
}

/** Returns a sentence with the nearest known name and a leading space; empty if none is near. */
export const didYouMean = (given: string, known: ReadonlyArray<string>): string => {
  const nearest = nearestName(given, known)
  return nearest === null ? "" : ` Did you mean ${nearest}?`
}

type CommandShape = Pick<CommandInfo, "words" | "arguments" | "flags">

const helpOf = ({ words }: CommandShape): string => `adwarden ${words.join(" ")} --help`

/** Arguments can also be given by name, as flags, so that their order need not be remembered. */
const argumentAsFlag = ({ description, many, name }: ArgumentInfo): FlagInfo => ({
  name,
  value: "text",
  description,
  repeated: many
})

const flagNamed = (name: string, command: CommandShape): FlagInfo => {
  const all = [...command.flags, ...command.arguments.map(argumentAsFlag)]
  const knownFlag = all.find((flag) => flag.name === name)
  if (knownFlag !== undefined) return knownFlag
  const suggestion = didYouMean(
    `--${name}`,
    all.map((flag) => `--${flag.name}`)
  )
  throw usageRefusal(`${command.words.join(" ")} takes no --${name}.${suggestion}`, helpOf(command))
}

interface FoundFlag {
  readonly flag: FlagInfo
  /** A value in the same word: `--org=northwind`, `-onorthwind`. */
  readonly joined: string | undefined
}

/** Returns the flag that a word starts, or null if it is a value. A dash alone and negative numbers are values. */
const flagIn = (arg: string, command: CommandShape): FoundFlag | null => {
  if (arg.startsWith("--")) {
    const at = arg.indexOf("=")
    const name = arg.slice(2, at === -1 ? undefined : at)
    return { flag: flagNamed(name, command), joined: at === -1 ? undefined : arg.slice(at + 1) }
  }
  if (!/^-[a-z]/i.test(arg)) return null
  const flag = command.flags.find(({ short }) => short === arg[1])
  if (flag === undefined || (flag.value === null && arg.length > 2))
    throw usageRefusal(`${command.words.join(" ")} takes no ${arg}.`, helpOf(command))
  return { flag, joined: arg.length > 2 ? arg.slice(2).replace(/^=/, "") : undefined }
}

/**
 * Assigns values to arguments: each takes one, and a repeated argument takes the rest. A flag of the same name is not the
 * argument: `--url` of `campaigns create-ad <slug> <url>` is the service, to which the credential is sent.
 */
const assignArguments = (
  values: ReadonlyArray<string>,
  command: CommandShape,
  named: ValuesByName
): ValuesByName => {
  const places = new Map<string, ReadonlyArray<string>>()
  let index = 0
  for (const { many, name } of command.arguments) {
    const given = command.flags.some((flag) => flag.name === name) ? undefined : named.get(name)
    if (given !== undefined) places.set(name, given)
    else if (many) {
      places.set(name, values.slice(index))
      index = values.length
    } else if (index < values.length) places.set(name, [values[index++]!])
  }
  if (index < values.length) {
    throw usageRefusal(`${command.words.join(" ")} does not take ${values[index]}.`, helpOf(command))
  }
  return places
}

/** Reports a missing argument or flag before anything is sent. */
const checkRequired = (given: ParsedArguments, command: CommandShape): void => {
  // A long list can come from a file instead.
  const argument = command.arguments.find(
    ({ name, required }) => required && given.all(name).length === 0 && !given.is(`${name}-file`)
  )
  const missing = argument ?? command.flags.find(({ name, required }) => required && !given.is(name))
  if (missing === undefined) return
  const name = missing === argument ? `<${missing.name}>` : `--${missing.name}`
  const words = missing.words === undefined ? "" : `: ${missing.words.join(", ")}`
  throw usageRefusal(`${command.words.join(" ")} needs ${name}${words}.`, helpOf(command))
}

/** Parses the part after a command's words. The command itself validates the values. */
export const parse = (args: ReadonlyArray<string>, command: CommandShape): ParsedArguments => {
  const values: Array<string> = []
  const flags = new Map<string, Array<string>>()
  for (let index = 0; index < args.length; index++) {
    const arg = args[index]!
    if (arg === "--") {
      values.push(...args.slice(index + 1))
      break
    }
    const found = flagIn(arg, command)
    if (found === null) {
      values.push(arg)
      continue
    }
    const { flag, joined } = found
    const given = flags.get(flag.name) ?? []
    flags.set(flag.name, given)
    if (flag.value === null) {
      if (joined !== undefined) throw usageRefusal(`--${flag.name} takes no value.`, helpOf(command))
      continue
    }
    const value = joined ?? args[++index]
    if (value === undefined) throw usageRefusal(`--${flag.name} requires a value.`, helpOf(command))
    given.push(value)
  }
  const given = new ParsedArguments(assignArguments(values, command, flags), flags)
  checkRequired(given, command)
  return given
}
