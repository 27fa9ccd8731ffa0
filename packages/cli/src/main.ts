import { EmbeddedPostgresError } from "@adwarden/core"
import { CliConfig, Command, ValidationError } from "@effect/cli"
import * as NodeContext from "@effect/platform-node/NodeContext"
import { Cause, Effect, Exit, Fiber, Layer, Option } from "effect"
import { adwarden } from "./commands/index.ts"
import { plainConsole } from "./plain-console.ts"
import { Stop } from "./stop.ts"
import { version } from "./version.ts"

const run = Command.run(adwarden, { name: "Adwarden", version, executable: "adwarden" })

/** What to say when it ends like this, and the exit code. Help and parse errors were already told. */
const ending = (exit: Exit.Exit<void, unknown>): { readonly code: number; readonly line?: string } => {
  if (Exit.isSuccess(exit) || Cause.isInterruptedOnly(exit.cause)) return { code: 0 }
  const failure = Option.getOrUndefined(Cause.failureOption(exit.cause))
  if (ValidationError.isValidationError(failure)) return { code: 1 }
  if (failure instanceof Stop || failure instanceof EmbeddedPostgresError) {
    const code = "code" in failure ? (failure.code ?? 1) : 1
    return { code, line: failure.message.replace(/\s*\n\s*/g, " ") }
  }
  // A defect of ours: here the stack is worth more than brevity.
  return { code: 1, line: Cause.pretty(exit.cause, { renderErrorCause: true }) }
}

/** The first signal asks for an orderly end, the second for an end. */
const endOnSignals = (fiber: Fiber.RuntimeFiber<void, unknown>): void => {
  let stopping = false
  const stop = (code: number) => () => {
    if (stopping) process.exit(code)
    stopping = true
    Effect.runFork(Fiber.interrupt(fiber))
  }
  process.on("SIGINT", stop(130))
  process.on("SIGTERM", stop(143))
}

export const main = (args: ReadonlyArray<string>): void => {
  const layers = Layer.mergeAll(NodeContext.layer, CliConfig.layer({ showBuiltIns: false }), plainConsole)
  const fiber = Effect.runFork(Effect.provide(run(args), layers))
  endOnSignals(fiber)
  fiber.addObserver((exit) => {
    const { code, line } = ending(exit)
    if (line !== undefined) process.stderr.write(`${line}\n`)
    process.exit(code)
  })
}
