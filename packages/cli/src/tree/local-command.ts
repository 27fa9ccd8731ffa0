import type { ParsedArguments } from "../parse/parsed-arguments.ts"
import type { Terminal } from "../terminal/terminal.ts"
import type { CommandInfo } from "./command-info.ts"

/** A command that the CLI runs itself, without the service's code. It returns its exit code. */
export interface LocalCommand extends Omit<CommandInfo, "where"> {
  readonly run: (given: ParsedArguments, terminal: Terminal) => Promise<number>
}
