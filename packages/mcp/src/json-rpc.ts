import type { News } from "@adwarden/core"
import { type ErrorEnvelope, inWordsOf } from "@adwarden/core/contract"

/** MCP allows no null, and no fractions, for the id of a request. */
export type Id = string | number

export const codes = {
  parseError: -32700,
  invalidRequest: -32600,
  invalidParams: -32602
} as const
export type Code = (typeof codes)[keyof typeof codes]

/** The result is JSON already. */
export const resultJson = (id: Id, result: string): string =>
  `{"jsonrpc":"2.0","id":${JSON.stringify(id)},"result":${result}}`

/** What a client hears of a call before its answer. */
export const progressJson = (progressToken: Id, news: News): string => {
  const { message, ...numbers } = news
  const told = message === null ? {} : { message: inWordsOf("mcp", message) }
  const params = { progressToken, ...numbers, ...told }
  return JSON.stringify({ jsonrpc: "2.0", method: "notifications/progress", params })
}

/** The words are the envelope's, so that an error reads the same wherever it shows up. */
export const errorJson = (id: Id | null, code: Code, { error }: ErrorEnvelope): string =>
  JSON.stringify({ jsonrpc: "2.0", id, error: { code, message: error.message, data: error } })

/** For a request that carried no message which this could answer. */
export const refusalJson = (message: string): string =>
  JSON.stringify({ jsonrpc: "2.0", id: null, error: { code: -32000, message } })
