import { operations } from "@adwarden/client/operations"
import { commandOf } from "../../src/api/command-of.ts"
import { hereCommands } from "../../src/commands/here.ts"
import type { CommandInfo, GroupInfo, SectionInfo } from "../../src/tree/command-info.ts"
import { sections } from "../../src/tree/sections.ts"
import { operatorGroups } from "./operator-commands.ts"

const mark = "// Made from the contract and the commands by `npm run cli:generate`; do not edit.\n"

const ofHere = ({ run: _, ...command }: (typeof hereCommands)[number]): CommandInfo => ({
  ...command,
  where: "here"
})

/** Every command there is: those of the API before those of the machine where a group has both. */
export const allCommands: ReadonlyArray<CommandInfo> = [
  ...operations.map(commandOf),
  ...hereCommands.map(ofHere),
  ...operatorGroups.flatMap(({ commands }) => commands)
]

const byGroup = Map.groupBy(allCommands, ({ words }) => words[0]!)

const groupInfo = (name: string, own: string | null): GroupInfo => {
  const commands = byGroup.get(name)!
  return {
    name,
    summary: own ?? commands[0]!.summary,
    commands: commands.map(({ summary, where, words }) => ({ name: words[1] ?? null, summary, where }))
  }
}

/** Groups of a section that exist: another part of the CLI may bring the rest. */
const there = (groups: Readonly<Record<string, string | null>>) =>
  Object.entries(groups).filter(([name]) => byGroup.has(name))

const checkEveryGroupHasAPlace = (): void => {
  const placed = new Set(sections.flatMap(({ groups }) => Object.keys(groups)))
  const homeless = [...byGroup.keys()].filter((name) => !placed.has(name))
  if (homeless.length > 0) throw new Error(`No section in src/tree/sections.ts names: ${homeless.join(", ")}`)
}

/** Everything below src/generated, by path. */
export const generatedFiles = (): ReadonlyMap<string, string> => {
  checkEveryGroupHasAPlace()
  const overview: ReadonlyArray<SectionInfo> = sections.map(({ file, groups, title }) => ({
    title,
    file,
    groups: there(groups).map(([name, own]) => groupInfo(name, own))
  }))
  return new Map([
    [
      "overview.ts",
      `${mark}import type { CommandInfo, SectionInfo } from "../tree/command-info.ts"

/** What there is, arranged as the help shows it. */
export const overview: ReadonlyArray<SectionInfo> = ${JSON.stringify(overview)}

/** Everything about the commands of a section, read when it is asked for. */
export const commandsIn: Readonly<Record<string, () => Promise<{ readonly commands: ReadonlyArray<CommandInfo> }>>> = {
  ${sections.map(({ file }) => `${file}: () => import("./${file}.ts")`).join(",\n")}
}
`
    ],
    ...sections.map(
      ({ file, groups }) =>
        [
          `${file}.ts`,
          `${mark}import type { CommandInfo } from "../tree/command-info.ts"

export const commands: ReadonlyArray<CommandInfo> = ${JSON.stringify(there(groups).flatMap(([name]) => byGroup.get(name)!))}
`
        ] as const
    )
  ])
}
