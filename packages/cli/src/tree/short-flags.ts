import type { CommandInfo } from "./command-info.ts"

/** The letters of common flags, the same in every command. */
const letters: Readonly<Record<string, string>> = {
  all: "a",
  execute: "x",
  json: "j",
  limit: "L",
  org: "o",
  port: "p",
  profile: "p",
  quiet: "q",
  verbose: "v",
  wait: "w"
}

/** Returns a command whose common flags have their letters. */
export const withShortFlags = (command: CommandInfo): CommandInfo => ({
  ...command,
  flags: command.flags.map((flag) => {
    const short = letters[flag.name]
    return short === undefined ? flag : { ...flag, short }
  })
})
