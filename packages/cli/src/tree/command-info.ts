/** Who runs a command: the API through the client, the CLI itself, or the service's own code on its database. */
export type CommandHost = "api" | "here" | "operator"

/** A value that a command takes by its place. */
export interface ArgumentInfo {
  readonly name: string
  readonly description: string
  readonly required: boolean
  /** Takes all that follow. */
  readonly many: boolean
  /** The words that it takes, where it takes only some. */
  readonly words?: ReadonlyArray<string>
}

/** A value, or a yes, that a command takes by its name. */
export interface FlagInfo {
  /** Without its dashes. */
  readonly name: string
  /** What stands for its value in the help, `number` for one; null where its name alone says yes. */
  readonly value: string | null
  readonly description: string
  readonly required?: boolean
  /** May be given several times. */
  readonly repeated?: boolean
  readonly words?: ReadonlyArray<string>
  readonly default?: string | number | boolean
}

/** Everything that help and completion tell of a command. */
export interface CommandInfo {
  /** `["campaigns", "update"]` */
  readonly words: ReadonlyArray<string>
  readonly where: CommandHost
  /** What it does, in a line. */
  readonly summary: string
  /** More about it; may be empty. */
  readonly description: string
  readonly arguments: ReadonlyArray<ArgumentInfo>
  readonly flags: ReadonlyArray<FlagInfo>
  /** Whole command lines. */
  readonly examples: ReadonlyArray<string>
}

/** The first word of commands: a group of them, or one alone. */
export interface GroupInfo {
  readonly name: string
  readonly summary: string
  readonly commands: ReadonlyArray<{
    /** The word after the group's; null where the group is a command itself. */
    readonly name: string | null
    readonly summary: string
    readonly where: CommandHost
  }>
}

/** Groups that belong together for whoever looks for one. */
export interface SectionInfo {
  readonly title: string
  /** The file that tells of its commands in full. */
  readonly file: string
  readonly groups: ReadonlyArray<GroupInfo>
}
