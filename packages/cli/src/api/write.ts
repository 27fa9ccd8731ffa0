import { callOperation } from "@adwarden/client/operations"
import { exitCodes } from "../exit-codes.ts"
import type { Screen } from "../terminal/terminal.ts"
import { type ApiCall, printJson } from "./call.ts"
import { nextCommand } from "./next-command.ts"
import { printOutcome } from "./outcome.ts"
import { blockedReason, changesNothing, previewText } from "./show/preview.ts"
import { fieldsText } from "./show/response.ts"
import type { Values } from "./show/values.ts"

/** The result of the client's guarded methods without `dry_run: false`. */
type Preview = Values & { readonly execute: (options: { readonly signal: AbortSignal }) => Promise<Values> }

/** Asks for confirmation only at a terminal. With `--json` the caller is a program, which uses `--execute`. */
const canAsk = ({ given, terminal }: ApiCall): boolean => terminal.isInteractive && !given.json

const printNotExecuted = ({ commandLineWith, operation, terminal: { err } }: ApiCall): void => {
  const what = operation.kind === "guarded" ? "This is a preview" : "Nothing was sent"
  err.line(`${what}: nothing was changed. To execute it: ${commandLineWith()} --execute`)
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

/** A write without a preview: described, confirmed and executed. */
const writeAtOnce = async (call: ApiCall): Promise<number> => {
  const { client, given, input, operation, signal, terminal } = call
  if (!given.is("execute")) {
    if (given.json) printJson({ outcome: "not_executed", operation: operation.name, input }, call)
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

/** Executes a preview that a program read before. The service rejects it if the result would now differ. */
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

/** A blocked change is not offered for confirmation. The nearest valid command is shown instead. */
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
  const isBlocked = blockedReason(preview) !== null
  if (given.json && !shouldExecute) printJson(preview, call)
  // The error of a refused execution says the same as its preview.
  if (!given.json && !(shouldExecute && isBlocked)) terminal.out.line(previewText(preview, terminal.out))
  if (shouldExecute) return printOutcome(call, await execute({ signal }))
  if (isBlocked) return printBlocked(call, preview)
  if (changesNothing(preview)) return exitCodes.done.code
  if (!canAsk(call)) {
    printNotExecuted(call)
    return exitCodes.done.code
  }
  return (await terminal.confirm("Do it?"))
    ? printOutcome(call, await execute({ signal }))
    : printDeclined(call)
}

/**
 * Runs a write: shows the preview, asks for confirmation or follows `--execute`, and executes exactly what was shown.
 */
export const write = (call: ApiCall): Promise<number> => {
  if (call.operation.kind === "write") return writeAtOnce(call)
  const hasPreviewHash = call.given.is("execute") && call.input["preview_hash"] !== undefined
  return hasPreviewHash ? executePreviewed(call) : previewFirst(call)
}
