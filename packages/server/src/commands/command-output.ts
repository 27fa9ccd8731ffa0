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

/** The output of a server command. */
export interface CommandOutput {
  /** For programs: printed alone on standard output with --json. It contains everything that the text states. */
  readonly data: unknown
  /** For people, on standard output; null if there are only notes. */
  readonly text: string | ((out: Screen) => string) | null
  /** Notes for people, on standard error: what to do next, what is worth knowing. */
  readonly notes?: ReadonlyArray<string>
  /** The failure of a command that still has output. */
  readonly failure?: Stop | null
}

const json = switchFlag(
  "json",
  "The output as JSON, alone on standard output; errors as JSON on standard error"
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

/** Declares a command that prints its output and ends. All of them have `--json`. */
export const outputCommand = <Config extends Readonly<Record<string, Parameter<unknown>>>, E>(
  name: string,
  config: Config,
  description: string,
  makeOutput: (given: HandlerInput<Config>, json: boolean) => Effect.Effect<CommandOutput, E>
): OperatorCommand =>
  command(name, { config: nested(config), json }, description, ({ config: given, json }) =>
    Effect.flatMap(makeOutput(given, json), (output) => printOutput(output, json))
  )
