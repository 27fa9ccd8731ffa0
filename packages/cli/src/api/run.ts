import { Adwarden, AdwardenError } from "@adwarden/client"
import { operations } from "@adwarden/client/operations"
import type { ParsedArguments } from "../parse.ts"
import { exitCodes } from "../refusal.ts"
import { clientOptionsOf, identify, organizationFor } from "../session/identity.ts"
import { loggedFetch, type Terminal } from "../terminal/terminal.ts"
import { version } from "../version.ts"
import type { ApiCall } from "./call.ts"
import { commandLineFor, commandWords } from "./command-line.ts"
import { toInput } from "./input.ts"
import { printError } from "./print-error.ts"
import { readDownload, readList, readOne } from "./read.ts"
import { write } from "./write.ts"

const runners = { read: readOne, list: readList, download: readDownload, guarded: write, write } as const

const printInterrupted = ({ operation, terminal: { err } }: ApiCall): number => {
  err.line("")
  err.line(
    operation.kind === "guarded" || operation.kind === "write"
      ? "Stopped. Check whether it was executed: adwarden actions list"
      : "Stopped."
  )
  return exitCodes.interrupted.code
}

/** Runs an API command: calls the service and shows the response. */
export const runOperation = async (
  words: ReadonlyArray<string>,
  given: ParsedArguments,
  terminal: Terminal
): Promise<number> => {
  const operation = operations.find(({ name }) => commandWords(name).join(" ") === words.join(" "))!
  const identity = await identify({ profile: given.text("profile"), url: given.text("url") })
  const needsOrganization =
    given.text("org") === undefined && operation.fields.some(({ name }) => name === "org")
  const organization = needsOrganization ? await organizationFor(identity) : undefined
  const input = toInput(operation, given, organization)
  const client = new Adwarden({
    ...clientOptionsOf(identity),
    fetch: loggedFetch(terminal.err),
    userAgent: `adwarden-cli/${version}`
  })
  const controller = new AbortController()
  process.once("SIGINT", () => controller.abort())
  const line: ApiCall["commandLineWith"] = (instead) =>
    commandLineFor(operation, { ...input, ...instead }, given.text("profile"))
  const call: ApiCall = {
    commandLineWith: line,
    operation,
    client,
    input,
    given,
    terminal,
    signal: controller.signal
  }
  try {
    return await runners[operation.kind](call)
  } catch (error) {
    if (controller.signal.aborted) return printInterrupted(call)
    if (!(error instanceof AdwardenError)) throw error
    return printError(error, call, given.json, terminal)
  }
}
