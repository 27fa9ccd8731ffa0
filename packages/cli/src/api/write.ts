import { callOperation } from "@adwarden/client/operations"
import { exitCodes } from "../exit-codes.ts"
import type { Screen } from "../terminal/terminal.ts"
import { type ApiCall, printJson } from "./call.ts"
import { nextCommand } from "./next-command.ts"
import { printOutcome } from "./outcome.ts"
import { blockedReason, changesNothing, previewText } from "./show/preview.ts"
import { fieldsText } from "./show/response.ts"
import type { Values } from "./show/values.ts"

/** What the client's guarded methods answer without `dry_run: false`. */
type Preview = Values & { readonly execute: (options: { readonly signal: AbortSignal }) => Promise<Values> }

/** Somebody at a terminal is asked; with `--json` the caller is a program, and programs say `--execute`. */
const canAsk = ({ given, terminal }: ApiCall): boolean => terminal.isInteractive && !given.json

const printNotExecuted = ({ commandLineWith, operation, terminal: { err } }: ApiCall): void => {
  const what = operation.kind === "guarded" ? "This is a preview" : "Nothing was sent"
  err.line(`${what}: nothing was changed. To do it: ${commandLineWith()} --execute`)
}

const printDeclined = ({ terminal: { err } }: ApiCall): number => {
  err.line("Nothing was changed.")
  return exitCodes.declined.code
}

const printRequest = (screen: Screen, call: ApiCall): void =>
  screen.line(
    `${screen.paint.strong(call.operation.summary)}\n${fieldsText(Object.entries(call.input), screen)
      .split("\n")
      .map((line) => `  ${line}`)
      .join("\n")}`
  )

/** What has no preview: told in the words of the command, asked, and done. */
const writeAtOnce = async (call: ApiCall): Promise<number> => {
  const { client, given, input, operation, signal, terminal } = call
  if (!given.is("execute")) {
    if (given.json) printJson({ outcome: "not_executed", operation: operation.name, input }, terminal)
    else printRequest(terminal.out, call)
    if (!canAsk(call)) {
      printNotExecuted(call)
      return exitCodes.done.code
    }
    if (!(await terminal.confirm("Do it?"))) return printDeclined(call)
  }
  const response = (await callOperation(client, operation, input, { signal })) as Values
  return printOutcome(call, response)
}

/** Executes a preview that a program looked at before: the service refuses it if something else would come of it now. */
const executePreviewed = async (call: ApiCall): Promise<number> => {
  const { client, input, operation, signal } = call
  const response = (await callOperation(
    client,
    operation,
    { ...input, dry_run: false },
    { signal }
  )) as Values
  return printOutcome(call, response)
}

/** What would be refused is not asked for; the same command in the form that would go through is told instead. */
const printBlocked = (call: ApiCall, preview: Values): number => {
  const { err } = call.terminal
  const code = typeof preview["blocked_by"] === "string" ? "launch_blocked" : "budget_cap_exceeded"
  const next = nextCommand(code, preview, call)
  if (next !== null) err.line(`  ${err.paint.faint("Try:")} ${next}`)
  return exitCodes.refused.code
}

const previewFirst = async (call: ApiCall): Promise<number> => {
  const { client, given, input, operation, signal, terminal } = call
  const { execute, ...preview } = (await callOperation(client, operation, input, { signal })) as Preview
  const shouldExecute = given.is("execute")
  if (given.json && !shouldExecute) printJson(preview, terminal)
  if (!given.json) terminal.out.line(previewText(preview, terminal.out))
  if (shouldExecute) return printOutcome(call, await execute({ signal }))
  if (blockedReason(preview) !== null) return printBlocked(call, preview)
  if (changesNothing(preview)) return exitCodes.done.code
  if (!canAsk(call)) {
    printNotExecuted(call)
    return exitCodes.done.code
  }
  return (await terminal.confirm("Do it?"))
    ? printOutcome(call, await execute({ signal }))
    : printDeclined(call)
}

/** A write: shown, asked or told to go on, and carried out exactly as it was shown. */
export const write = (call: ApiCall): Promise<number> => {
  if (call.operation.kind === "write") return writeAtOnce(call)
  const hasPreviewHash = call.given.is("execute") && call.input["preview_hash"] !== undefined
  return hasPreviewHash ? executePreviewed(call) : previewFirst(call)
}
