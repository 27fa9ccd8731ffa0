import { commandsIn, overview } from "../generated/overview.ts"
import { type Refusal, usageRefusal } from "../refusal.ts"
import type { CommandInfo, GroupInfo, SectionInfo } from "./command-info.ts"

/** What the words of a command line name. */
export type CommandMatch =
  | { readonly kind: "top" }
  | { readonly kind: "group"; readonly group: GroupInfo; readonly section: SectionInfo }
  | {
      readonly kind: "nothing"
      /** The word that names nothing, and the group in which it was looked for. */
      readonly word: string
      readonly group: string | null
      readonly known: ReadonlyArray<string>
    }
  | {
      readonly kind: "command"
      readonly words: ReadonlyArray<string>
      readonly where: CommandInfo["where"]
      readonly section: SectionInfo
      readonly rest: ReadonlyArray<string>
    }

const allGroups = overview.flatMap((section) => section.groups.map((group) => ({ group, section })))

/** A name is not a flag, and flags may stand before it only where they ask for help. */
const isFlag = (word: string | undefined): boolean => word === undefined || word.startsWith("-")

/** Finds the command that a command line begins with. */
export const findCommand = (args: ReadonlyArray<string>): CommandMatch => {
  const [first, second, ...others] = args
  if (isFlag(first)) return { kind: "top" }
  const match = allGroups.find(({ group }) => group.name === first)
  if (match === undefined) {
    return { kind: "nothing", word: first!, group: null, known: allGroups.map(({ group }) => group.name) }
  }
  const { group, section } = match
  const soleCommand = group.commands.find(({ name }) => name === null)
  if (soleCommand !== undefined) {
    return { kind: "command", words: [first!], where: soleCommand.where, section, rest: args.slice(1) }
  }
  if (isFlag(second)) return { kind: "group", group, section }
  const command = group.commands.find(({ name }) => name === second)
  if (command === undefined) {
    const known = group.commands.flatMap(({ name }) => name ?? [])
    return { kind: "nothing", word: second!, group: group.name, known }
  }
  return { kind: "command", words: [first!, second!], where: command.where, section, rest: others }
}

/** What to say to whoever names a command that does not exist: with the nearest that does. */
export const noSuchCommand = async ({
  group,
  known,
  word
}: Extract<CommandMatch, { kind: "nothing" }>): Promise<Refusal> => {
  const { didYouMean } = await import("../parse/parse.ts")
  const suggestion = didYouMean(word, known)
  return group === null
    ? usageRefusal(`There is no command ${word}.${suggestion}`, "adwarden --help")
    : usageRefusal(`${group} has no command ${word}.${suggestion}`, `adwarden ${group} --help`)
}

export const commandsOf = async ({ file }: SectionInfo): Promise<ReadonlyArray<CommandInfo>> =>
  (await commandsIn[file]!()).commands

export const commandNamed = async (
  section: SectionInfo,
  words: ReadonlyArray<string>
): Promise<CommandInfo> => {
  const commands = await commandsOf(section)
  return commands.find((command) => command.words.join(" ") === words.join(" "))!
}
