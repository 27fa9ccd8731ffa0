import type { ProgressUpdate, RawInput } from "@adwarden/core"
import {
  type AnyOperation,
  type ErrorEnvelope,
  renderMentions,
  type ServiceError,
  ValidationError
} from "@adwarden/core/contract"
import type { JSONRPCRequest } from "@modelcontextprotocol/server"

/** MCP does not allow null or fractions as the id of a request. */
export type Id = string | number

/** A modern message is complete in itself (since 2026-07-28); a legacy one follows a handshake. */
export type Era = "modern" | "legacy"

export const jsonRpcErrorCodes = {
  parseError: -32700,
  invalidRequest: -32600,
  methodNotFound: -32601,
  invalidParams: -32602
} as const
type JsonRpcErrorCode = (typeof jsonRpcErrorCodes)[keyof typeof jsonRpcErrorCodes]

/** Wraps a result that is already JSON. */
export const resultJson = (id: Id, result: string): string =>
  `{"jsonrpc":"2.0","id":${JSON.stringify(id)},"result":${result}}`

/** The members of a result beside its content. */
export interface ResultMembers {
  readonly resultType?: string
  readonly _meta: Json
}

/** Adds members to a result that is already JSON. */
export const withMembers = (content: string, members: ResultMembers | null, meta: Json = {}): string => {
  const _meta = { ...members?._meta, ...meta }
  const added = { ...members, ...(Object.keys(_meta).length === 0 ? {} : { _meta }) }
  return Object.keys(added).length === 0
    ? content
    : `${JSON.stringify(added).slice(0, -1)},${content.slice(1)}`
}

/** A progress notification for a call that is still running. */
export const progressJson = (progressToken: Id, update: ProgressUpdate): string => {
  const { message, progress } = update
  const messageField = message === null ? {} : { message: renderMentions("mcp", message) }
  const params = { progressToken, progress, ...messageField }
  return JSON.stringify({ jsonrpc: "2.0", method: "notifications/progress", params })
}

/** Uses the message of the error envelope, so that an error reads the same on every surface. */
export const errorJson = (id: Id | null, code: JsonRpcErrorCode, { error }: ErrorEnvelope): string =>
  JSON.stringify({ jsonrpc: "2.0", id, error: { code, message: error.message, data: error } })

/** For a request without a message that could be answered. */
export const refusalJson = (message: string): string =>
  JSON.stringify({ jsonrpc: "2.0", id: null, error: { code: -32000, message } })

export type Json = Readonly<Record<string, unknown>>

/** The methods that we answer ourselves, with the caller's input or with text that the SDK would write again. */
export const ownMethods = ["tools/call", "prompts/get", "completion/complete"] as const

/** The methods that the audit trail names. */
type Method = (typeof ownMethods)[number] | "initialize" | "tools/list" | "subscriptions/listen"

export interface ToolCall {
  readonly kind: "tool_call"
  readonly id: Id
  readonly operation: AnyOperation
  readonly input: RawInput
  /** The token of the client's progress notifications; null if it wants none. */
  readonly progressToken: Id | null
  /** Whether the client can show a person a link. */
  readonly showsLinks: boolean
}

/** A write that waits for approval, called again. */
export interface ApprovalFollowUp {
  readonly kind: "approval_follow_up"
  readonly id: Id
  readonly call: ToolCall
  readonly queued: string
  /** How often the client was asked. */
  readonly asked: number
  /** What the person did with the link; nothing of it is a decision on the change. */
  readonly action: "accept" | "decline" | "cancel"
}

/** A completion request that an operation's output answers. */
export interface CompletionRequest {
  readonly kind: "suggestion"
  readonly id: Id
  readonly operation: AnyOperation
  readonly input: RawInput
  /** Converts the operation's output to the result. */
  readonly toResult: (output: unknown) => string
}

/** The content of a POST, as far as it is known without knowing the caller. */
export type Message =
  | ToolCall
  | ApprovalFollowUp
  | CompletionRequest
  /** The result is the same for every caller, who only has to be authenticated. */
  | { readonly kind: "known"; readonly id: Id; readonly method: Method; readonly result: string }
  /** A modern message that the SDK has refused, with its response. */
  | {
      readonly kind: "refused_by_sdk"
      readonly method: string
      readonly status: number
      readonly body: string
      readonly refusal: ServiceError
    }
  /** The caller's tools, or only those that read. */
  | {
      readonly kind: "tool_list"
      readonly id: Id
      readonly method: "tools/list"
      readonly message: JSONRPCRequest
      readonly onlyReads: boolean
    }
  /** One of the protocol's own requests. */
  | { readonly kind: "request"; readonly id: Id; readonly method: string; readonly message: JSONRPCRequest }
  /** Needs no response. A response to a request that we never sent counts as one, too. */
  | { readonly kind: "notification"; readonly method: string }
  /** An invalid message. The id is null if it could not be read. */
  | {
      readonly kind: "refused"
      readonly id: Id | null
      readonly method: Method
      readonly code: JsonRpcErrorCode
      readonly refusal: ServiceError
    }

export const isObject = (value: unknown): value is Json =>
  typeof value === "object" && value !== null && !Array.isArray(value)

export const isId = (value: unknown): value is Id => typeof value === "string" || Number.isSafeInteger(value)

export const rejected = (
  code: JsonRpcErrorCode,
  refusal: ServiceError,
  id: Id | null = null,
  method: Method = "tools/call"
): Message => ({
  kind: "refused",
  id,
  method,
  code,
  refusal
})

export const invalidMessage = (
  path: string,
  message: string,
  code: JsonRpcErrorCode = jsonRpcErrorCodes.invalidRequest,
  id: Id | null = null,
  method: Method = "tools/call"
): Message => rejected(code, new ValidationError({ fields: [{ path, message }] }), id, method)
