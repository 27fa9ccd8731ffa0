/** A piece of code, and its replacement without the guard. */
export interface Patch {
  readonly file: string
  /** The text to replace, which occurs once in the file. */
  readonly find: string
  readonly replacement: string
}

/** A test that must fail without the guard. */
export interface ProvingTest {
  readonly file: string
  /** The title of the test or its group, as in the file; `group > title` if it needs both. */
  readonly title: string
  /** The values for each `%s` or `%j` in the title of a parameterised test. */
  readonly row: ReadonlyArray<string>
}

/** An attack on the service, the guard that stops it, and the tests that fail without the guard. */
export interface Guard {
  /** A unique name, for `--only`. */
  readonly name: string
  /** The attack. */
  readonly attack: string
  /** The defence that stops it. */
  readonly defence: string
  /** Several if more than one guard stops the attack: they are removed together. */
  readonly patches: readonly [Patch, ...ReadonlyArray<Patch>]
  /**
   * Tests that must all fail. Without its guard, a test executes the attack, so list none that would reach
   * other systems.
   */
  readonly provingTests: readonly [ProvingTest, ...ReadonlyArray<ProvingTest>]
}

export interface GuardGroup {
  readonly title: string
  readonly guards: ReadonlyArray<Guard>
}

/** Returns a function that creates patches of one file. */
export const patchesIn =
  (file: string) =>
  (find: string, replacement: string): Patch => ({ file, find, replacement })

/** Returns a function that creates proving tests of one file. */
export const testsIn =
  (file: string) =>
  (title: string, ...row: ReadonlyArray<string>): ProvingTest => ({ file, title, row })

/** Returns the title that vitest shows when the test runs. */
export const displayTitle = ({ row, title }: ProvingTest): string =>
  row
    .reduce(
      (text, value) =>
        text.replace(/%[sj]/, (placeholder) => (placeholder === "%j" ? JSON.stringify(value) : value)),
      title
    )
    // Without a row, the title matches all rows.
    .replace(/%[sj].*$/, "")
