import type { ProgressUpdate } from "@adwarden/core"
import { type ErrorEnvelope, renderMentions } from "@adwarden/core/contract"

/** MCP allows no null, and no fractions, for the id of a request. */
export type Id = string | number

export const jsonRpcErrorCodes = {
  parseError: -32700,
  invalidRequest: -32600,
  invalidParams: -32602
} as const
export type JsonRpcErrorCode = (typeof jsonRpcErrorCodes)[keyof typeof jsonRpcErrorCodes]

/** The result is JSON already. */
export const resultJson = (id: Id, result: string): string =>
  `{"jsonrpc":"2.0","id":${JSON.stringify(id)},"result":${result}}`

/** What a client hears of a call before its answer. */
export const progressJson = (progressToken: Id, update: ProgressUpdate): string => {
  const { message, ...numbers } = update
  const messageField = message === null ? {} : { message: renderMentions("mcp", message) }
  const params = { progressToken, ...numbers, ...messageField }
  return JSON.stringify({ jsonrpc: "2.0", method: "notifications/progress", params })
}

/** The words are the envelope's, so that an error reads the same wherever it shows up. */
export const errorJson = (id: Id | null, code: JsonRpcErrorCode, { error }: ErrorEnvelope): string =>
  JSON.stringify({ jsonrpc: "2.0", id, error: { code, message: error.message, data: error } })

/** For a request that carried no message which this could answer. */
export const refusalJson = (message: string): string =>
  JSON.stringify({ jsonrpc: "2.0", id: null, error: { code: -32000, message } })
