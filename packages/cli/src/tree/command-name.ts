import type { CommandHost, CommandInfo, FlagInfo } from "./command-info.ts"

/**
 * Some commands exist twice under one name: through the service, and with `--local` on the service's own machine, where
 * they need no credential.
 */
export const localFlag: FlagInfo = {
  name: "local",
  value: null,
  description: "On the service's own machine: act on its database as its operator, without a credential"
}

/** Returns the host that a command line asks for, of those that a name has. */
export const hostFor = (hosts: ReadonlyArray<CommandHost>, args: ReadonlyArray<string>): CommandHost => {
  const end = args.indexOf("--")
  const asksForLocal = (end === -1 ? args : args.slice(0, end)).includes(`--${localFlag.name}`)
  return hosts.find((host) => (host === "operator") === asksForLocal) ?? hosts[0]!
}

/** The words of a command, with `--local` if another command has the same words. */
export const nameWords = ({
  flags,
  where,
  words
}: Pick<CommandInfo, "flags" | "where" | "words">): ReadonlyArray<string> =>
  where === "operator" && flags.some(({ name }) => name === localFlag.name)
    ? [...words, `--${localFlag.name}`]
    : words
