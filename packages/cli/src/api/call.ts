import type { Adwarden, Task } from "@adwarden/client"
import type { OperationInfo } from "@adwarden/client/operations"
import type { ParsedArguments } from "../parse.ts"
import { exitCodes } from "../refusal.ts"
import { jsonText } from "../terminal/json-text.ts"
import { progressOn } from "../terminal/progress.ts"
import { safeLine } from "../terminal/safe-text.ts"
import type { Terminal } from "../terminal/terminal.ts"
import { commandLine, renderCommands } from "./command-line.ts"
import { responseText } from "./show/response.ts"
import { paintState, type Values } from "./show/values.ts"

/** A running API command: the values that its parts share. */
export interface ApiCall {
  /** The command line, with some values replaced. */
  readonly commandLineWith: (overrides?: Readonly<Record<string, unknown>>) => string
  readonly operation: OperationInfo
  readonly client: Adwarden
  readonly input: Readonly<Record<string, unknown>>
  readonly given: ParsedArguments
  readonly terminal: Terminal
  /** Aborts on Ctrl-C. */
  readonly signal: AbortSignal
}

/** Prints data for programs, alone on standard output. */
export const printJson = (value: unknown, { given, operation, terminal: { out } }: ApiCall): void =>
  out.line(jsonText(value, given, operation.rows ?? undefined))

/** `--wait`: follows the task or approval of a response to its end. The response and the end are printed together. */

/** With `--json` there is one object: the response, and its end. */
const printEnd = (
  call: ApiCall,
  response: Values | null,
  name: "task" | "queued_write",
  end: Values
): void => {
  const { given, terminal } = call
  if (given.json) printJson(response === null ? end : { ...response, [name]: end }, call)
  else if (response === null) terminal.out.line(responseText(end, terminal.out))
  else {
    const { result, status } = end as { readonly result?: Values; readonly status: string }
    terminal.out.line(paintState(status, `It is ${status}.`, terminal.out.paint))
    if (result !== undefined) terminal.out.line(responseText(result, terminal.out))
  }
}

const printReason = ({ terminal: { err } }: ApiCall, reason: string | undefined): void => {
  if (reason !== undefined) err.line(`${err.paint.bad("✗")} ${safeLine(renderCommands(reason))}`)
}

export const followTask = async (
  call: ApiCall,
  task: { readonly task_tracking_id: number },
  response: Values | null
): Promise<number> => {
  const { client, signal, terminal } = call
  const name = `Task ${task.task_tracking_id}`
  const progress = progressOn(terminal.err)
  progress.show(name)
  const onProgress = ({ stage, status }: Task) => progress.show(safeLine(stage ?? `${name}: ${status}`))
  const end = await client.tasks.wait(task, { signal, onProgress }).finally(progress.end)
  printEnd(call, response, "task", { ...end })
  printReason(call, end.error?.message)
  return end.status === "completed" ? exitCodes.done.code : exitCodes.ended.code
}

export const followApproval = async (
  call: ApiCall,
  held: { readonly queued_recommendation_id: string },
  response: Values | null
): Promise<number> => {
  const { client, signal, terminal } = call
  const progress = progressOn(terminal.err)
  progress.show(`${held.queued_recommendation_id} is waiting for approval`)
  const end = await client.queuedWrites.wait(held, { signal }).finally(progress.end)
  printEnd(call, response, "queued_write", { ...end })
  printReason(call, end.reason)
  return end.status === "approved" ? exitCodes.done.code : exitCodes.ended.code
}

/** The command that follows it later. */
export const followCommand = (response: Values): string | null => {
  const { queued_recommendation_id: queued, task_tracking_id: task } = response
  if (typeof queued === "string") return `${commandLine("queued_writes.get")} ${queued} --wait`
  return typeof task === "number" ? `${commandLine("tasks.get")} ${task} --wait` : null
}
