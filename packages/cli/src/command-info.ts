/**
 * Where a command runs: through the client ("api"), in the CLI itself ("here"), or in the service's own code
 * ("operator").
 */
export type CommandHost = "api" | "here" | "operator"

/** A positional argument. */
export interface ArgumentInfo {
  readonly name: string
  readonly description: string
  readonly required: boolean
  /** Whether it takes all following values. */
  readonly many: boolean
  /** The accepted values, if they are limited. */
  readonly words?: ReadonlyArray<string>
}

/** A flag with or without a value. */
export interface FlagInfo {
  /** Without its dashes. */
  readonly name: string
  /** One letter that stands for it after a single dash. */
  readonly short?: string
  /** The placeholder of its value in the help, such as `number`; null for a flag without a value. */
  readonly value: string | null
  readonly description: string
  readonly required?: boolean
  /** Whether it can be given several times. */
  readonly repeated?: boolean
  readonly words?: ReadonlyArray<string>
  readonly default?: string | number | boolean
}

/** The help and completion data of a command. */
export interface CommandInfo {
  /** `["campaigns", "update"]` */
  readonly words: ReadonlyArray<string>
  readonly where: CommandHost
  /** What it does, in one line. */
  readonly summary: string
  /** More about it; can be empty. */
  readonly description: string
  readonly arguments: ReadonlyArray<ArgumentInfo>
  readonly flags: ReadonlyArray<FlagInfo>
  /** Whole command lines. */
  readonly examples: ReadonlyArray<string>
}

/** The first word of commands: a group of commands, or a single command. */
export interface GroupInfo {
  readonly name: string
  readonly summary: string
  readonly commands: ReadonlyArray<{
    /** The word after the group's; null if the group is itself a command. */
    readonly name: string | null
    readonly summary: string
    readonly where: CommandHost
  }>
}

/** A section of groups in the help. */
export interface SectionInfo {
  readonly title: string
  /** The file with its complete commands. */
  readonly file: string
  readonly groups: ReadonlyArray<GroupInfo>
}

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
