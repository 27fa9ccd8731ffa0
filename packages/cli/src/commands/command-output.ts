import { Command, Options } from "@effect/cli"
import { Effect, type Types } from "effect"
import type { Stop } from "../stop.ts"
import { type Screen, thisTerminal } from "../terminal/terminal.ts"

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

const json = Options.boolean("json").pipe(
  Options.withDescription("The answer as JSON, alone on standard output; errors as JSON on standard error")
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

/** What was typed, as a command's handler gets it. */
type HandlerInput<Config extends Command.Command.Config> = Types.Simplify<
  Command.Command.ParseConfig<{ readonly given: Config; readonly json: typeof json }>
>["given"]

/** A command that answers and ends. It knows --json as they all do; what it says is told here and nowhere else. */
export const outputCommand = <const Name extends string, const Config extends Command.Command.Config, E, R>(
  name: Name,
  config: Config,
  description: string,
  makeOutput: (given: HandlerInput<Config>) => Effect.Effect<CommandOutput, E, R>
) =>
  Command.make(name, { given: config, json }, ({ given, json }) =>
    Effect.flatMap(makeOutput(given), (output) => printOutput(output, json))
  ).pipe(Command.withDescription(description))
