import { callOperation } from "@adwarden/client/operations"
import { exitCodes } from "../refusal.ts"
import { safeLine } from "../terminal/safe-text.ts"
import type { Screen } from "../terminal/terminal.ts"
import { type ApiCall, followApproval, followCommand, followTask, printJson } from "./call.ts"
import { commandLine, renderCommands } from "./command-line.ts"
import { nextCommand } from "./print-error.ts"
import { blockedReason, changesNothing, previewText } from "./show/preview.ts"
import { fieldsText, responseText } from "./show/response.ts"
import type { Values } from "./show/values.ts"

const isHeld = (response: Values): response is Values & { readonly queued_recommendation_id: string } =>
  response["outcome"] === "held"

const printHeld = async (
  call: ApiCall,
  held: Values & { readonly queued_recommendation_id: string }
): Promise<number> => {
  const { given, terminal } = call
  if (!given.json) {
    const { err } = terminal
    err.line(
      `${err.paint.warning("!")} Waiting for approval as ${held.queued_recommendation_id}. Nothing has changed yet.`
    )
    if (!given.is("wait")) err.line(`  ${err.paint.faint("Follow it:")} ${followCommand(held)}`)
  }
  if (given.is("wait")) return followApproval(call, held, held)
  if (given.json) printJson(held, call)
  return exitCodes.held.code
}

/** Shown in sentences and commands instead of the list of fields. */
const shownSeparately: ReadonlySet<string> = new Set([
  "outcome",
  "applied",
  "accepted",
  "action_id",
  "action_ids",
  "task_tracking_id",
  "status",
  "sync",
  "warnings",
  "changed"
])

const headline = (
  { accepted, action_id, applied, task_tracking_id: task }: Values,
  good: (text: string) => string
): string => {
  if (action_id === null && (applied === true || accepted === true))
    return "Already done: nothing had to change."
  return typeof task === "number" ? `${good("✓")} In progress as task ${task}.` : `${good("✓")} Done.`
}

/** An undo has no action of its own to undo. */
const undoLines = ({ action_id, action_ids, undone }: Values): ReadonlyArray<string> =>
  undone === undefined
    ? [action_ids ?? action_id]
        .flat()
        .flatMap((id) => (typeof id === "string" ? [`${commandLine("actions.undo")} ${id}`] : []))
    : []

const hasContent = (value: unknown): boolean =>
  value !== null && !(Array.isArray(value) && value.length === 0)

const printExecuted = ({ terminal: { err, out } }: ApiCall, response: Values, waits: boolean): void => {
  const { sync, warnings } = response
  out.line(headline(response, out.paint.good))
  const rest = Object.entries(response).filter(
    ([name, value]) => !shownSeparately.has(name) && hasContent(value)
  )
  if (rest.length > 0) out.line(responseText(Object.fromEntries(rest), out))
  for (const text of Array.isArray(warnings) ? warnings : []) {
    err.line(`${err.paint.warning("!")} ${safeLine(renderCommands(String(text)))}`)
  }
  if (sync === "pending") err.line(err.paint.faint("The ad platform is being updated."))
  for (const line of undoLines(response)) err.line(`${err.paint.faint("To undo:")} ${line}`)
  const followLine = followCommand(response)
  if (followLine !== null && !waits) err.line(`${err.paint.faint("Follow it:")} ${followLine}`)
}

/** Prints the result of a write, and follows it with `--wait`. */
const printOutcome = async (call: ApiCall, response: Values): Promise<number> => {
  if (isHeld(response)) return printHeld(call, response)
  const { given } = call
  const task = response["task_tracking_id"]
  const waits = given.is("wait") && typeof task === "number"
  if (!given.json) printExecuted(call, response, waits)
  if (waits) return followTask(call, { task_tracking_id: task as number }, response)
  if (given.json) printJson(response, call)
  return exitCodes.done.code
}

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
