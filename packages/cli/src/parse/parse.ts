import { nearestName } from "../generated/nearest.ts"
import { usageRefusal } from "../refusal.ts"
import type { ArgumentInfo, CommandInfo, FlagInfo } from "../tree/command-info.ts"
import { ParsedArguments } from "./parsed-arguments.ts"

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

/** Assigns values to arguments: each takes one, and a repeated argument takes the rest. */
const assignArguments = (
  values: ReadonlyArray<string>,
  command: CommandShape,
  named: ReadonlyMap<string, ReadonlyArray<string>>
) => {
  const places = new Map<string, ReadonlyArray<string>>()
  let index = 0
  for (const { many, name } of command.arguments) {
    const given = named.get(name)
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

/** Parses the part after a command's words. The command itself validates the values. */
export const parse = (args: ReadonlyArray<string>, command: CommandShape): ParsedArguments => {
  const values: Array<string> = []
  const flags = new Map<string, Array<string>>()
  const switches = new Set<string>()
  for (let index = 0; index < args.length; index++) {
    const arg = args[index]!
    if (arg === "--") {
      values.push(...args.slice(index + 1))
      break
    }
    if (!arg.startsWith("--")) {
      if (/^-[a-z]/i.test(arg))
        throw usageRefusal(`${command.words.join(" ")} takes no ${arg}.`, helpOf(command))
      values.push(arg)
      continue
    }
    const [name, ...rest] = arg.slice(2).split("=")
    const flag = flagNamed(name!, command)
    if (flag.value === null) {
      if (rest.length > 0) throw usageRefusal(`--${name} takes no value.`, helpOf(command))
      switches.add(flag.name)
      continue
    }
    const value = rest.length > 0 ? rest.join("=") : args[++index]
    if (value === undefined) throw usageRefusal(`--${name} requires a value.`, helpOf(command))
    flags.set(flag.name, [...(flags.get(flag.name) ?? []), value])
  }
  return new ParsedArguments(assignArguments(values, command, flags), flags, switches)
}

/** Reports a missing argument or flag before anything is sent. */
export const requireArguments = (
  given: ParsedArguments,
  command: CommandShape,
  except: (argument: ArgumentInfo) => boolean = () => false
): void => {
  const argument = command.arguments.find(
    (one) => one.required && given.all(one.name).length === 0 && !except(one)
  )
  const flag = command.flags.find(({ name, required }) => required && given.text(name) === undefined)
  const missing = argument ?? flag
  if (missing === undefined) return
  const name = missing === argument ? `<${missing.name}>` : `--${missing.name}`
  const words = missing.words === undefined ? "" : `: ${missing.words.join(", ")}`
  throw usageRefusal(`${command.words.join(" ")} needs ${name}${words}.`, helpOf(command))
}
