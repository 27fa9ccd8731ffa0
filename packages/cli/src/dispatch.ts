import { asksForHelp, showHelp } from "./help.ts"
import { printRefusal, Refusal, usageRefusal } from "./refusal.ts"
import type { LoadServer } from "./server-package.ts"
import { setVerbosity, type Terminal, verbosityOf } from "./terminal/terminal.ts"
import type { CommandInfo } from "./tree/command-info.ts"
import { type CommandMatch, findCommand, matchedCommand, noSuchCommand } from "./tree/find.ts"

type Command = Extract<CommandMatch, { readonly kind: "command" }>

const runApi = async (
  command: CommandInfo,
  rest: ReadonlyArray<string>,
  terminal: Terminal
): Promise<number> => {
  const { runOperation } = await import("./api/run.ts")
  return runOperation(command, rest, terminal)
}

const runLocal = async (
  info: CommandInfo,
  rest: ReadonlyArray<string>,
  terminal: Terminal
): Promise<number> => {
  const [{ localCommands }, { requireArguments, parse }] = await Promise.all([
    import("./local-commands.ts"),
    import("./parse/parse.ts")
  ])
  const command = localCommands.find(({ words }) => words.join(" ") === info.words.join(" "))!
  const given = parse(rest, info)
  requireArguments(given, info)
  setVerbosity(verbosityOf(given))
  return command.run(given, terminal)
}

/**
 * Runs a server command, which loads the whole service and ends the process itself. An invalid command line is reported
 * before loading, with the same messages as for other commands.
 */
const runOperator = async (
  command: CommandInfo,
  rest: ReadonlyArray<string>,
  terminal: Terminal,
  loadServer: LoadServer
): Promise<null> => {
  const { requireArguments, parse } = await import("./parse/parse.ts")
  const given = parse(rest, command)
  requireArguments(given, command)
  setVerbosity(verbosityOf(given))
  const { main } = await loadServer(command.words)
  await main(given, command.words, terminal)
  return null
}

const run = async (match: Command, terminal: Terminal, loadServer: LoadServer): Promise<number | null> => {
  const { rest, where } = match
  const command = await matchedCommand(match)
  if (where === "operator") return runOperator(command, rest, terminal, loadServer)
  return where === "api" ? runApi(command, rest, terminal) : runLocal(command, rest, terminal)
}

const runCommandLine = async (
  args: ReadonlyArray<string>,
  terminal: Terminal,
  loadServer: LoadServer
): Promise<number | null> => {
  if (asksForHelp(args)) return showHelp(args, terminal)
  const match = findCommand(args)
  if (match.kind === "command") return run(match, terminal, loadServer)
  if (match.kind === "nothing") throw await noSuchCommand(match)
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
