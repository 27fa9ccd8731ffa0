import type { Task } from "@adwarden/client"
import { exitCodes } from "../exit-codes.ts"
import { progressOn } from "../terminal/progress.ts"
import { safeLine } from "../terminal/safe-text.ts"
import { type Call, printJson } from "./call.ts"
import { commandLine, inCommands } from "./names.ts"
import { answerText } from "./show/answer.ts"
import { stateful } from "./show/states.ts"
import type { Values } from "./show/values.ts"

/* `--wait`: what is left when a call was answered, followed to its end. The answer and the end are told together. */

/** With `--json` there is one object: what was answered, and what became of it. */
const tellEnd = (call: Call, answer: Values | null, name: "task" | "queued_write", end: Values): void => {
  const { given, terminal } = call
  if (given.json) printJson(answer === null ? end : { ...answer, [name]: end }, terminal)
  else if (answer === null) terminal.out.line(answerText(end, terminal.out))
  else {
    const { result, status } = end as { readonly result?: Values; readonly status: string }
    terminal.out.line(stateful(status, `It is ${status}.`, terminal.out.paint))
    if (result !== undefined) terminal.out.line(answerText(result, terminal.out))
  }
}

const tellReason = ({ terminal: { err } }: Call, reason: string | undefined): void => {
  if (reason !== undefined) err.line(`${err.paint.bad("✗")} ${safeLine(inCommands(reason))}`)
}

export const followTask = async (
  call: Call,
  task: { readonly task_tracking_id: number },
  answer: Values | null
): Promise<number> => {
  const { client, signal, terminal } = call
  const name = `Task ${task.task_tracking_id}`
  const progress = progressOn(terminal.err)
  progress.says(name)
  const onProgress = ({ stage, status }: Task) => progress.says(safeLine(stage ?? `${name}: ${status}`))
  const end = await client.tasks.wait(task, { signal, onProgress }).finally(progress.end)
  tellEnd(call, answer, "task", { ...end })
  tellReason(call, end.error?.message)
  return end.status === "completed" ? exitCodes.done.code : exitCodes.ended.code
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
  tellReason(call, end.reason)
  return end.status === "approved" ? exitCodes.done.code : exitCodes.ended.code
}

/** How to look at it later, for whoever does not stay. */
export const laterFor = (answer: Values): string | null => {
  const { queued_recommendation_id: queued, task_tracking_id: task } = answer
  if (typeof queued === "string") return `${commandLine("queued_writes.get")} ${queued} --wait`
  return typeof task === "number" ? `${commandLine("tasks.get")} ${task} --wait` : null
}
