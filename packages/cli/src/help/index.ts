import type { Terminal } from "../terminal/terminal.ts"
import { commandNamed, type Found, findCommand, noSuchCommand } from "../tree/find.ts"
import { commandHelp, groupHelp, topHelp } from "./render.ts"

/** Whether somebody asks how it works: by flag at any place before `--`, or by the word in front. */
export const asksForHelp = (args: ReadonlyArray<string>): boolean => {
  const end = args.indexOf("--")
  const said = end === -1 ? args : args.slice(0, end)
  return said[0] === "help" || said.includes("--help") || said.includes("-h")
}

const textFor = async (found: Found, { out }: Terminal): Promise<string> => {
  if (found.kind === "top") return topHelp(out)
  if (found.kind === "group") return groupHelp(found.group, out)
  if (found.kind === "nothing") throw await noSuchCommand(found)
  return commandHelp(await commandNamed(found.section, found.words), out)
}

/** Answers from what was written down when the CLI was built. */
export const showHelp = async (args: ReadonlyArray<string>, terminal: Terminal): Promise<number> => {
  const asked = args[0] === "help" ? args.slice(1) : args
  const found = findCommand(asked.filter((arg) => !arg.startsWith("-")))
  terminal.out.line(await textFor(found, terminal))
  return 0
}
