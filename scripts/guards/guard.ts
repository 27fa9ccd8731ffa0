/** A piece of the code, and what stands there once the guard is out. */
export interface Patch {
  readonly file: string
  /** Occurs once in the file, so that it is known what is taken out. */
  readonly find: string
  readonly replacement: string
}

/** A test that has to fail. */
export interface ProvingTest {
  readonly file: string
  /** Its title, or that of the group it is in, as it stands in the file; `group > title` where it needs both. */
  readonly title: string
  /** What stands for each `%s` or `%j` in a title that is for several. */
  readonly row: ReadonlyArray<string>
}

/** One way to attack the service, what stands against it, and the test that would tell if it were gone. */
export interface Guard {
  /** A name of its own, for `--only`. */
  readonly name: string
  /** What somebody tries. */
  readonly attack: string
  /** What stops them. */
  readonly defence: string
  /** Several where guards stand behind each other and each alone would hold. */
  readonly patches: readonly [Patch, ...ReadonlyArray<Patch>]
  /** Each of them has to fail. Without its guard a test does what the attack does: name none that would reach others. */
  readonly provingTests: readonly [ProvingTest, ...ReadonlyArray<ProvingTest>]
}

export interface GuardGroup {
  readonly title: string
  readonly guards: ReadonlyArray<Guard>
}

/** Makes the cuts of one file short to write down. */
export const patchesIn =
  (file: string) =>
  (find: string, replacement: string): Patch => ({ file, find, replacement })

/** Makes the tests of one file short to write down. */
export const testsIn =
  (file: string) =>
  (title: string, ...row: ReadonlyArray<string>): ProvingTest => ({ file, title, row })

/** The title as it is shown when the test runs. */
export const displayTitle = ({ row, title }: ProvingTest): string =>
  row
    .reduce(
      (text, value) =>
        text.replace(/%[sj]/, (placeholder) => (placeholder === "%j" ? JSON.stringify(value) : value)),
      title
    )
    // Without a row it stands for all of them.
    .replace(/%[sj].*$/, "")
