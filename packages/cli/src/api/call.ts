import type { Adwarden } from "@adwarden/client"
import type { OperationInfo } from "@adwarden/client/operations"
import type { ParsedArguments } from "../parse/parsed-arguments.ts"
import type { Terminal } from "../terminal/terminal.ts"

/** A command of the API on its way: everything that the parts of it share. */
export interface ApiCall {
  /** The command line again, with other values where some are named. */
  readonly commandLineWith: (overrides?: Readonly<Record<string, unknown>>) => string
  readonly operation: OperationInfo
  readonly client: Adwarden
  readonly input: Readonly<Record<string, unknown>>
  readonly given: ParsedArguments
  readonly terminal: Terminal
  /** Ctrl-C. */
  readonly signal: AbortSignal
}

/** Data for programs, alone on standard output. */
export const printJson = (value: unknown, { out }: Terminal): void => out.line(JSON.stringify(value, null, 2))
