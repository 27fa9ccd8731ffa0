import { exitCodes } from "../exit-codes.ts"
import { progressOn } from "../terminal/progress.ts"
import { safeLine } from "../terminal/safe-text.ts"
import { type Call, printJson } from "./call.ts"
import { commandLine } from "./names.ts"
import { answerText } from "./show/answer.ts"
import type { Values } from "./show/values.ts"
import { inCommands } from "./words.ts"

/* `--wait`: what is left when a call was answered, followed to its end. The answer and the end are told together. */

/** With `--json` there is one object: what was answered, and what became of it. */
const tellEnd = ({ given, terminal }: Call, answer: Values | null, name: string, end: Values): void => {
  if (given.json) printJson(answer === null ? end : { ...answer, [name]: end }, terminal)
  else terminal.out.line(answerText(end, terminal.out))
}

export const followTask = async (
  call: Call,
  task: { readonly task_tracking_id: number },
  answer: Values | null
): Promise<number> => {
  const { client, signal, terminal } = call
  const progress = progressOn(terminal.err)
  progress.says(`Task ${task.task_tracking_id}`)
  const end = await client.tasks
    .wait(task, {
      signal,
      onProgress: ({ stage, status }) =>
        progress.says(safeLine(stage ?? `Task ${task.task_tracking_id}: ${status}`))
    })
    .finally(progress.end)
  tellEnd(call, answer, "task", { ...end })
  if (end.status === "completed") return exitCodes.done.code
  if (end.error !== undefined)
    terminal.err.line(`${terminal.err.paint.bad("✗")} ${safeLine(inCommands(end.error.message))}`)
  return exitCodes.ended.code
}

export const followApproval = async (
  call: Call,
  held: { readonly queued_recommendation_id: string },
  answer: Values | null
): Promise<number> => {
  const { client, signal, terminal } = call
  const progress = progressOn(terminal.err)
  progress.says(`${held.queued_recommendation_id} waits for a person's approval`)
  const end = await client.queuedWrites.wait(held, { signal }).finally(progress.end)
  tellEnd(call, answer, "queued_write", { ...end })
  return end.status === "approved" ? exitCodes.done.code : exitCodes.ended.code
}

/** How to look at it later, for whoever does not stay. */
export const laterFor = (answer: Values): string | null => {
  const { queued_recommendation_id: queued, task_tracking_id: task } = answer
  if (typeof queued === "string") return `${commandLine("queued_writes.get")} ${queued} --wait`
  return typeof task === "number" ? `${commandLine("tasks.get")} ${task} --wait` : null
}
