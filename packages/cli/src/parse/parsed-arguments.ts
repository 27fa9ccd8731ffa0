/** What a command line says, by the names of a command's arguments and flags. */
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

  /** The value in an argument's place. */
  argument(name: string): string | undefined {
    return this.#arguments.get(name)?.[0]
  }

  /** All that an argument took. */
  all(name: string): ReadonlyArray<string> {
    return this.#arguments.get(name) ?? []
  }

  /** A flag's value; the last one counts. */
  text(name: string): string | undefined {
    return this.#flags.get(name)?.at(-1)
  }

  texts(name: string): ReadonlyArray<string> {
    return this.#flags.get(name) ?? []
  }

  /** Whether a flag without a value was given. */
  is(name: string): boolean {
    return this.#switches.has(name)
  }

  get json(): boolean {
    return this.is("json")
  }
}
