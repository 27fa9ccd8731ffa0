import { exitCodes } from "../exit-codes.ts"
import { safeLine } from "../terminal/safe-text.ts"
import { type Call, printJson } from "./call.ts"
import { followApproval, followTask, laterFor } from "./follow.ts"
import { commandLine, inCommands } from "./names.ts"
import { answerText } from "./show/answer.ts"
import type { Values } from "./show/values.ts"

const isHeld = (answer: Values): answer is Values & { readonly queued_recommendation_id: string } =>
  answer["outcome"] === "held"

const tellHeld = async (
  call: Call,
  held: Values & { readonly queued_recommendation_id: string }
): Promise<number> => {
  const { given, terminal } = call
  if (!given.json) {
    const { err } = terminal
    err.line(
      `${err.paint.warning("!")} It waits for a person's approval, as ${held.queued_recommendation_id}. Nothing was changed yet.`
    )
    if (!given.is("wait")) err.line(`  ${err.paint.faint("Follow it:")} ${laterFor(held)}`)
  }
  if (given.is("wait")) return followApproval(call, held, held)
  if (given.json) printJson(held, terminal)
  return exitCodes.held.code
}

/** Told in words and in the commands that take them, rather than in a list. */
const toldApart: ReadonlySet<string> = new Set([
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
    return "It is so already: nothing had to change."
  return typeof task === "number" ? `${good("✓")} Under way, as task ${task}.` : `${good("✓")} Done.`
}

/** An action that took one back is none itself. */
const undoLines = ({ action_id, action_ids, undone }: Values): ReadonlyArray<string> =>
  undone === undefined
    ? [action_ids ?? action_id]
        .flat()
        .flatMap((id) => (typeof id === "string" ? [`${commandLine("actions.undo")} ${id}`] : []))
    : []

const isSaid = (value: unknown): boolean => value !== null && !(Array.isArray(value) && value.length === 0)

const tellExecuted = ({ terminal: { err, out } }: Call, answer: Values, waits: boolean): void => {
  const { sync, warnings } = answer
  out.line(headline(answer, out.paint.good))
  const rest = Object.entries(answer).filter(([name, value]) => !toldApart.has(name) && isSaid(value))
  if (rest.length > 0) out.line(answerText(Object.fromEntries(rest), out))
  for (const text of Array.isArray(warnings) ? warnings : []) {
    err.line(`${err.paint.warning("!")} ${safeLine(inCommands(String(text)))}`)
  }
  if (sync === "pending") err.line(err.paint.faint("The ad platform hears of it now."))
  for (const line of undoLines(answer)) err.line(`${err.paint.faint("Take it back:")} ${line}`)
  const later = laterFor(answer)
  if (later !== null && !waits) err.line(`${err.paint.faint("Follow it:")} ${later}`)
}

/** Tells what came of a write, and follows it where somebody stays. */
export const tellOutcome = async (call: Call, answer: Values): Promise<number> => {
  if (isHeld(answer)) return tellHeld(call, answer)
  const { given, terminal } = call
  const task = answer["task_tracking_id"]
  const waits = given.is("wait") && typeof task === "number"
  if (!given.json) tellExecuted(call, answer, waits)
  if (waits) return followTask(call, { task_tracking_id: task as number }, answer)
  if (given.json) printJson(answer, terminal)
  return exitCodes.done.code
}
