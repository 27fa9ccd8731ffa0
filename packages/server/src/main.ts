import {
  exitCodes,
  type ParsedArguments,
  printRefusal,
  type RefusalMessage,
  type Terminal
} from "@adwarden/cli"
import type { EmbeddedPostgresError } from "@adwarden/embedded-postgres"
import { Cause, Effect, Exit, Fiber, Option, Predicate } from "effect"
import { type CommandGroups, findCommand } from "./commands/groups.ts"
import { withSharedDatabase } from "./database.ts"
import { Stop } from "./stop.ts"

/** The command that lists valid names, by the first word of the command that had a wrong one. */
const listCommands: Readonly<Record<string, (org: string) => string>> = {
  keys: (org) => `adwarden keys list --org ${org}`,
  users: (org) => `adwarden users list --org ${org}`,
  "queued-writes": (org) => `adwarden queued-writes list --local --org ${org}`,
  accounts: (org) => `adwarden accounts list --org ${org}`,
  sync: (org) => `adwarden accounts list --org ${org}`,
  organizations: (org) => `adwarden organizations analyse-website <url> --org ${org}`,
  reports: (org) => `adwarden reports generate weekly --local --wait --org ${org}`
}

const membersCommand = (org: string): string => `adwarden users list --org ${org}`

const notFound = (message: string, org: string | null, group: string): string | null => {
  if (group === "mail") return "adwarden mail list"
  if (org === null || message.startsWith("The organization")) return "adwarden organizations list --local"
  return message.includes("among the members") ? membersCommand(org) : (listCommands[group]?.(org) ?? null)
}

/** Returns the command to try after a server command failed. A message that names one needs no other. */
const nextCommand = (
  { exitReason, message, next, organization = null }: Stop,
  words: ReadonlyArray<string>
): string | null => {
  if (next !== undefined || message.includes("adwarden ")) return next ?? null
  switch (exitReason) {
    case "usage":
      return `adwarden ${words.join(" ")} --help`
    case "notFound":
      return notFound(message, organization, words[0]!)
    case "notAllowed":
      return organization === null ? "adwarden organizations list --local" : membersCommand(organization)
    case "outOfReach":
      return "adwarden doctor"
    default:
      return null
  }
}

/** Runs a server command by its words and parsed arguments. */
export const run = (
  groups: CommandGroups,
  given: ParsedArguments,
  words: ReadonlyArray<string>
): Effect.Effect<void, unknown> =>
  Effect.flatMap(
    Effect.promise(() => findCommand(groups, words)),
    (command) =>
      (command && withSharedDatabase(command.run(given))) ??
      // The CLI and the server are installed separately, so their versions can differ.
      new Stop({
        message: `The installed @adwarden/server has no command ${words.join(" ")}. Install the newest of both: npm install --global @adwarden/cli @adwarden/server`
      })
  )

/** Stopping these commands is success. Any other command was not finished. */
const runUntilStopped: ReadonlySet<string> = new Set(["dev", "serve", "worker"])

const toSingleLine = (text: string): string => text.trim().replace(/\s*\n\s*/g, " ")

/** Compared by its tag, because most commands do not load the embedded Postgres. */
const isDatabaseFailure = (failure: unknown): failure is EmbeddedPostgresError =>
  Predicate.isTagged(failure, "EmbeddedPostgresError")

interface CommandEnd {
  readonly code: number
  readonly refusal?: RefusalMessage
}

/** The end of a command that a signal stopped. What failed because of it is no news, and a stack helps nobody. */
const endOfStopped = (cause: Cause.Cause<unknown>, words: ReadonlyArray<string>): CommandEnd => {
  const [defect] = Cause.defects(cause)
  if (defect !== undefined) {
    const [reason] = String(defect instanceof Error ? defect.message : defect).split("\n")
    return { code: exitCodes.failed.code, refusal: { message: `Stopped, but not in order: ${reason}` } }
  }
  return { code: runUntilStopped.has(words[0]!) ? exitCodes.done.code : exitCodes.interrupted.code }
}

/** The message and exit code for an exit. */
const endOf = (
  exit: Exit.Exit<void, unknown>,
  words: ReadonlyArray<string>,
  isStopped: boolean
): CommandEnd => {
  if (Exit.isSuccess(exit)) return { code: exitCodes.done.code }
  if (isStopped || Cause.isInterruptedOnly(exit.cause)) return endOfStopped(exit.cause, words)
  const failure = Option.getOrUndefined(Cause.failureOption(exit.cause))
  if (failure instanceof Stop) {
    const { error, exitCode, message } = failure
    const next = nextCommand(failure, words)
    return { code: exitCode, refusal: { message: toSingleLine(message), next, ...(error && { error }) } }
  }
  if (isDatabaseFailure(failure)) {
    return { code: exitCodes.failed.code, refusal: { message: toSingleLine(failure.message) } }
  }
  // An internal defect: the stack trace is worth more than brevity.
  const message = Cause.pretty(exit.cause, { renderErrorCause: true })
  return { code: exitCodes.failed.code, refusal: { message, error: { code: "internal_error" } } }
}

/** The first signal stops the command in order, the second at once. Returns whether there was one. */
const endOnSignals = (fiber: Fiber.RuntimeFiber<void, unknown>): (() => boolean) => {
  let stopping = false
  const stop = (code: number) => () => {
    if (stopping) process.exit(code)
    stopping = true
    Effect.runFork(Fiber.interrupt(fiber))
  }
  process.on("SIGINT", stop(exitCodes.interrupted.code))
  process.on("SIGTERM", stop(143))
  return () => stopping
}

/** Returns the function that runs one of these commands by its words, and ends the process. */
export const mainOf =
  (groups: CommandGroups) =>
  (given: ParsedArguments, words: ReadonlyArray<string>, terminal: Terminal): void => {
    const fiber = Effect.runFork(run(groups, given, words))
    const isStopped = endOnSignals(fiber)
    fiber.addObserver((exit) => {
      const { code, refusal } = endOf(exit, words, isStopped())
      if (refusal !== undefined) printRefusal(refusal, given.json, terminal)
      process.exit(code)
    })
  }
