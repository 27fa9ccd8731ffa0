import { commandsIn, overview } from "../generated/overview.ts"
import { didYouMean } from "../parse/nearest.ts"
import { misused, type Refusal } from "../refusal.ts"
import type { CommandInfo, GroupInfo, SectionInfo } from "./command-info.ts"

/** What the words of a command line name. */
export type Found =
  | { readonly kind: "top" }
  | { readonly kind: "group"; readonly group: GroupInfo; readonly section: SectionInfo }
  | {
      readonly kind: "command"
      readonly words: ReadonlyArray<string>
      readonly where: CommandInfo["where"]
      readonly section: SectionInfo
      readonly rest: ReadonlyArray<string>
    }

const allGroups = overview.flatMap((section) => section.groups.map((group) => ({ group, section })))

const unknownCommand = (group: GroupInfo, word: string): Refusal =>
  misused(
    `${group.name} has no command ${word}.${didYouMean(
      word,
      group.commands.flatMap(({ name }) => name ?? [])
    )}`,
    `adwarden ${group.name} --help`
  )

/** A name is not a flag, and flags may stand before it only where they ask for help. */
const isFlag = (word: string | undefined): boolean => word === undefined || word.startsWith("-")

/** Finds the command that a command line begins with. Throws a refusal that names the nearest where there is none. */
export const findCommand = (args: ReadonlyArray<string>): Found => {
  const [first, second, ...others] = args
  if (isFlag(first)) return { kind: "top" }
  const found = allGroups.find(({ group }) => group.name === first)
  if (found === undefined) {
    const near = didYouMean(
      first!,
      allGroups.map(({ group }) => group.name)
    )
    throw misused(`There is no command ${first}.${near}`, "adwarden --help")
  }
  const { group, section } = found
  const alone = group.commands.find(({ name }) => name === null)
  if (alone !== undefined) {
    return { kind: "command", words: [first!], where: alone.where, section, rest: args.slice(1) }
  }
  if (isFlag(second)) return { kind: "group", group, section }
  const command = group.commands.find(({ name }) => name === second)
  if (command === undefined) throw unknownCommand(group, second!)
  return { kind: "command", words: [first!, second!], where: command.where, section, rest: others }
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
