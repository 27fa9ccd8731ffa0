import type { ErrorEnvelope } from "@adwarden/core/contract"

/** MCP allows no null, and no fractions, for the id of a request. */
export type Id = string | number

export const codes = {
  parseError: -32700,
  invalidRequest: -32600,
  invalidParams: -32602
} as const
export type Code = (typeof codes)[keyof typeof codes]

/*
 * Answers are put together as text: a result is the largest part of an answer and already was, or is about
 * to be, turned into JSON for other reasons. To go through it once more would be most of a call's cost.
 */

export const resultJson = (id: Id, result: string): string =>
  `{"jsonrpc":"2.0","id":${JSON.stringify(id)},"result":${result}}`

/** The words are the envelope's, so that an error reads the same wherever it shows up. */
export const errorJson = (id: Id | null, code: Code, { error }: ErrorEnvelope): string =>
  JSON.stringify({ jsonrpc: "2.0", id, error: { code, message: error.message, data: error } })

/** Both forms that clients read: structured, and the same as text for those that show only that. */
export const outputJson = (output: unknown): string => {
  const json = JSON.stringify(output)
  return `{"content":[{"type":"text","text":${JSON.stringify(json)}}],"structuredContent":${json}}`
}

/** Without structuredContent: clients would hold it against the tool's output schema. */
export const toolErrorJson = (envelope: ErrorEnvelope): string =>
  JSON.stringify({ content: [{ type: "text", text: JSON.stringify(envelope) }], isError: true })
