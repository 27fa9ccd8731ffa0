import { jsonText, type ParsedArguments, type Screen, thisTerminal } from "@adwarden/cli"
import { Effect } from "effect"
import {
  command,
  type HandlerInput,
  makeParameter,
  nested,
  type OperatorCommand,
  type Parameter
} from "../command-line/index.ts"
import { type Stop, usageStop } from "../stop.ts"

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

/** The command line itself, from which the form of the output is read. */
const output = makeParameter<ParsedArguments>(
  {
    flags: [
      {
        name: "json",
        value: null,
        description: "The output as JSON, alone on standard output; errors as JSON on standard error"
      }
    ]
  },
  Effect.succeedSome
)

const printOutput = (
  { failure = null, data, notes = [], text }: CommandOutput,
  given: ParsedArguments
): Effect.Effect<void, unknown> => {
  const { err, out } = thisTerminal()
  if (given.json) {
    try {
      out.line(jsonText(data, given))
    } catch (error) {
      return usageStop((error as Error).message)
    }
  } else {
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
  command(name, { config: nested(config), output }, description, ({ config: given, output: line }) =>
    Effect.flatMap(makeOutput(given, line.json), (made) => printOutput(made, line))
  )
