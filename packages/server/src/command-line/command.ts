import type { CommandInfo, ParsedArguments } from "@adwarden/cli"
import { Effect, Option } from "effect"
import { type HandlerInput, nested, type Parameters } from "./parameter.ts"

/** A server command: its help and completion data, and its handler. */
export interface OperatorCommand extends CommandInfo {
  readonly where: "operator"
  readonly run: (given: ParsedArguments) => Effect.Effect<void, unknown>
}

const firstSentence = (text: string): string => /^.*?[.](?=\s|$)/s.exec(text)?.[0].slice(0, -1) ?? text

/** Declares a command. The first sentence of its description is its summary. */
export const command = <Config extends Parameters, E>(
  name: string,
  config: Config,
  description: string,
  handler: (given: HandlerInput<Config>) => Effect.Effect<void, E>
): OperatorCommand => {
  const parameters = nested(config)
  const summary = firstSentence(description)
  return {
    words: [name],
    where: "operator",
    summary,
    description: description.slice(summary.length + 1).trim(),
    arguments: parameters.arguments,
    flags: parameters.flags,
    examples: [],
    run: (given) => Effect.flatMap(Effect.map(parameters.read(given), Option.getOrThrow), handler)
  }
}

/** Declares commands that share their first word. */
export const group = (
  name: string,
  commands: ReadonlyArray<OperatorCommand>
): ReadonlyArray<OperatorCommand> => commands.map((one) => ({ ...one, words: [name, ...one.words] }))
