import { stripVTControlCharacters } from "node:util"
import { EmbeddedPostgresError } from "@adwarden/core"
import { CliConfig, Command, HelpDoc, ValidationError } from "@effect/cli"
import * as NodeContext from "@effect/platform-node/NodeContext"
import { Cause, Console, Effect, Exit, Fiber, Layer, Option } from "effect"
import { adwarden } from "./commands/index.ts"
import { nextCommand } from "./commands/next-command.ts"
import { exitCodes } from "./exit-codes.ts"
import { printRefusal, type RefusalMessage } from "./print-refusal.ts"
import { Stop } from "./stop.ts"
import type { Terminal } from "./terminal/terminal.ts"
import { version } from "./version.ts"

const runParsed = Command.run(adwarden, { name: "Adwarden", version, executable: "adwarden" })
/**
 * The parser prints what it does not understand, beside failing with it. That is told once, below, where all ends are
 * told: so nothing that it prints by itself is heard.
 */
const quietConsole = Layer.unwrapEffect(
  Effect.map(Effect.console, (console) =>
    Console.setConsole({ ...console, log: () => Effect.void, error: () => Effect.void })
  )
)
const layers = Layer.mergeAll(NodeContext.layer, CliConfig.layer({ showBuiltIns: false }), quietConsole)

/** An operator's command, by its words and what follows them. */
export const run = (args: ReadonlyArray<string>): Effect.Effect<void, unknown> =>
  Effect.provide(runParsed(["node", "adwarden", ...args]), layers)

/** Whoever stops these has what they wanted; every other command was not done yet. */
const runUntilStopped: ReadonlySet<string> = new Set(["dev", "serve", "worker"])

const toSingleLine = (text: string): string => text.trim().replace(/\s*\n\s*/g, " ")

interface CommandEnd {
  readonly code: number
  readonly refusal?: RefusalMessage
}

/** What to say when it ends like this, and the exit code. */
const endOf = (exit: Exit.Exit<void, unknown>, words: ReadonlyArray<string>): CommandEnd => {
  if (Exit.isSuccess(exit)) return { code: exitCodes.done.code }
  if (Cause.isInterruptedOnly(exit.cause)) {
    return { code: runUntilStopped.has(words[0]!) ? exitCodes.done.code : exitCodes.interrupted.code }
  }
  const failure = Option.getOrUndefined(Cause.failureOption(exit.cause))
  if (ValidationError.isValidationError(failure)) {
    const message = toSingleLine(stripVTControlCharacters(HelpDoc.toAnsiText(failure.error)))
    return { code: exitCodes.usage.code, refusal: { message, next: `adwarden ${words.join(" ")} --help` } }
  }
  if (failure instanceof Stop) {
    const { error, exitCode, message } = failure
    const next = nextCommand(failure, words)
    return { code: exitCode, refusal: { message: toSingleLine(message), next, ...(error && { error }) } }
  }
  if (failure instanceof EmbeddedPostgresError) {
    return { code: exitCodes.failed.code, refusal: { message: toSingleLine(failure.message) } }
  }
  // A defect of ours: here the stack is worth more than brevity.
  const message = Cause.pretty(exit.cause, { renderErrorCause: true })
  return { code: exitCodes.failed.code, refusal: { message, error: { code: "internal_error" } } }
}

/** The first signal asks for an orderly end, the second for an end. */
const endOnSignals = (fiber: Fiber.RuntimeFiber<void, unknown>): void => {
  let stopping = false
  const stop = (code: number) => () => {
    if (stopping) process.exit(code)
    stopping = true
    Effect.runFork(Fiber.interrupt(fiber))
  }
  process.on("SIGINT", stop(exitCodes.interrupted.code))
  process.on("SIGTERM", stop(143))
}

/** Runs an operator's command, by its words, and ends the process. */
export const main = (args: ReadonlyArray<string>, words: ReadonlyArray<string>, terminal: Terminal): void => {
  const fiber = Effect.runFork(run(args))
  endOnSignals(fiber)
  fiber.addObserver((exit) => {
    const { code, refusal } = endOf(exit, words)
    if (refusal !== undefined) printRefusal(refusal, args.includes("--json"), terminal)
    process.exit(code)
  })
}
