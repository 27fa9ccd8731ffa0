import type { ParsedArguments } from "../parse/parsed-arguments.ts"

/** How much a command prints besides its result and errors. */
export type Verbosity =
  /** Nothing. */
  | "quiet"
  /** Notes and progress. */
  | "normal"
  /** Also its requests, or the log of the service's code. */
  | "verbose"

// One command runs in a process, so its verbosity is the process's.
let current: Verbosity = "normal"

export const verbosity = (): Verbosity => current

export const setVerbosity = (value: Verbosity): void => {
  current = value
}

/** Returns the verbosity that a command line asks for. */
export const verbosityOf = (given: ParsedArguments): Verbosity =>
  given.is("quiet") ? "quiet" : given.is("verbose") ? "verbose" : "normal"
