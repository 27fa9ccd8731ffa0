import {
  type Bar,
  barOn,
  jsonText,
  type ParsedArguments,
  progressOn,
  type Screen,
  safeLine,
  thisTerminal
} from "@adwarden/cli"
import type { FollowedTask, FollowOptions } from "@adwarden/core"
import { Effect } from "effect"
import {
  command,
  type HandlerInput,
  makeParameter,
  nested,
  type OperatorCommand,
  type Parameter
} from "../command-line.ts"
import { Stop, usageStop } from "../stop.ts"

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

/** Progress on standard error, which is removed when the work ends, in any way. */

/** Work on many items, with a progress bar. */
export const withBar = <A, E, R>(work: (bar: Bar) => Effect.Effect<A, E, R>): Effect.Effect<A, E, R> =>
  Effect.suspend(() => {
    const bar = barOn(thisTerminal().err)
    return Effect.ensuring(work(bar), Effect.sync(bar.end))
  })

/** Longer than any task runs. */
const maxWaitSeconds = 900

/** Starts a task and, with `--wait`, shows the worker's current stage. */
export const startAndFollow = <A, E, R>(
  wait: boolean,
  start: (startAndFollow: FollowOptions) => Effect.Effect<A, E, R>
): Effect.Effect<A, E, R> =>
  Effect.suspend(() => {
    if (!wait) return start({ seconds: 0 })
    const progress = progressOn(thisTerminal().err)
    const tell = ({ stage }: Pick<FollowedTask, "stage">) =>
      progress.show(safeLine(stage ?? "Waiting for a worker"))
    tell({ stage: null })
    return Effect.ensuring(start({ seconds: maxWaitSeconds, onProgress: tell }), Effect.sync(progress.end))
  })

/** The reason why a task has no result; null if it completed, or the command did not wait. */
export const stopOf = (what: string, waited: boolean, followed: FollowedTask): Stop | null => {
  const { message, stage, status, task } = followed
  if (status === "failed") {
    return new Stop({ message: `${what} failed (task ${task}). ${message ?? ""}`, exitReason: "ended" })
  }
  if (!waited || status === "completed") return null
  const lastSeen =
    stage === null ? "No worker has started it. Check that one is running." : `Its last stage: ${stage}`
  const next = stage === null ? { next: "adwarden doctor" } : {}
  return new Stop({ message: `${what} has not finished yet (task ${task}). ${lastSeen}`, ...next })
}
