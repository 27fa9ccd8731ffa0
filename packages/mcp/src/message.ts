import type { RawInput } from "@adwarden/core"
import { type AnyOperation, type ServiceError, ValidationError } from "@adwarden/core/contract"
import type { JSONRPCRequest } from "@modelcontextprotocol/sdk/types.js"
import { type Id, type JsonRpcErrorCode, jsonRpcErrorCodes } from "./json-rpc.ts"

export type Json = Readonly<Record<string, unknown>>

/** The requests that we read ourselves, and not the SDK. */
export type Method =
  | "initialize"
  | "tools/list"
  | "tools/call"
  | "prompts/list"
  | "prompts/get"
  | "completion/complete"

export interface ToolCall {
  readonly kind: "tool_call"
  readonly id: Id
  readonly operation: AnyOperation
  readonly input: RawInput
  /** By which the client would know what it hears of the call before its answer; null where it wants nothing. */
  readonly progressToken: Id | null
}

/** A request for what could be meant, which an operation's answer tells. */
export interface CompletionRequest {
  readonly kind: "suggestion"
  readonly id: Id
  readonly operation: AnyOperation
  readonly input: RawInput
  /** What to answer, made from the operation's own answer. */
  readonly toResult: (output: unknown) => string
}

/** What a POST asks for, as far as it can be told without knowing who asks. */
export type Message =
  | ToolCall
  | CompletionRequest
  /** Known before anybody asked: only who asks has to be found out. */
  | { readonly kind: "known"; readonly id: Id; readonly method: Method; readonly result: string }
  /** One of the protocol's own requests. */
  | { readonly kind: "request"; readonly id: Id; readonly method: string; readonly message: JSONRPCRequest }
  /** Nothing is to be said: also the answer to a question that we never ask. */
  | { readonly kind: "notification"; readonly method: string }
  /** Not a message that anybody could answer otherwise; the id is null where it could not be read. */
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
