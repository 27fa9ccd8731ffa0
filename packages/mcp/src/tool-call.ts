import type { RawInput } from "@adwarden/core"
import {
  type AnyOperation,
  inputFromTool,
  NotFound,
  operations,
  PayloadTooLarge,
  ValidationError
} from "@adwarden/core/contract"
import { type Id, jsonRpcErrorCodes } from "./json-rpc.ts"
import { invalidMessage, isId, isObject, type Message, rejected } from "./message.ts"
import { nearestTool } from "./nearest-tool.ts"
import { operationByTool } from "./tools.ts"

/** The size of a message without the arguments of its tool. */
const overhead = 4 * 1024

/** No tool accepts a larger message. */
export const maxMessageBytes = Math.max(...operations.map((operation) => operation.maxBodyBytes)) + overhead

/** Passes the arguments on unchecked. The pipeline validates them, the same way on every surface. */
const inputOf = (operation: AnyOperation, args: unknown, bytes: number): RawInput => {
  if (!isObject(args)) {
    const fields = [{ path: "arguments", message: "must be a JSON object" }]
    return { values: {}, unreadable: new ValidationError({ fields }) }
  }
  const { problems, values } = inputFromTool(operation, args)
  if (bytes > operation.maxBodyBytes + overhead)
    return { values, unreadable: new PayloadTooLarge({ limit: operation.maxBodyBytes }) }
  return { values, unreadable: problems.length === 0 ? null : new ValidationError({ fields: problems }) }
}

const progressTokenOf = (meta: unknown): Id | null => {
  const token = isObject(meta) ? meta["progressToken"] : undefined
  return isId(token) ? token : null
}

/** Reads a tool call; `bytes` is the size of the message. */
export const toolCallOf = (id: Id, params: unknown, bytes: number): Message => {
  if (!isObject(params))
    return invalidMessage("params", "must be an object", jsonRpcErrorCodes.invalidParams, id)
  const { arguments: args = {}, name } = params
  if (typeof name !== "string")
    return invalidMessage("params.name", "must be a string", jsonRpcErrorCodes.invalidParams, id)
  const operation = operationByTool.get(name)
  if (operation === undefined) {
    const what = `The tool ${JSON.stringify(name.slice(0, 100).toWellFormed())}`
    const nearest = nearestTool(name)
    const next = `${nearest === null ? "" : `Did you mean ${nearest}? `}List the tools with tools/list.`
    return rejected(jsonRpcErrorCodes.invalidParams, new NotFound({ what, next }), id)
  }
  const progressToken = progressTokenOf(params["_meta"])
  return { kind: "tool_call", id, operation, input: inputOf(operation, args, bytes), progressToken }
}
