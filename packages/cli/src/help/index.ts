import type { Terminal } from "../terminal/terminal.ts"
import { type CommandMatch, findCommand, matchedCommand, noSuchCommand } from "../tree/find.ts"
import { commandHelp, groupHelp, topHelp } from "./render.ts"

/** Returns whether help is requested: by flag before `--`, or by the first word. */
export const asksForHelp = (args: ReadonlyArray<string>): boolean => {
  const end = args.indexOf("--")
  const beforeSeparator = end === -1 ? args : args.slice(0, end)
  return beforeSeparator[0] === "help" || beforeSeparator.includes("--help") || beforeSeparator.includes("-h")
}

const textFor = async (match: CommandMatch, { out }: Terminal): Promise<string> => {
  if (match.kind === "top") return topHelp(out)
  if (match.kind === "group") return groupHelp(match.group, out)
  if (match.kind === "nothing") throw await noSuchCommand(match)
  return commandHelp(await matchedCommand(match), out)
}

/** Shows help from the generated data. */
export const showHelp = async (args: ReadonlyArray<string>, terminal: Terminal): Promise<number> => {
  const requestedWords = args[0] === "help" ? args.slice(1) : args
  const match = findCommand(requestedWords.filter((arg) => !arg.startsWith("-") || arg === "--local"))
  terminal.out.line(await textFor(match, terminal))
  return 0
}
