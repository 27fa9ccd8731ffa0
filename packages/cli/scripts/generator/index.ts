import { readFileSync } from "node:fs"
import { operations } from "@adwarden/client/operations"
import { operatorCommands } from "../../../server/src/commands/index.ts"
import { type CommandInfo, type GroupInfo, localFlag, type SectionInfo } from "../../src/command-info.ts"
import { localCommands } from "../../src/local-commands.ts"
import { commandOf } from "./command-of.ts"
import { sections, withOutputFlags, withShortFlags } from "./sections.ts"
import { flagSharing } from "./shared-flags.ts"

const generatedNotice =
  "// Generated from the contract and the commands by `npm run generate`. Do not edit.\n"

const localCommandInfo = ({ run: _, ...command }: (typeof localCommands)[number]): CommandInfo => ({
  ...command,
  where: "here"
})

const apiCommands = operations.map(commandOf)
const serverCommands = (await operatorCommands()).map(({ run: _, ...command }): CommandInfo => command)

/** Adds `--local` to commands that exist both through the service and on its own machine. */
const withLocalFlag =
  (others: ReadonlyArray<CommandInfo>) =>
  (command: CommandInfo): CommandInfo =>
    others.some(({ words }) => words.join(" ") === command.words.join(" "))
      ? { ...command, flags: [...command.flags, localFlag] }
      : command

/** All commands. In a group with both kinds, API commands come before server commands. */
export const allCommands: ReadonlyArray<CommandInfo> = [
  ...apiCommands.map(withLocalFlag(serverCommands)),
  ...localCommands.map(localCommandInfo),
  ...serverCommands.map(withLocalFlag(apiCommands))
].map((command) => withShortFlags(withOutputFlags(command)))

const byGroup = Map.groupBy(allCommands, ({ words }) => words[0]!)

const groupInfo = (name: string, ownSummary: string | null): GroupInfo => {
  const commands = byGroup.get(name)!
  return {
    name,
    summary: ownSummary ?? commands[0]!.summary,
    commands: commands.map(({ summary, where, words }) => ({ name: words[1] ?? null, summary, where }))
  }
}

/** The groups of a section that exist. */
const existingGroups = (groups: Readonly<Record<string, string | null>>) =>
  Object.entries(groups).filter(([name]) => byGroup.has(name))

const checkEveryGroupHasASection = (): void => {
  const groupsInSections = new Set(sections.flatMap(({ groups }) => Object.keys(groups)))
  const groupsWithoutSection = [...byGroup.keys()].filter((name) => !groupsInSections.has(name))
  if (groupsWithoutSection.length > 0)
    throw new Error(`No section in scripts/generator/sections.ts names: ${groupsWithoutSection.join(", ")}`)
}

/** A copy of the contract's rule for similar names, because the CLI does not depend on core. */
const nearestName = (): string =>
  "// Copied from packages/core/src/contract/nearest.ts by `npm run generate`. Do not edit.\n\n" +
  readFileSync(new URL("../../../core/src/contract/nearest.ts", import.meta.url), "utf8")

/** Returns all files below src/generated, by path. */
export const generatedFiles = (): ReadonlyMap<string, string> => {
  checkEveryGroupHasASection()
  const overview: ReadonlyArray<SectionInfo> = sections.map(({ file, groups, title }) => ({
    title,
    file,
    groups: existingGroups(groups).map(([name, ownSummary]) => groupInfo(name, ownSummary))
  }))
  const { declarations, render } = flagSharing(allCommands)
  return new Map([
    ["nearest.ts", nearestName()],
    [
      "flags.ts",
      `${generatedNotice}import type { FlagInfo } from "../command-info.ts"

/* Flags that several commands have. */

${declarations}
`
    ],
    [
      "overview.ts",
      `${generatedNotice}import type { CommandInfo, SectionInfo } from "../command-info.ts"

/** All commands, arranged as the help shows them. */
export const overview: ReadonlyArray<SectionInfo> = ${JSON.stringify(overview)}

/** The complete commands of a section, loaded on demand. */
export const commandsIn: Readonly<Record<string, () => Promise<{ readonly commands: ReadonlyArray<CommandInfo> }>>> = {
  ${sections.map(({ file }) => `${file}: () => import("./${file}.ts")`).join(",\n")}
}
`
    ],
    ...sections.map(
      ({ file, groups }) =>
        [
          `${file}.ts`,
          `${generatedNotice}import type { CommandInfo } from "../command-info.ts"
import * as flag from "./flags.ts"

export const commands: ReadonlyArray<CommandInfo> = ${render(existingGroups(groups).flatMap(([name]) => byGroup.get(name)!))}
`
        ] as const
    )
  ])
}
