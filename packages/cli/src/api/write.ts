import { callOperation } from "@adwarden/client/operations"
import { exitCodes } from "../exit-codes.ts"
import type { Screen } from "../terminal/terminal.ts"
import { type Call, printJson } from "./call.ts"
import { nextCommand } from "./next-command.ts"
import { tellOutcome } from "./outcome.ts"
import { fieldsText } from "./show/answer.ts"
import { changesNothing, previewText, whyBlocked } from "./show/preview.ts"
import type { Values } from "./show/values.ts"

/** What the client's guarded methods answer without `dry_run: false`. */
type Preview = Values & { readonly execute: (options: { readonly signal: AbortSignal }) => Promise<Values> }

/** Somebody at a terminal is asked; with `--json` the caller is a program, and programs say `--execute`. */
const canAsk = ({ given, terminal }: Call): boolean => terminal.isInteractive && !given.json

const notDone = ({ line, operation, terminal: { err } }: Call): void => {
  const what = operation.kind === "guarded" ? "This is a preview" : "Nothing was sent"
  err.line(`${what}: nothing was changed. To do it: ${line()} --execute`)
}

const declined = ({ terminal: { err } }: Call): number => {
  err.line("Nothing was changed.")
  return exitCodes.declined.code
}

const sayBefore = (screen: Screen, call: Call): void =>
  screen.line(
    `${screen.paint.strong(call.operation.summary)}\n${fieldsText(Object.entries(call.input), screen)
      .split("\n")
      .map((line) => `  ${line}`)
      .join("\n")}`
  )

/** What has no preview: told in the words of the command, asked, and done. */
const writeAtOnce = async (call: Call): Promise<number> => {
  const { client, given, input, operation, signal, terminal } = call
  if (!given.is("execute")) {
    if (given.json) printJson({ outcome: "not_executed", operation: operation.name, input }, terminal)
    else sayBefore(terminal.out, call)
    if (!canAsk(call)) {
      notDone(call)
      return exitCodes.done.code
    }
    if (!(await terminal.confirm("Do it?"))) return declined(call)
  }
  const answer = (await callOperation(client, operation, input, { signal })) as Values
  return tellOutcome(call, answer)
}

/** Executes a preview that a program looked at before: the service refuses it if something else would come of it now. */
const executeKnown = async (call: Call): Promise<number> => {
  const { client, input, operation, signal } = call
  const answer = (await callOperation(client, operation, { ...input, dry_run: false }, { signal })) as Values
  return tellOutcome(call, answer)
}

/** What would be refused is not asked for; the same command in the form that would go through is told instead. */
const blocked = (call: Call, preview: Values): number => {
  const { err } = call.terminal
  const code = typeof preview["blocked_by"] === "string" ? "launch_blocked" : "budget_cap_exceeded"
  const next = nextCommand(code, preview, call)
  if (next !== null) err.line(`  ${err.paint.faint("Try:")} ${next}`)
  return exitCodes.refused.code
}

const previewFirst = async (call: Call): Promise<number> => {
  const { client, given, input, operation, signal, terminal } = call
  const { execute, ...preview } = (await callOperation(client, operation, input, { signal })) as Preview
  const wanted = given.is("execute")
  if (given.json && !wanted) printJson(preview, terminal)
  if (!given.json) terminal.out.line(previewText(preview, terminal.out))
  if (wanted) return tellOutcome(call, await execute({ signal }))
  if (whyBlocked(preview) !== null) return blocked(call, preview)
  if (changesNothing(preview)) return exitCodes.done.code
  if (!canAsk(call)) {
    notDone(call)
    return exitCodes.done.code
  }
  return (await terminal.confirm("Do it?")) ? tellOutcome(call, await execute({ signal })) : declined(call)
}

/** A write: shown, asked or told to go on, and carried out exactly as it was shown. */
export const write = (call: Call): Promise<number> => {
  if (call.operation.kind === "write") return writeAtOnce(call)
  const isKnown = call.given.is("execute") && call.input["preview_hash"] !== undefined
  return isKnown ? executeKnown(call) : previewFirst(call)
}
