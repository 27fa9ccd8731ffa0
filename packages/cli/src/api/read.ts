import { callOperation, type OperationInfo } from "@adwarden/client/operations"
import { exitCodes } from "../exit-codes.ts"
import { barOn } from "../terminal/bar.ts"
import { progressOn } from "../terminal/progress.ts"
import { type Call, printJson } from "./call.ts"
import { followApproval, followTask } from "./follow.ts"
import { answerText } from "./show/answer.ts"
import { rowsTable } from "./show/rows.ts"
import type { Values } from "./show/values.ts"

const as = <Kind extends OperationInfo["kind"]>(operation: OperationInfo, _: Kind) =>
  operation as OperationInfo & { readonly kind: Kind }

const done = exitCodes.done.code

/** As many rows to a page as there may be, so that all of them take as few requests as they can. */
const largestPage = 100

const everyPage = async ({ client, input, operation, signal, terminal }: Call): Promise<Values> => {
  const list = callOperation(client, as(operation, "list"), { limit: largestPage, ...input }, { signal })
  const bar = barOn(terminal.err)
  const rows: Array<unknown> = []
  let total = 0
  try {
    for await (const page of list.pages()) {
      rows.push(...list.rowsOf(page))
      total = page.total
      bar.at(rows.length, total, `${rows.length} of ${total}`)
    }
  } finally {
    bar.end()
  }
  return { [operation.rows!]: rows, total, next_cursor: null }
}

/** Which of all rows these are, and how to see the others. For people only: data goes elsewhere. */
const moreOf = ({ line, terminal: { err } }: Call, shown: number, page: Values): void => {
  const next = page["next_cursor"]
  if (shown === 0) err.line("There are none.")
  if (typeof next !== "string") return
  const all = `${line({ cursor: undefined })} --all`
  err.line(err.paint.faint(`${shown} of ${String(page["total"])}. All: ${all}. The next: --cursor ${next}`))
}

export const readList = async (call: Call): Promise<number> => {
  const { client, given, input, operation, signal, terminal } = call
  const page = given.is("all")
    ? await everyPage(call)
    : ((await callOperation(client, as(operation, "list"), input, { signal }).page()) as unknown as Values)
  if (given.json) {
    printJson(page, terminal)
    return done
  }
  const rows = page[operation.rows!] as ReadonlyArray<Values>
  if (rows.length > 0) terminal.out.line(rowsTable(rows, terminal.out))
  moreOf(call, rows.length, page)
  return done
}

/** How much it will be nobody knows before its end: so it is told how much it is by now, to whoever sees nothing of it. */
export const readDownload = async (call: Call): Promise<number> => {
  const { client, given, input, operation, signal, terminal } = call
  const { format, ...rest } = input
  const download = callOperation(client, as(operation, "download"), rest, { signal })
  const form = given.json || typeof format !== "string" ? "json" : format
  const { err, out } = terminal
  const progress = err.isTerminal && !out.isTerminal ? progressOn(err) : null
  let size = 0
  try {
    for await (const chunk of download.bytes(form)) {
      size += chunk.length
      progress?.says(`${(size / 1e6).toFixed(1)} MB`)
      // Slow readers hold up the service, and not this machine's memory.
      if (!process.stdout.write(chunk)) await new Promise((drained) => process.stdout.once("drain", drained))
    }
  } finally {
    progress?.end()
  }
  return done
}

export const readOne = async (call: Call): Promise<number> => {
  const { client, given, input, operation, signal, terminal } = call
  if (given.is("wait")) {
    const id = input[operation.fields.find(({ place }) => place === "path")!.name]
    return operation.task
      ? followTask(call, { task_tracking_id: Number(id) }, null)
      : followApproval(call, { queued_recommendation_id: String(id) }, null)
  }
  const answer = (await callOperation(client, as(operation, "read"), input, { signal })) as Values
  if (given.json) printJson(answer, terminal)
  else terminal.out.line(answerText(answer, terminal.out))
  return done
}
