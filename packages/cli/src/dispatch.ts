import { type CommandMatch, findCommand, matchedCommand, noSuchCommand } from "./find-command.ts"
import { asksForHelp, showHelp } from "./help.ts"
import { parse } from "./parse.ts"
import { printRefusal, Refusal, usageRefusal } from "./refusal.ts"
import type { LoadServer } from "./server-package.ts"
import { setVerbosity, type Terminal } from "./terminal/terminal.ts"

type Command = Extract<CommandMatch, { readonly kind: "command" }>

/** Parses the command line before the code of the command is loaded, so that an invalid one is rejected quickly. */
const run = async (match: Command, terminal: Terminal, loadServer: LoadServer): Promise<number | null> => {
  const command = await matchedCommand(match)
  const given = parse(match.rest, command)
  setVerbosity(given.verbosity)
  switch (command.where) {
    case "api": {
      const { runOperation } = await import("./api/run.ts")
      return runOperation(command.words, given, terminal)
    }
    case "here": {
      const { localCommands } = await import("./local-commands.ts")
      const local = localCommands.find(({ words }) => words.join(" ") === command.words.join(" "))!
      return local.run(given, terminal)
    }
    case "operator": {
      // It ends the process itself.
      const { main } = await loadServer(command.words)
      await main(given, command.words, terminal)
      return null
    }
  }
}

const runCommandLine = async (
  args: ReadonlyArray<string>,
  terminal: Terminal,
  loadServer: LoadServer
): Promise<number | null> => {
  if (asksForHelp(args)) return showHelp(args, terminal)
  const match = findCommand(args)
  if (match.kind === "command") return run(match, terminal, loadServer)
  if (match.kind === "nothing") throw noSuchCommand(match)
  const flag = args.find((arg) => arg.startsWith("-"))
  if (flag !== undefined)
    throw usageRefusal(`adwarden takes no ${flag} without a command.`, "adwarden --help")
  return showHelp(args, terminal)
}

/** Runs a command line and returns the exit code, or null if the command ends the process itself. */
export const dispatch = async (
  args: ReadonlyArray<string>,
  terminal: Terminal,
  loadServer: LoadServer
): Promise<number | null> => {
  setVerbosity("normal")
  try {
    return await runCommandLine(args, terminal, loadServer)
  } catch (error) {
    if (!(error instanceof Refusal)) throw error
    printRefusal(
      error,
      args.some((arg) => /^(--json|-j|--fields(=.*)?)$/.test(arg)),
      terminal
    )
    return error.exitCode
  }
}
