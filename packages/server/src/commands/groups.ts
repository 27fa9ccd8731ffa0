import type { OperatorCommand } from "../command-line.ts"

/** The first word of commands, and how to load them: a command line loads its own group alone. */
export type CommandGroups = ReadonlyArray<
  readonly [word: string, load: () => Promise<ReadonlyArray<OperatorCommand>>]
>

/** Loads the command with these words; undefined if there is none. */
export const findCommand = async (
  groups: CommandGroups,
  words: ReadonlyArray<string>
): Promise<OperatorCommand | undefined> => {
  for (const [word, load] of groups) {
    if (word !== words[0]) continue
    const command = (await load()).find((one) => one.words.join(" ") === words.join(" "))
    if (command !== undefined) return command
  }
  return undefined
}
