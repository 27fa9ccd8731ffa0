import { exitCodes } from "../exit-codes.ts"
import { safeLine } from "../terminal/safe-text.ts"
import { type ApiCall, printJson } from "./call.ts"
import { followApproval, followCommand, followTask } from "./follow.ts"
import { commandLine, renderCommands } from "./names.ts"
import { responseText } from "./show/response.ts"
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
export const printOutcome = async (call: ApiCall, response: Values): Promise<number> => {
  if (isHeld(response)) return printHeld(call, response)
  const { given } = call
  const task = response["task_tracking_id"]
  const waits = given.is("wait") && typeof task === "number"
  if (!given.json) printExecuted(call, response, waits)
  if (waits) return followTask(call, { task_tracking_id: task as number }, response)
  if (given.json) printJson(response, call)
  return exitCodes.done.code
}
