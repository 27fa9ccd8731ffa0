import { Chunk, Schema, Stream } from "effect"
import {
  type AnyOperation,
  envelope,
  errorSchemaOf,
  errorsOf,
  renderOutputMentions
} from "../contract/index.ts"
import { type HandlerResponse, type Rows, splitRows } from "../request/handler.ts"
import { parseJsonText } from "../request/json-text.ts"

const checks = new WeakMap<AnyOperation, (output: unknown) => unknown>()

/** Published schemas stay open, so that responses can gain fields. Here an undeclared field is a defect. */
const closed = { onExcessProperty: "error" } as const

const checkOf = (operation: AnyOperation) => {
  const check = checks.get(operation) ?? Schema.decodeUnknownSync(operation.output, closed)
  checks.set(operation, check)
  return check
}

/**
 * Rows are checked against the contract as they are read. A failing stream ends the transfer with an error.
 */
const checkedOutput = (operation: AnyOperation, output: unknown): unknown => {
  const check = checkOf(operation)
  const split = splitRows(operation, output)
  if (split === null) {
    const values = parseJsonText(output)
    // Hosts render sentences in values alone.
    if (values !== output && renderOutputMentions("rest", operation, values) !== values)
      throw new Error(`${operation.name} has sentences, so its output must consist of values`)
    return check(values) && output
  }
  const withRows = (rows: unknown) => ({ ...split.rest, [operation.rows!]: rows })
  check(withRows([]))
  const rows: Rows = Stream.mapChunks(split.rows, (chunk) => {
    check(withRows(Chunk.toReadonlyArray(chunk)))
    return chunk
  })
  return withRows(rows)
}

/**
 * Checks a response against its contract: its schema, or the errors that the operation declares. A mismatch
 * is a defect and is thrown, so every call in every test also checks the contract.
 */
export const checkResponse = (
  operation: AnyOperation,
  { result }: Pick<HandlerResponse<unknown>, "result">
): HandlerResponse<unknown>["result"] => {
  if ("output" in result) return { output: checkedOutput(operation, result.output) }
  const { _tag } = result.refused
  // A read has no body over HTTP, but a tool call can send more than any operation accepts.
  if (_tag !== "payload_too_large" && !errorsOf(operation).includes(_tag)) {
    throw new Error(`${operation.name} does not declare ${_tag}`)
  }
  Schema.decodeUnknownSync(errorSchemaOf(_tag), closed)(envelope(result.refused, "", "docs"))
  return result
}
