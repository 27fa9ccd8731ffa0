import { Chunk, Schema, Stream } from "effect"
import { type AnyOperation, envelope, errorSchemaOf, errorsOf } from "../contract/index.ts"
import { type HandlerResponse, type Rows, splitRows } from "../request/handler.ts"

const checks = new WeakMap<AnyOperation, (output: unknown) => unknown>()

/** Published schemas stay open, so that answers may gain fields. Here a field that nobody declared is a defect. */
const closed = { onExcessProperty: "error" } as const

const checkOf = (operation: AnyOperation) => {
  const check = checks.get(operation) ?? Schema.decodeUnknownSync(operation.output, closed)
  checks.set(operation, check)
  return check
}

/** Rows are held against the contract as they come: a stream that dies is told as a transfer that breaks. */
const checkedOutput = (operation: AnyOperation, output: unknown): unknown => {
  const check = checkOf(operation)
  const split = splitRows(operation, output)
  if (split === null) return check(output) && output
  const withRows = (rows: unknown) => ({ ...split.rest, [operation.rows!]: rows })
  check(withRows([]))
  const rows: Rows = Stream.mapChunks(split.rows, (chunk) => {
    check(withRows(Chunk.toReadonlyArray(chunk)))
    return chunk
  })
  return withRows(rows)
}

/**
 * Holds an answer against its contract: its schema, or the errors that its operation declares. A mismatch is a
 * defect of ours and is thrown as one, so that every call of every test checks the contract, too.
 */
export const checkResponse = (
  operation: AnyOperation,
  { result }: Pick<HandlerResponse<unknown>, "result">
): HandlerResponse<unknown>["result"] => {
  if ("output" in result) return { output: checkedOutput(operation, result.output) }
  const { _tag } = result.refused
  // A read has no body over HTTP, but a tool can be sent more than any operation takes.
  if (_tag !== "payload_too_large" && !errorsOf(operation).includes(_tag)) {
    throw new Error(`${operation.name} does not declare ${_tag}`)
  }
  Schema.decodeUnknownSync(errorSchemaOf(_tag), closed)(envelope(result.refused, "", "docs"))
  return result
}
