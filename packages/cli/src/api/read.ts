import { callOperation, type OperationInfo } from "@adwarden/client/operations"
import { exitCodes } from "../refusal.ts"
import { barOn, progressOn } from "../terminal/progress.ts"
import { type ApiCall, followApproval, followTask, printJson } from "./call.ts"
import { responseText, rowsTable } from "./show/response.ts"
import type { Values } from "./show/values.ts"

const withKind = <Kind extends OperationInfo["kind"]>(operation: OperationInfo, _: Kind) =>
  operation as OperationInfo & { readonly kind: Kind }

const doneCode = exitCodes.done.code

/** The largest page, so that all rows take the fewest requests. */
const largestPage = 100

const everyPage = async ({ client, input, operation, signal, terminal }: ApiCall): Promise<Values> => {
  const list = callOperation(
    client,
    withKind(operation, "list"),
    { limit: largestPage, ...input },
    { signal }
  )
  const bar = barOn(terminal.err)
  const rows: Array<unknown> = []
  let total = 0
  try {
    for await (const page of list.pages()) {
      rows.push(...list.rowsOf(page))
      total = page.total
      bar.update(rows.length, total, `${rows.length} of ${total}`)
    }
  } finally {
    bar.end()
  }
  return { [operation.rows!]: rows, total, next_cursor: null }
}

/** States which rows these are, and how to see the others. For people only. */
const printPaging = (
  { commandLineWith, terminal: { err } }: ApiCall,
  rowCount: number,
  page: Values
): void => {
  const next = page["next_cursor"]
  if (rowCount === 0) err.line("No results.")
  if (typeof next !== "string") return
  const all = `${commandLineWith({ cursor: undefined })} --all`
  err.line(
    err.paint.faint(`${rowCount} of ${String(page["total"])}. All: ${all}. The next: --cursor ${next}`)
  )
}

export const readList = async (call: ApiCall): Promise<number> => {
  const { client, given, input, operation, signal, terminal } = call
  const page = given.is("all")
    ? await everyPage(call)
    : ((await callOperation(client, withKind(operation, "list"), input, {
        signal
      }).page()) as unknown as Values)
  if (given.json) {
    printJson(page, call)
    return doneCode
  }
  const rows = page[operation.rows!] as ReadonlyArray<Values>
  if (rows.length > 0) terminal.out.line(rowsTable(rows, terminal.out))
  printPaging(call, rows.length, page)
  return doneCode
}

/**
 * The total size is unknown until the end, so progress shows the size so far, unless the output goes to the terminal.
 */
export const readDownload = async (call: ApiCall): Promise<number> => {
  const { client, given, input, operation, signal, terminal } = call
  const { format, ...rest } = input
  const download = callOperation(client, withKind(operation, "download"), rest, { signal })
  const requestedFormat = given.json || typeof format !== "string" ? "json" : format
  const { err, out } = terminal
  const progress = err.isTerminal && !out.isTerminal ? progressOn(err) : null
  let size = 0
  try {
    for await (const chunk of download.bytes(requestedFormat)) {
      size += chunk.length
      progress?.show(`${(size / 1e6).toFixed(1)} MB`)
      // Backpressure: a slow reader slows the service down instead of filling memory.
      if (!process.stdout.write(chunk)) await new Promise((drained) => process.stdout.once("drain", drained))
    }
  } finally {
    progress?.end()
  }
  return doneCode
}

export const readOne = async (call: ApiCall): Promise<number> => {
  const { client, given, input, operation, signal, terminal } = call
  if (given.is("wait")) {
    const id = input[operation.fields.find(({ place }) => place === "path")!.name]
    return operation.task
      ? followTask(call, { task_tracking_id: Number(id) }, null)
      : followApproval(call, { queued_recommendation_id: String(id) }, null)
  }
  const response = (await callOperation(client, withKind(operation, "read"), input, { signal })) as Values
  if (given.json) printJson(response, call)
  else terminal.out.line(responseText(response, terminal.out))
  return doneCode
}
