/** The values of a command line, by the names of the command's arguments and flags. */
export class ParsedArguments {
  readonly #arguments: ReadonlyMap<string, ReadonlyArray<string>>
  readonly #flags: ReadonlyMap<string, ReadonlyArray<string>>
  readonly #switches: ReadonlySet<string>

  constructor(
    values: ReadonlyMap<string, ReadonlyArray<string>>,
    flags: ReadonlyMap<string, ReadonlyArray<string>>,
    switches: ReadonlySet<string>
  ) {
    this.#arguments = values
    this.#flags = flags
    this.#switches = switches
  }

  /** The value of an argument. */
  argument(name: string): string | undefined {
    return this.#arguments.get(name)?.[0]
  }

  /** All values of an argument. */
  all(name: string): ReadonlyArray<string> {
    return this.#arguments.get(name) ?? []
  }

  /** The value of a flag; the last one counts. */
  text(name: string): string | undefined {
    return this.#flags.get(name)?.at(-1)
  }

  texts(name: string): ReadonlyArray<string> {
    return this.#flags.get(name) ?? []
  }

  /** Whether a flag without a value is present. */
  is(name: string): boolean {
    return this.#switches.has(name)
  }

  /** The fields of `--fields`; null without it. */
  get fields(): ReadonlyArray<string> | null {
    const text = this.text("fields")
    if (text === undefined) return null
    return text
      .split(",")
      .map((field) => field.trim())
      .filter((field) => field !== "")
  }

  /** Whether the output is for programs. Selected fields are. */
  get json(): boolean {
    return this.is("json") || this.fields !== null
  }
}
