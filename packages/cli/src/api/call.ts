import type { Adwarden } from "@adwarden/client"
import type { OperationInfo } from "@adwarden/client/operations"
import type { ParsedArguments } from "../parse/parsed-arguments.ts"
import { jsonText } from "../terminal/json-text.ts"
import type { Terminal } from "../terminal/terminal.ts"

/** A running API command: the values that its parts share. */
export interface ApiCall {
  /** The command line, with some values replaced. */
  readonly commandLineWith: (overrides?: Readonly<Record<string, unknown>>) => string
  readonly operation: OperationInfo
  readonly client: Adwarden
  readonly input: Readonly<Record<string, unknown>>
  readonly given: ParsedArguments
  readonly terminal: Terminal
  /** Aborts on Ctrl-C. */
  readonly signal: AbortSignal
}

/** Prints data for programs, alone on standard output. */
export const printJson = (value: unknown, { given, operation, terminal: { out } }: ApiCall): void =>
  out.line(jsonText(value, given, operation.rows ?? undefined))
