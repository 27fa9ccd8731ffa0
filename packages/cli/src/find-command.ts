import { type CommandInfo, type GroupInfo, hostFor, type SectionInfo } from "./command-info.ts"
import { commandsIn, overview } from "./generated/overview.ts"
import { didYouMean } from "./parse.ts"
import { type Refusal, usageRefusal } from "./refusal.ts"

/** The match for the words of a command line. */
export type CommandMatch =
  | { readonly kind: "top" }
  | { readonly kind: "group"; readonly group: GroupInfo; readonly section: SectionInfo }
  | {
      readonly kind: "nothing"
      /** The unknown word, and the group in which it was searched. */
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

/** Returns whether a word is a flag. Before a command, only help flags are allowed. */
const isFlag = (word: string | undefined): boolean => word === undefined || word.startsWith("-")

/** Finds the command at the start of a command line. */
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
  const hosts = group.commands.flatMap(({ name, where }) => (name === second ? [where] : []))
  if (hosts.length === 0) {
    const known = [...new Set(group.commands.flatMap(({ name }) => name ?? []))]
    return { kind: "nothing", word: second!, group: group.name, known }
  }
  return { kind: "command", words: [first!, second!], where: hostFor(hosts, others), section, rest: others }
}

/** The error for an unknown command, with the nearest known one. */
export const noSuchCommand = ({
  group,
  known,
  word
}: Extract<CommandMatch, { kind: "nothing" }>): Refusal => {
  const suggestion = didYouMean(word, known)
  return group === null
    ? usageRefusal(`There is no command ${word}.${suggestion}`, "adwarden --help")
    : usageRefusal(`${group} has no command ${word}.${suggestion}`, `adwarden ${group} --help`)
}

export const matchedCommand = async ({
  section,
  where,
  words
}: Pick<Extract<CommandMatch, { kind: "command" }>, "section" | "where" | "words">): Promise<CommandInfo> => {
  const { commands } = await commandsIn[section.file]!()
  return commands.find((command) => command.where === where && command.words.join(" ") === words.join(" "))!
}
