import type { ProgressUpdate } from "@adwarden/core"
import { type ErrorEnvelope, renderMentions } from "@adwarden/core/contract"

/** MCP does not allow null or fractions as the id of a request. */
export type Id = string | number

export const jsonRpcErrorCodes = {
  parseError: -32700,
  invalidRequest: -32600,
  invalidParams: -32602
} as const
export type JsonRpcErrorCode = (typeof jsonRpcErrorCodes)[keyof typeof jsonRpcErrorCodes]

/** Wraps a result that is already JSON. */
export const resultJson = (id: Id, result: string): string =>
  `{"jsonrpc":"2.0","id":${JSON.stringify(id)},"result":${result}}`

/** A progress notification for a call that is still running. */
export const progressJson = (progressToken: Id, update: ProgressUpdate): string => {
  const { message, ...numbers } = update
  const messageField = message === null ? {} : { message: renderMentions("mcp", message) }
  const params = { progressToken, ...numbers, ...messageField }
  return JSON.stringify({ jsonrpc: "2.0", method: "notifications/progress", params })
}

/** Uses the message of the error envelope, so that an error reads the same on every surface. */
export const errorJson = (id: Id | null, code: JsonRpcErrorCode, { error }: ErrorEnvelope): string =>
  JSON.stringify({ jsonrpc: "2.0", id, error: { code, message: error.message, data: error } })

/** For a request without a message that could be answered. */
export const refusalJson = (message: string): string =>
  JSON.stringify({ jsonrpc: "2.0", id: null, error: { code: -32000, message } })
