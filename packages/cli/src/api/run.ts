import { Adwarden, AdwardenError } from "@adwarden/client"
import { operations } from "@adwarden/client/operations"
import { exitCodes } from "../exit-codes.ts"
import { demand, parse } from "../parse/parse.ts"
import { clientOptions } from "../session/identity.ts"
import type { Terminal } from "../terminal/terminal.ts"
import type { CommandInfo } from "../tree/command-info.ts"
import { version } from "../version.ts"
import type { Call } from "./call.ts"
import { lineOf } from "./example-of.ts"
import { inputOf } from "./input.ts"
import { commandWords } from "./names.ts"
import { readDownload, readList, readOne } from "./read.ts"
import { tellError } from "./tell-error.ts"
import { write } from "./write.ts"

const runners = { read: readOne, list: readList, download: readDownload, guarded: write, write } as const

const told = ({ operation, terminal: { err } }: Call): number => {
  err.line("")
  err.line(
    operation.kind === "guarded" || operation.kind === "write"
      ? "Stopped. Whether it was done, the log tells: adwarden actions list"
      : "Stopped."
  )
  return exitCodes.interrupted.code
}

/** Runs a command of the API: reads the command line, asks the service, shows what it answers. */
export const runOperation = async (
  command: CommandInfo,
  args: ReadonlyArray<string>,
  terminal: Terminal
): Promise<number> => {
  const operation = operations.find(({ name }) => commandWords(name).join(" ") === command.words.join(" "))!
  const given = parse(args, command)
  demand(given, command, ({ name }) => given.text(`${name}-file`) !== undefined)
  const input = inputOf(operation, given, process.env)
  const options = await clientOptions({ profile: given.text("profile"), url: given.text("url") })
  const client = new Adwarden({ ...options, userAgent: `adwarden-cli/${version}` })
  const controller = new AbortController()
  process.once("SIGINT", () => controller.abort())
  const line: Call["line"] = (instead) => lineOf(operation, { ...input, ...instead }, given.text("profile"))
  const call: Call = { line, operation, client, input, given, terminal, signal: controller.signal }
  try {
    return await runners[operation.kind](call)
  } catch (error) {
    if (controller.signal.aborted) return told(call)
    if (!(error instanceof AdwardenError)) throw error
    return tellError(error, call, given.json, terminal)
  }
}
