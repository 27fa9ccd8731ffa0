import type { CommandInfo, FlagInfo } from "./command-info.ts"

const fields: FlagInfo = {
  name: "fields",
  value: "names",
  description:
    "Only these fields, as JSON: names separated by commas, with dots into objects, such as slug,preview.budget"
}
const quiet: FlagInfo = {
  name: "quiet",
  value: null,
  description: "Only results and errors: no notes, no progress"
}
const verbose: FlagInfo = {
  name: "verbose",
  value: null,
  description: "Also note each request, or what the service logs, on standard error"
}

/** Returns a command with the flags that every command with `--json` has. */
export const withOutputFlags = (command: CommandInfo): CommandInfo =>
  command.flags.some(({ name }) => name === "json")
    ? { ...command, flags: [...command.flags, fields, quiet, verbose] }
    : command
