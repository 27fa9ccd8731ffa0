import { type Screen, thisTerminal } from "@adwarden/cli"
import { Effect } from "effect"
import {
  command,
  type HandlerInput,
  nested,
  type OperatorCommand,
  type Parameter,
  switchFlag
} from "../command-line/index.ts"
import type { Stop } from "../stop.ts"

/** What an operator's command has to say: the one way in which any of them says something. */
export interface CommandOutput {
  /** For programs: with --json alone on standard output. It holds whatever the words say. */
  readonly data: unknown
  /** For people, on standard output; null where there is nothing but notes. */
  readonly text: string | ((out: Screen) => string) | null
  /** For people beside it, on standard error: what to do next, what is worth knowing. */
  readonly notes?: ReadonlyArray<string>
  /** Why it ended badly, where it did although there was something to show. */
  readonly failure?: Stop | null
}

const json = switchFlag(
  "json",
  "The answer as JSON, alone on standard output; errors as JSON on standard error"
)

const printOutput = (
  { failure = null, data, notes = [], text }: CommandOutput,
  json: boolean
): Effect.Effect<void, Stop> => {
  const { err, out } = thisTerminal()
  if (json) out.line(JSON.stringify(data, null, 2))
  else {
    if (text !== null) out.line(typeof text === "string" ? text : text(out))
    for (const note of notes) err.line(note)
  }
  return failure ?? Effect.void
}

/** A command that prints its output and ends. Every one of them has `--json`. */
export const outputCommand = <Config extends Readonly<Record<string, Parameter<unknown>>>, E>(
  name: string,
  config: Config,
  description: string,
  makeOutput: (given: HandlerInput<Config>) => Effect.Effect<CommandOutput, E>
): OperatorCommand =>
  command(name, { config: nested(config), json }, description, ({ config: given, json }) =>
    Effect.flatMap(makeOutput(given), (output) => printOutput(output, json))
  )
